// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import LockstepJournal

/// Tests journals of effects that start and end on several threads at once.
@Suite struct JournalThreadTests {
  private static let threads = 8
  private static let values = 200

  /// Returns an effect that starts another effect for each value, on the thread that sends the value.
  private static func spawning(_ source: CallbackSource) -> Effect<Int, Never> {
    source.numbers.flatMap { number in
      .run(name: "\(number)") { subscriber in
        subscriber.send(number)
        subscriber.send(completion: .finished)
        return AnyCancellable {}
      }
    }
  }

  private func hammer(_ run: JournaledStore, meanwhile: () -> Void) {
    let sources = (0..<Self.threads).map { _ in CallbackSource() }
    for source in sources { run.start(Self.spawning(source)) }
    let done = DispatchGroup()
    // New threads, because tests may occupy all threads of the pool.
    for (thread, source) in sources.enumerated() {
      done.enter()
      Thread.detachNewThread {
        defer { done.leave() }
        for value in 0..<Self.values { source.send(thread * Self.values + value) }
      }
    }
    while done.wait(timeout: .now()) == .timedOut { meanwhile() }
    run.manual.run()
    meanwhile()
  }

  @Test func `the journal records each effect once, in order, with its end`() {
    let run = JournaledStore(keeping: .unlimited)
    hammer(run) { run.manual.run() }
    let count = Self.threads * Self.values
    let (turns, effects) = (run.journal.turns, run.journal.effects)
    let numbers = effects.map(\.number)
    #expect(numbers == Set(numbers).sorted())
    let spawned = effects.filter { $0.name != nil }
    #expect(effects.count == count + Self.threads)
    #expect(Set(spawned.compactMap(\.name)).count == count)
    #expect(spawned.allSatisfy { $0.end?.reason == .finished && $0.sentCount == 1 })
    #expect(effects.filter { $0.name == nil }.allSatisfy { $0.end == nil && $0.sentCount == 0 })
    let byNumber = Dictionary(uniqueKeysWithValues: effects.map { ($0.number, $0) })
    for turn in turns.dropFirst(Self.threads) {
      guard let effect = turn.effect.flatMap({ byNumber[$0] }),
        case JournaledAction.add(let value) = turn.action
      else {
        Issue.record("Turn \(turn.number) has no effect.")
        continue
      }
      #expect(effect.name == "\(value)")
      #expect(effect.startingTurn == turn.cause)
    }
    #expect(turns.count == count + Self.threads)
  }

  @Test func `a journal records the end of effects that end during its creation`() {
    let run = JournaledStore(keeping: .last(1))
    var journals: [StoreJournal<[Int]>] = []
    hammer(run) {
      if journals.count < 50 { journals.append(run.store.journal(keeping: .unlimited)) }
      run.manual.run()
    }
    #expect(journals.isEmpty == false)
    for journal in journals {
      let effects = journal.effects
      #expect(effects.map(\.number) == Set(effects.map(\.number)).sorted())
      // Only the sources are still running.
      #expect(effects.filter { $0.end == nil }.allSatisfy { $0.name == nil })
      #expect(effects.count { $0.name == nil } == Self.threads)
      let known = Set(effects.map(\.number))
      #expect(journal.turns.allSatisfy { $0.effect.map(known.contains) == true })
    }
  }

  @Test func `the journal of a live store records every effect`() async {
    let store = await LiveStore()
    await store.start(100)
    #expect(await store.texts() == (1...100).map { "task \"\($0)\": 1, finished" })
    #expect(await store.areCausesKnown())
  }

  /// A store that is isolated to its own actor.
  private actor LiveStore {
    private var store: Store<[Int], JournaledAction>?
    private var journal: StoreJournal<[Int]>?

    init() async {
      let store = Store(
        initialState: [Int](),
        reducer: journaledReducer,
        environment: (),
        isolation: self
      )
      journal = store.journal()
      self.store = store
    }

    func start(_ count: Int) async {
      var tasks: [StoreTask] = []
      for number in 1...count {
        if let task = store?.send(.start(.task(name: "\(number)") { number })) {
          tasks.append(task)
        }
      }
      for task in tasks { await task.finish() }
    }

    /// Returns the effects as text, without the turns, because the order of turns depends on the threads.
    func texts() -> [String] {
      journal?.effects.map { effect in
        "\(effect.label): \(effect.sentCount), \(effect.end.map { "\($0.reason)" } ?? "running")"
      } ?? []
    }

    func areCausesKnown() -> Bool {
      guard let journal else { return false }
      let effects = Dictionary(uniqueKeysWithValues: journal.effects.map { ($0.number, $0) })
      return journal.turns.allSatisfy { turn in
        turn.effect.map { effects[$0]?.startingTurn == turn.cause } ?? (turn.cause == nil)
      }
    }
  }
}
