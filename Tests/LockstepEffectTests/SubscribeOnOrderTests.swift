// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The order of values that one thread sends to two effects of a store, one of which starts with `subscribe(on:)`.
@Suite struct SubscribeOnOrderTests {
  private enum Action: Equatable, Sendable {
    case listen
    case start
    case value(Int)
  }

  typealias Values = Effect<Int, Never>

  /// The values that a store receives from an effect, which may also send to a subject.
  private func received(
    _ make: @escaping @Sendable (Subject<Int, Never>) -> Values,
    _ go: () -> Void = {}
  )
    -> [Int]
  {
    let subject = Subject<Int, Never>()
    let store = ManualStore(
      initialState: [Int](),
      reducer: Reducer<[Int], Action, Void> { state, action, _ in
        switch action {
        case .listen: return subject.effect.map(Action.value)
        case .start: return make(subject).map(Action.value)
        case .value(let value):
          state.append(value)
          return .none
        }
      },
      environment: ()
    )
    store.send(.listen)
    store.send(.start)
    go()
    store.run()
    return store.store.state
  }

  /// Effects whose thread sends 1, 2, 3, … in this order, some of them to the subject.
  private static let effects: [(name: String, make: @Sendable (Subject<Int, Never>) -> Values)] = [
    (
      "value, send",
      { subject in .concatenate(Values(value: 1), .fireAndForget { subject.send(2) }) }
    ),
    (
      "value, send, value",
      { subject in
        .concatenate(Values(value: 1), .fireAndForget { subject.send(2) }, Values(value: 3))
      }
    ),
    (
      "send, value, send",
      { subject in
        .concatenate(
          .fireAndForget { subject.send(1) },
          Values(value: 2),
          .fireAndForget { subject.send(3) }
        )
      }
    ),
    (
      "several values, send",
      { subject in
        .concatenate(
          .merge(Values(value: 1), Values(value: 2), Values(value: 3)),
          .fireAndForget { subject.send(4) },
          Values(value: 5)
        )
      }
    ),
    (
      "merge",
      { subject in
        .merge(Values(value: 1), .fireAndForget { subject.send(2) }, Values(value: 3))
      }
    ),
    (
      "callback",
      { subject in
        .run { callback in
          callback.send(1)
          subject.send(2)
          callback.send(3)
          callback.send(completion: .finished)
          return AnyCancellable {}
        }
      }
    ),
    (
      "nested",
      { subject in
        .concatenate(
          Values.concatenate(Values(value: 1), .fireAndForget { subject.send(2) })
            .subscribe(on: DispatchQueue.immediate),
          .fireAndForget { subject.send(3) },
          Values(value: 4)
        )
      }
    ),
  ]

  @Test(arguments: effects.indices)
  func `values keep their order`(index: Int) {
    let (name, make) = Self.effects[index]
    let direct = received(make)
    #expect(direct == Array(1...direct.count), "\(name), directly")
    let queue = DispatchQueue.test
    let later = received({ make($0).subscribe(on: queue) }, { queue.advance() })
    #expect(later == direct, "\(name), on a test scheduler")
    let immediate = received { make($0).subscribe(on: DispatchQueue.immediate) }
    #expect(immediate == direct, "\(name), on an immediate scheduler")
    let twice = received(
      { make($0).subscribe(on: queue).subscribe(on: DispatchQueue.immediate) },
      { queue.advance() }
    )
    #expect(twice == direct, "\(name), twice")
    let mapped = received(
      { make($0).subscribe(on: queue).map { $0 }.removeDuplicates() },
      { queue.advance() }
    )
    #expect(mapped == direct, "\(name), with an operator behind")
    let beside = received(
      { .merge(make($0).subscribe(on: queue), .run { _ in AnyCancellable {} }) },
      { queue.advance() }
    )
    #expect(beside == direct, "\(name), beside another effect")
  }
}
