// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private let sum = Reducer<Int, Int, Void> { state, action, _ in
  state += action
  return .none
}

@MainActor private let globalStore = Store(initialState: 1, reducer: sum, environment: ())

@MainActor private final class Positions {
  static let shared = Store(initialState: 2, reducer: sum, environment: ())
  let property = Store(initialState: 3, reducer: sum, environment: ())
  private(set) lazy var lazyProperty = Store(initialState: 4, reducer: sum, environment: ())

  func read(_ store: Store<Int, Int> = Store(initialState: 5, reducer: sum, environment: ())) -> Int
  {
    store.send(10)
    return store.state
  }
}

private enum PingAction: Sendable {
  case ping(Int)
}

/// One of two actors that send each other a ball through their stores.
private actor Player {
  private var store: Store<[Int], PingAction>?

  init() async {}

  func join(
    _ inbox: Subject<Int, Never>,
    _ outbox: Subject<Int, Never>
  ) {
    let reducer = Reducer<[Int], PingAction, Void> { state, action, _ in
      switch action {
      case .ping(0):
        return inbox.effect.map(PingAction.ping)
      case .ping(let number):
        state.append(number)
        return .fireAndForget { outbox.send(number + 1) }
      }
    }
    let store = Store(initialState: [], reducer: reducer, environment: (), isolation: self)
    store.send(.ping(0))
    self.store = store
  }

  var balls: [Int] { store?.state ?? [] }
}

private actor Room {
  private var store: Store<[Int], Int>?

  init() async {
    let reducer = Reducer<[Int], Int, Void> { state, action, _ in
      state.append(action)
      return action > 0
        ? .task {
          await Task.yield()
          return action - 1
        }
        : .none
    }
    store = Store(initialState: [], reducer: reducer, environment: (), isolation: self)
  }

  func countDown(from number: Int) async -> [Int] {
    store?.send(number)
    while store?.state.last != 0 { await Task.yield() }
    return store?.state ?? []
  }
}

@Suite struct StoreIsolationTests {
  @Test @MainActor func `a store can be created in any value position on the main actor`() {
    globalStore.send(10)
    #expect(globalStore.state == 11)
    Positions.shared.send(10)
    #expect(Positions.shared.state == 12)
    let positions = Positions()
    positions.property.send(10)
    #expect(positions.property.state == 13)
    positions.lazyProperty.send(10)
    #expect(positions.lazyProperty.state == 14)
    #expect(positions.read() == 15)
  }

  @Test func `a store can run on a custom actor`() async {
    let room = await Room()
    #expect(await room.countDown(from: 10) == Array((0...10).reversed()))
  }

  @Test func `two stores on two actors send actions to each other`() async {
    let (first, second) = (await Player(), await Player())
    let (toFirst, toSecond) = (Subject<Int, Never>(), Subject<Int, Never>())
    await first.join(toFirst, toSecond)
    await second.join(toSecond, toFirst)
    toFirst.send(1)
    while await second.balls.count < 50 { await Task.yield() }
    #expect(await first.balls.prefix(50) == Array(stride(from: 1, to: 101, by: 2))[...])
    #expect(await second.balls.prefix(50) == Array(stride(from: 2, to: 102, by: 2))[...])
  }
}
