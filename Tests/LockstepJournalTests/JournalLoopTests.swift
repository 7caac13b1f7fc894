// SPDX-License-Identifier: MIT

import Dispatch
import LockstepTestSupport
import LockstepTesting
import Synchronization
import Testing

@testable import Lockstep
@testable import LockstepJournal

/// Long loops of effects retain nothing of their past.
@Suite struct JournalLoopTests {
  /// A watcher that does not retain the effects that it observes.
  private final class Counting: EffectWatcher {
    struct Weak: Sendable { weak var description: EffectDescription? }

    private let state = Mutex<(begun: [Weak], ended: Int)>(([], 0))

    var begun: Int { state.withLock { $0.begun.count } }
    var ended: Int { state.withLock { $0.ended } }
    var alive: Int { state.withLock { $0.begun.count { $0.description != nil } } }

    func effectBegan(_ effect: WatchedEffect) {
      state.withLock { $0.begun.append(Weak(description: effect.description)) }
    }

    func effectEnded(_ number: UInt64, _ end: EffectEnd, in turn: Int?) {
      state.withLock { $0.ended += 1 }
    }
  }

  private let manual = ManualStore(
    initialState: [],
    reducer: journaledReducer,
    environment: (),
    actionLimit: 10_000_000
  )
  private let watcher = Counting()

  private static func leaf(_ number: Int) -> Effect<Int, Never> {
    .run { subscriber in
      subscriber.send(number)
      subscriber.send(completion: .finished)
      return AnyCancellable {}
    }
  }

  private func check(_ effect: Effect<Int, Never>, begun: Int) {
    let end = manual.store.watchEffects(watcher)
    let journal = manual.store.journal(keeping: .last(10))
    manual.send(.start(effect))
    #expect(watcher.begun == begun)
    #expect(watcher.ended == begun)
    #expect(manual.store.hasRunningEffects == false)
    // The effects that the journal keeps.
    #expect(journal.effects.count <= 2_000)
    #expect(watcher.alive <= 2_000)
    end()
  }

  @Test func `a flatMap recursion releases its ended effects`() {
    @Sendable func loop(_ rest: Int) -> Effect<Int, Never> {
      rest == 0 ? .none : Self.leaf(rest).flatMap { loop($0 - 1) }
    }
    check(loop(20_000), begun: 20_000)
  }

  @Test func `a flatMap recursion that sends each value releases its ended effects`() {
    @Sendable func loop(_ rest: Int) -> Effect<Int, Never> {
      rest == 0
        ? .none : Self.leaf(rest).flatMap { .merge(Effect(value: $0), loop($0 - 1)) }
    }
    check(loop(20_000), begun: 20_000)
    #expect(manual.store.state.count == 20_000)
  }

  @Test func `a concatenation`() {
    check(.concatenate((1...20_000).map { number in .lazy { Self.leaf(number) } }), begun: 20_000)
    #expect(manual.store.state.count == 20_000)
  }

  @Test func `a catch recursion releases its ended effects`() {
    @Sendable func loop(_ rest: Int) -> Effect<Int, Never> {
      rest == 0
        ? Self.leaf(0)
        : Effect<Int, JournalFailure>
          .run { subscriber in
            subscriber.send(completion: .failure(JournalFailure()))
            return AnyCancellable {}
          }
          .catch { _ in loop(rest - 1) }
    }
    check(loop(20_000), begun: 20_001)
  }

  @Test func `a loop of actions releases its ended effects`() {
    @Sendable func loop(_ rest: Int) -> Effect<JournaledAction, Never> {
      Self.leaf(rest).map { rest == 0 ? .add(rest) : .startAll(loop($0 - 1)) }
    }
    let end = manual.store.watchEffects(watcher)
    manual.send(.startAll(loop(20_000)))
    #expect(manual.store.state == [0])
    #expect(watcher.begun == 20_001)
    // The store keeps the sender of the last action that started an effect.
    #expect(watcher.alive <= 1)
    end()
  }

  @Test func `a timer`() {
    let scheduler = DispatchQueue.test
    let end = manual.store.watchEffects(watcher)
    manual.send(.start(Effect.timer(id: 0, every: 1, on: scheduler).map { _ in 1 }.prefix(10_000)))
    for _ in 0..<10_000 { scheduler.advance(by: 1) }
    #expect(manual.store.state.count == 10_000)
    #expect(watcher.begun == 1)
    #expect(watcher.alive == 0)
    end()
  }

  @Test func `released journals leave nothing behind in a running effect`() {
    manual.send(.start(.run { _ in AnyCancellable {} }.cancellable(id: "id")))
    let end = manual.store.watchEffects(watcher)
    for _ in 0..<1_000 { _ = manual.store.journal() }
    manual.send(.stop("id"))
    #expect(watcher.begun == 1)
    // The watcher is notified once, however many journals exist.
    #expect(watcher.ended == 1)
    end()
  }
}
