// SPDX-License-Identifier: MIT

import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep
@testable import LockstepJournal

/// The memory of a journal does not grow with the run.
@Suite struct JournalMemoryTests {
  @Test
  func `a journal keeps a thousand of two hundred thousand turns, with their states and effects`() {
    let alive = Recorder(0)
    final class Counted: Sendable {
      private let alive: Recorder<Int>

      init(_ alive: Recorder<Int>) {
        self.alive = alive
        alive.update { $0 += 1 }
      }

      deinit { alive.update { $0 -= 1 } }
    }
    struct Action: Sendable {
      let number: Int
      let counted: Counted
    }
    let reducer = Reducer<Counted, Action, Void> { state, action, _ in
      state = Counted(alive)
      return action.number.isMultiple(of: 2)
        ? .fireAndForget {}
        : .run { subscriber in
          subscriber.send(completion: .finished)
          return AnyCancellable {}
        }
    }
    let manual = ManualStore(initialState: Counted(alive), reducer: reducer, environment: ())
    let journal = manual.store.journal()
    for number in 1...200_000 {
      manual.store.send(Action(number: number, counted: Counted(alive)))
      if number.isMultiple(of: 20_000) {
        // The actions, the states after them, and the state before the first.
        #expect(alive.value == 1_000 + 1_001)
        #expect(journal.turns.count == 1_000)
        #expect(journal.effects.count == 1_000)
        #expect(journal.droppedTurnCount == number - 1_000)
      }
    }
  }

  @Test func `a journal with checkpoints keeps at most ten states`() {
    final class Big: Sendable {}
    let states = Recorder<[WeakBig]>([])
    struct WeakBig: Sendable { weak var big: Big? }
    let reducer = Reducer<Big, Int, Void> { state, _, _ in
      state = Big()
      let weak = WeakBig(big: state)
      states.update { $0.append(weak) }
      return .none
    }
    let manual = ManualStore(initialState: Big(), reducer: reducer, environment: ())
    let journal = manual.store.journal(keeping: .checkpoints(turns: 4_000))
    for number in 1...20_000 { manual.store.send(number) }
    // The states of the checkpoints, the state before them, and the current state.
    #expect(states.value.count { $0.big != nil } <= 8 + 1 + 1)
    #expect(states.value.count { $0.big != nil } >= 8)
    #expect(journal.turns.count == 4_000)
  }

  @Test func `a journal drops ended effects and keeps running effects`() {
    let log = EffectLog(limit: 10) { .zero }
    func begin(_ number: UInt64) {
      let description = EffectDescription(.run, name: "\(number)", fileID: #fileID, line: 1)
      log.effectBegan(WatchedEffect(number: number, description: description, startingTurn: 1))
    }
    for number in 1...10_000 as ClosedRange<UInt64> {
      begin(number)
      guard number.isMultiple(of: 1_000) == false else { continue }
      log.effectEnded(number, .finished, in: nil)
      #expect(log.all.count { $0.end != nil } < 20)
    }
    let running = log.all.filter { $0.end == nil }.map(\.number)
    #expect(running == (1...10).map { $0 * 1_000 })
    #expect(log.all.map(\.number) == log.all.map(\.number).sorted())
    for number in running { log.effectEnded(UInt64(number), .cancelled, in: nil) }
    #expect(log.all.count < 20)
  }

  @Test func `effects that begin out of order or twice are kept once and in order`() {
    let log = EffectLog(limit: nil) { .zero }
    let description = EffectDescription(.run, fileID: #fileID, line: 1)
    for number in [3, 1, 2, 3, 1] as [UInt64] {
      log.effectBegan(WatchedEffect(number: number, description: description, startingTurn: nil))
    }
    #expect(log.all.map(\.number) == [1, 2, 3])
    log.effectEnded(2, .cancelled, in: 7)
    log.effectEnded(2, .finished, in: 8)
    log.effectEnded(9, .finished, in: 9)
    log.noteSent(3)
    log.noteSent(9)
    #expect(log.all.map { $0.end?.turn } == [nil, 7, nil])
    #expect(log.all.map { $0.end?.reason } == [nil, .cancelled, nil])
    #expect(log.all.map(\.sentCount) == [0, 0, 1])
  }
}
