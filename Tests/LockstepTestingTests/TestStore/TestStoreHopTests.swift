// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests asynchronous effects with actors, task groups and streams in synchronous tests.
@Suite struct TestStoreHopTests {
  actor Player {
    private(set) var hits = 0

    func hit() -> Int {
      hits += 1
      return hits
    }
  }

  enum Action: Equatable {
    case start
    case hop(Int)
    case finished(left: Int, right: Int)
  }

  /// Calls two actors in turn from two child tasks, which report each of their 500 rounds through a stream.
  static let reducer = Reducer<[Int], Action, Void> { state, action, _ in
    switch action {
    case .start:
      return .run { send in
        let (left, right) = (Player(), Player())
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for hop in 1...250 {
              _ = await left.hit()
              await Task.yield()
              _ = await right.hit()
              continuation.yield(hop)
            }
          }
          group.addTask {
            for hop in 251...500 {
              async let first = right.hit()
              _ = await first
              _ = await left.hit()
              continuation.yield(hop)
            }
          }
          group.addTask {
            for await hop in stream.prefix(500) { send(.hop(hop)) }
          }
        }
        send(.finished(left: await left.hits, right: await right.hits))
      }
    case .hop(let hop):
      state.append(hop)
    case .finished:
      state = []
    }
    return .none
  }

  private func hops() -> [Int] {
    let store = TestStore(initialState: [], reducer: Self.reducer, environment: ())
    store.send(.start)
    var order: [Int] = []
    for _ in 1...500 {
      store.receive(/Action.hop) { $0.append(contentsOf: store.state.suffix(1)) }
      order = store.state
    }
    store.receive(.finished(left: 500, right: 500)) { $0 = [] }
    return order
  }

  @Test func `a thousand hops between two actors have the same order in every run`() {
    let first = hops()
    #expect(first.sorted() == Array(1...500))
    // Each child keeps its own order, and every run has the same order.
    #expect(first.filter { $0 <= 250 } == Array(1...250))
    for _ in 1...3 { #expect(hops() == first) }
  }

  @Test func `asynchronous code runs on the thread of the test within the step`() {
    actor Place {
      func thread() -> ObjectIdentifier { currentThread() }
    }
    let threads = Recorder<[ObjectIdentifier]>([])
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Void, Void> { _, _, _ in
        .fireAndForget {
          await Task.yield()
          threads.update { $0.append(currentThread()) }
          let hop = await Place().thread()
          threads.update { $0.append(hop) }
          await withTaskGroup(of: Void.self) { group in
            group.addTask { threads.update { $0.append(currentThread()) } }
          }
          let (stream, continuation) = AsyncStream<Int>.makeStream()
          async let sent: Void = {
            await Task.yield()
            continuation.yield(1)
            continuation.finish()
          }()
          for await _ in stream { threads.update { $0.append(currentThread()) } }
          await sent
        }
      },
      environment: ()
    )
    store.send(())
    store.fireAndForget()
    #expect(threads.value == Array(repeating: currentThread(), count: 4))
  }

  @Test func `an effect receives values that the test yields to a stream`() {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let store = TestStore(
      initialState: [],
      reducer: Reducer<[Int], Action, Void> { state, action, _ in
        guard case .hop(let number) = action else {
          return .run { send in
            let player = Player()
            for await number in stream { send(.hop(number * (await player.hit()))) }
          }
        }
        state.append(number)
        return .none
      },
      environment: ()
    )
    store.send(.start)
    continuation.yield(10)
    store.receive(.hop(10)) { $0 = [10] }
    continuation.yield(20)
    continuation.yield(30)
    store.receive(.hop(40)) { $0 = [10, 40] }
    store.receive(.hop(90)) { $0 = [10, 40, 90] }
    continuation.finish()
  }

  @Test func `cancelling an effect cancels the sleeping children of its task group`() {
    let ended = Recorder<[Int]>([])
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Action, Void> { _, action, _ in
        guard action == .start else { return .cancel(id: 1) }
        return .run { _ in
          await withTaskGroup(of: Void.self) { group in
            for number in 1...3 {
              group.addTask {
                try? await mainQueue.sleep(for: .seconds(Double(number)))
                ended.update { $0.append(Task.isCancelled ? -number : number) }
              }
            }
          }
        }
        .cancellable(id: 1)
      },
      environment: ()
    )
    store.send(.start)
    mainQueue.advance(by: 1)
    store.send(.hop(0))
    #expect(ended.value.first == 1)
    #expect(Set(ended.value.dropFirst()) == [-2, -3])
  }
}

/// Returns an identifier of the current thread, which is unique while the thread exists.
private func currentThread() -> ObjectIdentifier {
  ObjectIdentifier(Thread.current)
}
