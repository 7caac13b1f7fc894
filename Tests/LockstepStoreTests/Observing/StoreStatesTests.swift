// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private let adder = Reducer<Int, Int, Void> { state, action, _ in
  state += action
  return .none
}

/// An actor that changes its store on request and then releases it.
private actor Room {
  private var store: Store<Int, Int>?

  init() async {
    store = Store(initialState: 0, reducer: adder, environment: (), isolation: self)
  }

  var states: AsyncStream<Int>? { store?.states }

  func add(_ number: Int) {
    store?.send(number)
  }

  func close(after number: Int) {
    store?.send(number)
    store = nil
  }
}

@Suite @MainActor struct StoreStatesTests {
  private func makeStore() -> Store<Int, Int> {
    Store(initialState: 0, reducer: adder, environment: ())
  }

  @Test func `a fast consumer receives each state once`() async {
    let store = makeStore()
    var seen: [Int] = []
    var states = store.states.makeAsyncIterator()
    for action in [1, 0, 1, 1, 0] {
      if action == 1 { seen.append(await states.next() ?? -1) }
      store.send(action)
    }
    seen.append(await states.next() ?? -1)
    #expect(seen == [0, 1, 2, 3])
  }

  @Test(arguments: [0, 1, 2, 10, 1_000])
  func `a slow consumer can miss states but always receives the last state`(count: Int) async {
    var store: Store<Int, Int>? = makeStore()
    guard let states = store?.states else { return }
    let consumer = Task {
      var seen: [Int] = []
      for await state in states {
        seen.append(state)
        for _ in 0..<5 { await Task.yield() }
      }
      return seen
    }
    for number in 0..<count {
      store?.send(1)
      if number % 3 == 0 { await Task.yield() }
    }
    store = nil
    let seen = await consumer.value
    #expect(seen.last == count)
    #expect(seen == seen.sorted() && Set(seen).count == seen.count)
  }

  @Test func `the sequence delivers the last change of a store that is released right after it`()
    async
  {
    for number in 1...100 {
      let room = await Room()
      guard let states = await room.states else { return }
      let consumer = Task.detached {
        var last = -1
        for await state in states { last = state }
        return last
      }
      for _ in 0..<number % 7 { await room.add(1) }
      await room.close(after: number)
      #expect(await consumer.value == number % 7 + number)
    }
  }

  @Test func `each of several consumers receives the states`() async {
    var store: Store<Int, Int>? = makeStore()
    let sequences = (0..<3).compactMap { _ in store?.states }
    for _ in 0..<10 { store?.send(1) }
    store = nil
    for states in sequences {
      var seen: [Int] = []
      for await state in states { seen.append(state) }
      #expect(seen == [10])
    }
  }

  @Test func `an action that a consumer sends is reduced before send returns`() async {
    let store = makeStore()
    var seen: [Int] = []
    for await state in store.states {
      seen.append(state)
      guard state < 5 else { break }
      store.send(1)
      #expect(store.state == state + 1)
    }
    #expect(seen == [0, 1, 2, 3, 4, 5])
  }

  @Test func `the state is not read for a consumer that is cancelled or stops iterating`() async {
    let store = makeStore()
    var reads = 0
    let counted = store.scope { state in
      reads += 1
      return state
    }
    let started = Recorder(false)
    let consumer = Task {
      for await _ in counted.states { started.set(true) }
    }
    while started.value == false { await Task.yield() }
    consumer.cancel()
    await consumer.value
    var before = reads
    store.send(1)
    store.send(0)
    #expect(reads == before)

    for await _ in counted.states { break }
    before = reads
    store.send(0)
    store.send(1)
    #expect(reads == before)
  }

  @Test func `a sequence without a consumer does not keep its store alive`() {
    var store: Store<Int, Int>? = makeStore()
    weak let released = store
    let states = store?.states
    store?.send(1)
    store = nil
    #expect(released == nil)
    withExtendedLifetime(states) {}
  }
}
