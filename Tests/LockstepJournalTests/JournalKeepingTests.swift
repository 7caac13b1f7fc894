// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

@testable import LockstepJournal

/// The turns, the states and the effects that a journal keeps.
@Suite struct JournalKeepingTests {
  private func makeRun(_ keeping: JournalKeeping, turns count: Int) -> JournaledStore {
    let run = JournaledStore(keeping: keeping)
    for number in 1...count { run.store.send(.add(number)) }
    return run
  }

  @Test(arguments: [1, 2, 3, 1_000])
  func `a journal keeps its last turns, their states and the state before them`(limit: Int) {
    for count in [1, 2, 3, 4, 5, 2 * limit, 2 * limit + 1] {
      let journal = makeRun(.last(limit), turns: count).journal
      let kept = min(limit, count)
      #expect(journal.turns.map(\.number) == Array(count - kept + 1...count))
      #expect(journal.droppedTurnCount == count - kept)
      for number in count - kept...count {
        #expect(journal.state(after: number)?.count == number)
      }
      #expect(journal.state(after: count - kept - 1) == nil)
      #expect(journal.state(after: count + 1) == nil)
    }
  }

  @Test func `a journal keeps at least one turn`() {
    #expect(makeRun(.last(0), turns: 3).journal.turns.map(\.number) == [3])
    #expect(makeRun(.last(.min), turns: 3).journal.turns.map(\.number) == [3])
    #expect(makeRun(.checkpoints(turns: -1), turns: 3).journal.turns.map(\.number) == [3])
  }

  @Test func `a limit larger than the run keeps everything`() {
    #expect(makeRun(.last(.max), turns: 30).journal.turns.count == 30)
    #expect(makeRun(.checkpoints(turns: .max), turns: 30).journal.turns.count == 30)
  }

  @Test func `an unlimited journal drops nothing`() {
    let journal = makeRun(.unlimited, turns: 2_500).journal
    #expect(journal.turns.count == 2_500)
    #expect(journal.droppedTurnCount == 0)
    for number in [0, 1, 1_000, 2_500] { #expect(journal.state(after: number)?.count == number) }
  }

  @Test(arguments: [1, 255, 256, 1_000, 4_096])
  func `checkpoints keep at most eight states, at least 256 turns apart`(limit: Int) {
    for count in [1, 256, 1_000, 5_000] {
      let journal = makeRun(.checkpoints(turns: limit), turns: count).journal
      let kept = journal.turns.map(\.number)
      #expect(kept == Array(count - min(limit, count) + 1...count))
      let known = kept.filter { journal.state(after: $0) != nil }
      #expect(known.count <= 8)
      for (number, next) in zip(known, known.dropFirst()) { #expect(next - number >= 256) }
      for number in known { #expect(journal.state(after: number)?.count == number) }
      #expect(known.count >= kept.count / max(256, (limit + 7) / 8))
    }
  }

  @Test func `the state between two checkpoints is unknown`() {
    let journal = makeRun(.checkpoints(), turns: 600).journal
    #expect(journal.state(after: 0) == [])
    #expect(journal.state(after: 1) == nil)
    #expect(journal.state(after: 256)?.count == 256)
    #expect(journal.state(after: 257) == nil)
    #expect(journal.state(after: 512)?.count == 512)
    #expect(journal.why(\.count) == nil)
  }

  @Test func `without turns, only the first state is known`() {
    let journal = JournaledStore().journal
    #expect(journal.turns.isEmpty)
    #expect(journal.state(after: -1) == nil)
    #expect(journal.state(after: 0) == [])
    #expect(journal.state(after: 1) == nil)
  }

  @Test func `a later journal begins with the state after the last turn`() {
    let run = makeRun(.last(1_000), turns: 3)
    let journal = run.store.journal(clock: run.scheduler.clock)
    #expect(journal.state(after: 2) == nil)
    #expect(journal.state(after: 3) == [1, 2, 3])
    run.store.send(.add(4))
    #expect(journal.turns.map(\.number) == [4])
    #expect(journal.state(after: 3) == [1, 2, 3])
    #expect(journal.state(after: 4) == [1, 2, 3, 4])
    #expect(journal.droppedTurnCount == 0)
  }

  @Test func `the state after a skipped turn number is the previous state`() {
    let run = JournaledStore(keeping: .last(2))
    let subject = Subject<Int, Never>()
    run.start(subject.effect.cancellable(id: "id"))
    run.store.sender.send(.stop("id"))
    for number in 1...3 { subject.send(number) }
    run.manual.run()
    run.manual.send(.add(9))
    #expect(run.journal.turns.map(\.number) == [2, 6])
    #expect((0...7).map { run.journal.state(after: $0) } == [nil, [], [], [], [], [], [9], nil])
    run.manual.send(.add(10))
    #expect(run.journal.turns.map(\.number) == [6, 7])
    #expect((1...7).map { run.journal.state(after: $0) } == [nil, [], [], [], [], [9], [9, 10]])
  }

  // MARK: Effects

  @Test func `a journal keeps the effects that ran during its kept turns`() {
    let run = JournaledStore(keeping: .last(2))
    run.start(.run(name: "long") { _ in AnyCancellable {} }.cancellable(id: "id"))
    run.start(.fireAndForget(name: "early") {})
    run.start(.fireAndForget(name: "a") {})
    run.start(.fireAndForget(name: "b") {})
    #expect(
      run.journal.effectTexts == [
        "run \"long\" of 1: 0, running", "fireAndForget \"a\" of 3: 0, finished in 3",
        "fireAndForget \"b\" of 4: 0, finished in 4",
      ]
    )
    run.manual.send(.stop("id"))
    #expect(
      run.journal.effectTexts == [
        "run \"long\" of 1: 0, cancelled in 5", "fireAndForget \"b\" of 4: 0, finished in 4",
      ]
    )
    run.manual.send(.add(1))
    #expect(run.journal.effectTexts == ["run \"long\" of 1: 0, cancelled in 5"])
    run.manual.send(.add(1))
    #expect(run.journal.effectTexts == [])
  }

  @Test func `a journal keeps the effects of its kept turns`() {
    let run = JournaledStore(keeping: .last(1_000))
    for number in 1...5_000 {
      run.store.send(.start(.fireAndForget(name: "\(number)") {}))
    }
    let effects = run.journal.effects
    #expect(effects.map(\.startingTurn) == Array(4_001...5_000))
    #expect(effects.map(\.name) == (4_001...5_000).map { "\($0)" })
    #expect(run.journal.turns.map(\.effects) == effects.map { [$0.number] })
  }
}
