// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

@globalActor private actor Kitchen {
  static let shared = Kitchen()
}

private let adder = Reducer<Int, Int, Void> { state, action, _ in
  state += action
  return action == 100 ? .task { 1_000 } : .none
}

/// A class on a custom global actor.
@Kitchen private final class Cook {
  private let store: Store<Int, Int>

  init(_ initialState: Int = 1) {
    store = Store(
      initialState: initialState,
      reducer: adder,
      environment: (),
      isolation: Kitchen.shared
    )
  }

  func add(_ number: Int) async -> Int {
    await store.send(number).finish()
    return store.state
  }
}

/// An actor that creates stores in its initializer, in a lazy property and in a method.
private actor Workshop {
  private lazy var first = Store(
    initialState: 1,
    reducer: adder,
    environment: (),
    isolation: self
  )
  private var second: Store<Int, Int>?
  private var more: [Store<Int, Int>] = []

  init(_ initialState: Int) async {
    second = Store(
      initialState: initialState,
      reducer: adder,
      environment: (),
      isolation: self
    )
  }

  func open() {
    more = (3...4).map { number in
      Store(initialState: number, reducer: adder, environment: (), isolation: self)
    }
  }

  func work() async -> [Int] {
    for store in [first, second].compactMap({ $0 }) + more {
      await store.send(100).finish()
    }
    return [first.state, second?.state ?? -1] + more.map(\.state)
  }
}

private enum PlayerAction: Sendable {
  case join(Effect<Int, Never>)
  case ball(Int)
}

/// One of two actors that send a numbered ball back and forth until it reaches the last number.
private actor Player {
  private var store: Store<[Int], PlayerAction>?

  func play(
    from inbox: Subject<Int, Never>,
    to outbox: Subject<Int, Never>,
    until last: Int,
    _ end: @escaping @Sendable () -> Void
  ) {
    let reducer = Reducer<[Int], PlayerAction, Void> { state, action, _ in
      switch action {
      case .join(let effect):
        return effect.map(PlayerAction.ball)
      case .ball(let number):
        state.append(number)
        return .fireAndForget {
          if number < last { outbox.send(number + 1) } else { end() }
        }
      }
    }
    let store = Store(initialState: [], reducer: reducer, environment: (), isolation: self)
    store.send(.join(inbox.effect))
    self.store = store
  }

  var balls: [Int] { store?.state ?? [] }
}

private struct Pair: Sendable {
  var left = 0
  var right = 0
}

private enum Side: Sendable {
  case left
  case right
}

private let sideReducer = Reducer<Pair, Side, Void> { state, action, _ in
  switch action {
  case .left: state.left += 1
  case .right: state.right += 1
  }
  return .none
}

/// An actor that tracks one of the two properties of its store.
private actor Observer {
  private lazy var store = Store(
    initialState: Pair(),
    reducer: sideReducer,
    environment: (),
    isolation: self
  )

  /// Tracks the left property, sends actions, and returns the number of notifications after each action.
  func changes(after actions: [Side]) -> [Int] {
    let changes = Recorder(0)
    withObservationTracking {
      _ = store.left
    } onChange: {
      changes.update { $0 += 1 }
    }
    return actions.map { action in
      store.send(action)
      return changes.value
    }
  }
}

@Suite struct StoreActorTests {
  @Test func `a store can be created on a global actor`() async {
    let cook = await Cook()
    #expect(await cook.add(1) == 2)
    #expect(await cook.add(100) == 1_102)
    #expect(await Cook(5).add(1) == 6)
  }

  @Test func `a store can be created in an actor's initializer, lazy property and method`() async {
    let workshop = await Workshop(2)
    await workshop.open()
    #expect(await workshop.work() == [1_101, 1_102, 1_103, 1_104])
  }

  @Test @MainActor
  func `a store can be created in asynchronous functions and closures of the main actor`() async {
    let local = Store(initialState: 1, reducer: adder, environment: ())
    await local.send(100).finish()
    #expect(local.state == 1_101)
    let made = await Task { @MainActor in
      let store = Store(initialState: 2, reducer: adder, environment: ())
      await store.send(100).finish()
      return store.state
    }.value
    #expect(made == 1_102)
    let inClosure = { @MainActor in Store(initialState: 3, reducer: adder, environment: ()) }()
    inClosure.send(1)
    #expect(inClosure.state == 4)
    let given = Store(
      initialState: 4,
      reducer: adder,
      environment: (),
      isolation: MainActor.shared
    )
    await given.send(100).finish()
    #expect(given.state == 1_104)
  }

  @Test func `tracking on an actor is notified only if the property that was read changes`() async {
    let observer = Observer()
    #expect(await observer.changes(after: [.right, .right, .left, .left]) == [0, 0, 1, 1])
    #expect(await observer.changes(after: [.right, .left]) == [0, 1])
  }

  @Test func `two actors send two thousand actions to each other in order`() async {
    let (first, second) = (Player(), Player())
    let (toFirst, toSecond) = (Subject<Int, Never>(), Subject<Int, Never>())
    let (end, ended) = AsyncStream.makeStream(of: Never.self)
    await first.play(from: toFirst, to: toSecond, until: 2_000) { ended.finish() }
    await second.play(from: toSecond, to: toFirst, until: 2_000) { ended.finish() }
    toFirst.send(1)
    for await _ in end {}
    #expect(await first.balls == Array(stride(from: 1, through: 1_999, by: 2)))
    #expect(await second.balls == Array(stride(from: 2, through: 2_000, by: 2)))
  }

  @Test func `several actors run their stores' effects concurrently`() async {
    let workshops = await [Workshop(2), Workshop(2), Workshop(2)]
    for workshop in workshops { await workshop.open() }
    let sums = await withTaskGroup(of: Int.self) { group in
      for workshop in workshops {
        for _ in 0..<5 { group.addTask { await workshop.work().count } }
      }
      return await group.reduce(0, +)
    }
    #expect(sums == 60)
    // Each of the five earlier calls and this one adds 100 and 1,000.
    #expect(await workshops[0].work() == [6_601, 6_602, 6_603, 6_604])
  }
}
