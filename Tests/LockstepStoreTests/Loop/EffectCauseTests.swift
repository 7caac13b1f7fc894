// SPDX-License-Identifier: MIT

import Dispatch
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep

/// A store records which effect sent each action, even through operators.
@Suite struct EffectCauseTests {
  private enum Action: Sendable {
    case load(Effect<Int, Never>)
    case loaded(Int)
  }

  private struct Failed: Error {}

  private static let fileID = "LockstepStoreTests/EffectCauseTests.swift"
  private static let atOnce = "an effect that sends its value at once, started by Action.load"

  private static func run(_ line: UInt) -> String {
    "effect run, made at \(fileID):\(line), started by Action.load"
  }

  private final class Kept {
    var recordings: [StoreObservation] = []
  }

  private let causes = Recorder<[String?]>([])
  private let kept = Kept()

  private func makeStore() -> ManualStore<[Int], Action> {
    let store = ManualStore(
      initialState: [],
      reducer: Reducer<[Int], Action, Void> { state, action, _ in
        switch action {
        case .load(let numbers):
          return numbers.map(Action.loaded)
        case .loaded(let number):
          state.append(number)
          return .none
        }
      },
      environment: ()
    )
    kept.recordings.append(
      store.store.record { [causes] turn, _ in
        causes.update { $0.append(turn.sender.isEffect ? turn.sender.description : nil) }
      }
    )
    return store
  }

  /// Returns a callback effect that sends numbers when it starts and then completes.
  private static func numbers(_ numbers: Int..., line: UInt) -> Effect<Int, Never> {
    .run(line: line) { subscriber in
      for number in numbers { subscriber.send(number) }
      subscriber.send(completion: .finished)
      return AnyCancellable {}
    }
  }

  private struct Case: Sendable, CustomStringConvertible {
    let description: String
    let effect: Effect<Int, Never>
    let sent: [(number: Int, by: String)]

    init(_ description: String, _ effect: Effect<Int, Never>, _ sent: (Int, String)...) {
      self.description = description
      self.effect = effect
      self.sent = sent
    }
  }

  private static let cases = [
    Case("itself", numbers(1, 2, line: 50), (1, run(50)), (2, run(50))),
    Case("a value", Effect(value: 1), (1, atOnce)),
    Case("a deferred value", .lazy { Effect(value: 1) }, (1, atOnce)),
    Case("operators", numbers(1, line: 50).map { $0 }.filter { $0 > 0 }, (1, run(50))),
    Case(
      "flatMap to values",
      numbers(1, 2, line: 50).flatMap { Effect(value: $0 * 10) },
      (10, run(50)),
      (20, run(50))
    ),
    Case(
      "flatMap of flatMap",
      numbers(1, line: 50)
        .flatMap { .merge(Effect(value: $0), .sync { 2 }) }
        .flatMap { number in .lazy { Effect(value: number * 10) } },
      (10, run(50)),
      (20, run(50))
    ),
    Case(
      "flatMap of a value",
      Effect(value: 1).flatMap { Effect(value: $0 * 10) },
      (10, atOnce)
    ),
    Case(
      "flatMap to an effect that has a place",
      numbers(1, line: 50).flatMap { numbers($0 * 10, line: 51) },
      (10, run(51))
    ),
    Case(
      "what comes behind what flatMap has led to",
      .merge(numbers(1, line: 50).flatMap { Effect(value: $0 * 10) }, Effect(value: 2)),
      (10, run(50)),
      (2, atOnce)
    ),
    Case(
      "catch",
      Effect<Int, Failed>
        .run(line: 50) { subscriber in
          subscriber.send(completion: .failure(Failed()))
          return AnyCancellable {}
        }
        .catch { _ in Effect(value: -1) },
      (-1, run(50))
    ),
    Case(
      "what is concatenated",
      numbers(1, line: 50).concatenate(with: Effect(value: 2)),
      (1, run(50)),
      (2, run(50))
    ),
    Case(
      "behind a value",
      .concatenate(Effect(value: 1), numbers(2, line: 50), Effect(value: 3), numbers(4, line: 51)),
      (1, atOnce),
      (2, run(50)),
      (3, run(50)),
      (4, run(51))
    ),
    Case(
      "the parts of a merge",
      .merge(numbers(1, line: 50), Effect(value: 2), numbers(3, line: 51)).map { $0 },
      (1, run(50)),
      (2, atOnce),
      (3, run(51))
    ),
  ]

  @Test(arguments: cases)
  private func `each value records the effect that sent it`(example: Case) {
    let store = makeStore()
    store.send(.load(example.effect))
    #expect(store.store.state == example.sent.map(\.number))
    #expect(causes.value == [nil] + example.sent.map(\.by))
  }

  @Test func `a value that another thread delivers keeps its sender`() {
    let store = makeStore()
    let (first, second) = (Subject<Int, Never>(), Subject<Int, Never>())
    let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    func relay(_ subject: Subject<Int, Never>, line: UInt) -> Effect<Int, Never> {
      .run(line: line) { subscriber in subject.effect.sink { subscriber.send($0) } }
    }
    store.send(
      .load(
        .merge(
          relay(first, line: 60).flatMap { Effect(value: $0) },
          // The thread that is inside `map` with the first value delivers the values of this effect.
          relay(second, line: 61).flatMap { .merge(Effect(value: $0), Effect(value: $0 + 1)) }
        )
        .map { number in
          if number == 1 {
            entered.signal()
            gate.wait()
          }
          return number
        }
      )
    )
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done) { first.send(1) }
    entered.wait()
    second.send(10)
    gate.signal()
    done.wait()
    store.send(.load(.none))
    #expect(store.store.state == [1, 10, 11])
    #expect(causes.value.compactMap(\.self) == [Self.run(60), Self.run(61), Self.run(61)])
  }

  @Test func `an effect of a nested store's turn does not get the outer store's sender`() {
    // The inner store takes a turn while an effect of the outer store starts.
    let (outer, inner) = (makeStore(), makeStore())
    nonisolated(unsafe) let innerStore = inner
    outer.send(
      .load(
        Self.numbers(1, line: 70).flatMap { number in
          innerStore.send(.load(.lazy { Effect(value: number) }))
          return Effect(value: 2)
        }
      )
    )
    #expect(causes.value == [nil, Self.atOnce, nil, Self.run(70)])
  }
}
