// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

@testable import LockstepTesting

/// Time that is moved on another thread while the test works with its store.
@Suite(.timeLimit(.minutes(60))) struct ForeignTimeTests {
  private enum Action: Equatable {
    case sleep
    case moveTime
    case woke
  }

  private struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
    var moveTime: @Sendable () -> Void = {}
    var woke: @Sendable () -> Void = {}
  }

  private static let reducer = Reducer<[Action], Action, Environment> { log, action, environment in
    log.append(action)
    switch action {
    case .sleep:
      return .task {
        try? await environment.mainQueue.sleep(for: 1)
        environment.woke()
        return .woke
      }
    case .moveTime: environment.moveTime()
    case .woke: break
    }
    return .none
  }

  /// The mark of the thread that moves the time.
  private static let mark = "moves time"

  private static var isElsewhere: Bool { Thread.current.threadDictionary[mark] != nil }

  /// Moves the time on another thread, and waits until it has.
  private static func advanceElsewhere(_ mainQueue: TestScheduler<DispatchQueue>) {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Thread.current.threadDictionary[mark] = true
      mainQueue.advance(by: 1)
      isDone.signal()
    }
    isDone.wait()
  }

  @Test func `a running step runs work that another thread makes ready`() {
    let mainQueue = DispatchQueue.test
    let isElsewhere = Recorder<[Bool]>([])
    let store = TestStore(
      initialState: [],
      reducer: Self.reducer,
      environment: Environment(
        mainQueue: mainQueue,
        moveTime: { Self.advanceElsewhere(mainQueue) },
        woke: { isElsewhere.update { $0.append(Self.isElsewhere) } }
      )
    )
    store.send(.sleep) { $0 = [.sleep] }
    store.send(.moveTime) { $0 = [.sleep, .moveTime] }
    store.receive(.woke) { $0 = [.sleep, .moveTime, .woke] }
    #expect(isElsewhere.value == [false])
  }

  @Test func `the thread that moves time between two steps runs the work`() {
    let mainQueue = DispatchQueue.test
    let isElsewhere = Recorder<[Bool]>([])
    let store = TestStore(
      initialState: [],
      reducer: Self.reducer,
      environment: Environment(
        mainQueue: mainQueue,
        woke: { isElsewhere.update { $0.append(Self.isElsewhere) } }
      )
    )
    store.send(.sleep) { $0 = [.sleep] }
    Self.advanceElsewhere(mainQueue)
    #expect(isElsewhere.value == [true])
    store.receive(.woke) { $0 = [.sleep, .woke] }
  }

  @Test func `concurrent steps and moves of time lose no actions`() async {
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: [],
      reducer: Self.reducer,
      environment: Environment(mainQueue: mainQueue)
    )
    store.exhaustivity = .off
    async let moves: Void = Task.detached {
      for _ in 1...200 { mainQueue.advance(by: 1) }
    }.value
    for number in 1...200 {
      store.send(.sleep)
      #expect(store.state.count { $0 == .sleep } == number)
    }
    await moves
    mainQueue.advance(by: 1)
    store.skipReceived()
    #expect(store.state.count == 400)
  }

  @Test func `a store can be checked while another task uses it`() async throws {
    let test = try #require(RunningTest.current?.name)
    let store = TestStore(
      initialState: [],
      reducer: Self.reducer,
      environment: Environment(mainQueue: .immediate)
    )
    async let checks: Void = Task.detached {
      for _ in 1...200 { LiveTestStores.checkStores(ofTest: test) }
    }.value
    for number in 1...200 {
      store.send(.moveTime) { $0.append(.moveTime) }
      #expect(store.state.count == number)
    }
    await checks
  }
}
