// SPDX-License-Identifier: MIT

import LockstepTesting
import Testing

@testable import Lockstep
@testable import LockstepJournal

/// The contradictions that a journal finds in its own records.
@Suite struct JournalCheckTests {
  /// A journal whose records a test writes directly.
  private final class Told {
    private let log: TurnLog<Int>
    private let clock = Recorder(Duration.zero)
    var time: Int = 0 {
      didSet { clock.update { [time] in $0 = .seconds(time) } }
    }

    init(keeping: JournalKeeping = .unlimited) {
      log = TurnLog(
        keeping: keeping,
        state: 0,
        after: 0,
        time: { [clock] in clock.value },
        read: { _ in 0 }
      )
    }

    func begin(_ effect: UInt64, in turn: Int? = nil) {
      let description = EffectDescription(.task, name: "load", fileID: "App/Feature.swift", line: 1)
      log.effects.effectBegan(
        WatchedEffect(number: effect, description: description, startingTurn: turn)
      )
    }

    func end(_ effect: UInt64, in turn: Int? = nil) {
      log.effects.effectEnded(effect, .finished, in: turn)
    }

    /// Records a turn of a call, or of an effect that a turn started.
    func turn(
      _ number: Int,
      by effect: UInt64? = nil,
      startedBy start: Int = 0,
      within preceding: Int? = nil,
      _ during: () -> Void = {}
    ) {
      let sender =
        effect.map { effect in
          StoreTurn.Sender(
            nil,
            number: effect,
            of: ActionOrigin(action: start, depth: 0, tag: ActionOrigin.noTag),
            in: Int.self
          )
        } ?? StoreTurn.Sender(CodeLocation(fileID: "App/View.swift", line: 1))
      let turn = StoreTurn(
        number: number,
        action: number,
        sender: sender,
        precedingTurn: preceding,
        animation: nil
      )
      let state = 0
      let place = UnsafeMutablePointer<StoreTurn>.allocate(capacity: 1)
      defer { place.deallocate() }
      withUnsafePointer(to: state) { state in
        place.initialize(to: turn)
        log.turnBegins(place, state)
        during()
        log.turnEnded(movingFrom: place, nil, state)
      }
    }

    func contradictions(running: Set<UInt64> = []) -> [String] {
      StoreJournal(log).contradictions(running: running)
    }
  }

  private static let effect = #"effect 1, task "load", made at App/Feature.swift:1"#

  private func contradictions(
    running: Set<UInt64> = [],
    keeping: JournalKeeping = .unlimited,
    _ tell: (Told) -> Void
  ) -> [String] {
    let told = Told(keeping: keeping)
    tell(told)
    return told.contradictions(running: running)
  }

  @Test func `a consistent journal has no contradictions`() {
    let found = contradictions(running: [2]) { journal in
      journal.begin(1)
      journal.turn(1, by: 1)
      journal.turn(3) { journal.begin(2, in: 3) }
      journal.time = 1
      journal.turn(4, by: 2, startedBy: 3)
      journal.turn(5, by: 2, startedBy: 3, within: 4)
      journal.time = 2
      journal.end(1)
    }
    #expect(found == [])
  }

  @Test func `the numbers of turns ascend`() {
    let found = contradictions { journal in
      journal.turn(2)
      journal.turn(2)
      journal.turn(1)
    }
    #expect(found == ["turn 2: its number follows 2", "turn 1: its number follows 2"])
  }

  @Test func `the times of turns do not go back`() {
    let found = contradictions { journal in
      journal.time = 2
      journal.turn(1)
      journal.time = 1
      journal.turn(2)
    }
    #expect(found == ["turn 2: its time, 1.0 seconds, is before 2.0 seconds"])
  }

  @Test func `a turn follows an earlier turn`() {
    let found = contradictions { $0.turn(1, within: 1) }
    #expect(found == ["turn 1: it follows from turn 1"])
  }

  @Test func `an earlier turn starts the effect of a turn`() {
    let found = contradictions(running: [1]) { journal in
      journal.turn(1) { journal.begin(1, in: 3) }
      journal.turn(2, by: 1, startedBy: 3, within: 1)
    }
    #expect(found == ["turn 2: its effect began later"])
  }

  @Test func `the effect of a turn has begun`() {
    let tell = { (journal: Told) in
      journal.turn(1)
      journal.turn(2, by: 1, startedBy: 1)
    }
    #expect(contradictions(tell) == ["turn 2: its effect, 1, has never begun"])
    #expect(contradictions(keeping: .last(1), tell) == [])
  }

  @Test func `an effect begins before it sends`() {
    let found = contradictions(running: [1]) { journal in
      journal.turn(1)
      journal.turn(2, by: 1, startedBy: 1) {
        journal.time = 1
        journal.begin(1, in: 1)
      }
    }
    #expect(found == ["turn 2: its effect, 1, began at 1.0 seconds"])
  }

  @Test func `the effect of a turn has sent something`() {
    let found = contradictions(running: [1]) { journal in
      journal.turn(1)
      journal.turn(2, by: 1, startedBy: 1)
      journal.begin(1, in: 1)
    }
    #expect(found == ["turn 2: its effect, 1, has sent nothing"])
  }

  @Test func `a turn and its effect agree on the cause of the effect`() {
    let found = contradictions(running: [1]) { journal in
      journal.turn(1) { journal.begin(1, in: 1) }
      journal.turn(2)
      journal.turn(3, by: 1, startedBy: 2)
    }
    #expect(found == ["turn 3: its effect, 1, was started by another turn"])
  }

  @Test func `an effect ends after it began`() {
    let found = contradictions { journal in
      journal.time = 2
      journal.begin(1)
      journal.time = 1
      journal.end(1)
    }
    #expect(found == ["\(Self.effect): it ended before it began"])
  }

  @Test func `an effect does not end in a turn before its own`() {
    let found = contradictions { journal in
      journal.turn(1)
      journal.turn(2) { journal.begin(1, in: 2) }
      journal.end(1, in: 1)
    }
    #expect(found == ["\(Self.effect): it ended before its turn"])
  }

  @Test func `an effect that has ended is not running`() {
    let found = contradictions(running: [1]) { journal in
      journal.begin(1)
      journal.end(1)
    }
    #expect(found == ["\(Self.effect): it has ended, and is running"])
  }

  @Test func `an effect that has not ended is running`() {
    let found = contradictions { $0.begin(1) }
    #expect(found == ["\(Self.effect): it has no end, but is not running"])
  }

  @Test func `an effect that is running has begun`() {
    let found = contradictions(running: [3, 2, 1]) { $0.begin(2) }
    #expect(
      found == [
        "effect 1 is running, and has never begun", "effect 3 is running, and has never begun",
      ]
    )
  }
}
