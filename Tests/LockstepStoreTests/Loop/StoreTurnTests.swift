// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Observation
import Testing

private typealias Log = Reducer<[String], String, Void>

/// Gives sendable closures access to a store.
@MainActor private final class Owner {
  var store: Store<[String], String>?
}

/// Actions that are sent within a turn wait for their own turn.
@Suite @MainActor struct StoreTurnTests {
  private func makeStore(
    _ effect: @escaping @Sendable (String) -> Effect<String, Never>
  ) -> Store<[String], String> {
    Store(
      initialState: [],
      reducer: Log { state, action, _ in
        state.append(action)
        return effect(action)
      },
      environment: ()
    )
  }

  @Test func `values that a callback effect sends while it starts are reduced in order`() {
    let store = makeStore { action in
      switch action {
      case "start":
        .merge(
          .run { subscriber in
            subscriber.send("first of body")
            subscriber.send("second of body")
            return AnyCancellable {}
          },
          Effect(value: "beside it"),
          .future { $0(.success("future")) }
        )
      case "first of body": Effect(value: "follows")
      default: .none
      }
    }
    let observation = store.observe { state, _ in
      if state.last == "start" { store.send("observer") }
    }
    store.send("start")
    #expect(
      store.state == [
        "start", "first of body", "second of body", "beside it", "future", "observer", "follows",
      ]
    )
    observation.cancel()
  }

  @Test func `the body of an effect reads the state of its turn and its actions wait`() {
    let seen = Recorder<[[String]]>([])
    let held = Recorder<Effect<String, Never>.Subscriber?>(nil)
    let owner = Owner()
    let store = makeStore { action in
      guard action == "start" else { return .none }
      return .run { subscriber in
        held.set(subscriber)
        MainActor.assumeIsolated {
          subscriber.send("effect")
          owner.store?.send("caller within the effect")
          seen.update { $0.append(owner.store?.state ?? []) }
        }
        return AnyCancellable {}
      }
    }
    owner.store = store
    store.send("start")
    #expect(seen.value == [["start"]])
    #expect(store.state == ["start", "effect", "caller within the effect"])
    // Between turns, an effect's value waits for the actor. The next `send` reduces it first.
    held.value?.send("later")
    #expect(store.state.last == "caller within the effect")
    store.send("caller")
    #expect(store.state.suffix(2) == ["later", "caller"])
  }

  @Test func `an observer is called within the turn and its actions wait`() {
    let store = makeStore { $0 == "a" ? Effect(value: "effect") : .none }
    let owner = Owner()
    owner.store = store
    let first = store.observe { state, _ in
      if state.last == "a" { store.send("first observer") }
    }
    withObservationTracking {
      _ = store.state
    } onChange: {
      MainActor.assumeIsolated {
        owner.store?.send("tracker")
        #expect(owner.store?.state == ["a"])
      }
    }
    let second = store.observe { state, _ in
      if state.last == "a" { store.send("second observer") }
    }
    store.send("a")
    #expect(store.state == ["a", "effect", "first observer", "tracker", "second observer"])
    first.cancel()
    second.cancel()
  }

  @Test func `waiting actions in the mailbox are reduced together and in order`() async {
    let subject = Subject<String, Never>()
    let store = makeStore { $0 == "listen" ? subject.effect : .none }
    store.send("listen")
    for round in 1...3 {
      DispatchQueue(label: "thread").sync {
        for number in 0..<100 { subject.send("\(number)") }
      }
      #expect(store.state.count == 1 + (round - 1) * 100)
      while store.state.count == 1 + (round - 1) * 100 { await Task.yield() }
      let expected = (0..<100).map(String.init)
      #expect(Array(store.state.suffix(100)) == expected)
      #expect(store.state.count == 1 + round * 100)
    }
  }

  @Test func `an action sent in an observer's first call waits until the call has returned`() {
    let subject = Subject<String, Never>()
    let store = makeStore { $0 == "listen" ? subject.effect : .none }
    store.send("listen")
    var calls: [String] = []
    let earlier = store.observe { state, _ in calls.append("earlier \(state.count)") }
    let observation = store.observe { state, _ in
      calls.append("begins \(state.count)")
      if state.count == 1 {
        store.send("sent")
        subject.send("sent by an effect")
        store.send("sent again")
        #expect(store.state == ["listen"])
      }
      calls.append("ends \(state.count)")
    }
    #expect(store.state == ["listen", "sent", "sent by an effect", "sent again"])
    let expected: [String] = (1...4).flatMap { ["earlier \($0)", "begins \($0)", "ends \($0)"] }
    #expect(calls == expected)
    earlier.cancel()
    observation.cancel()
  }

  @Test func `an observer added in an observer's first call or within a turn is called at once`() {
    let store = makeStore { $0 == "first" ? Effect(value: "follows") : .none }
    var seen: [String] = []
    var inner: [StoreObservation] = []
    let outer = store.observe { state, _ in
      seen.append("outer \(state)")
      if state == [] { store.send("first") }
      if state.count < 2 {
        inner.append(
          store.scope(state: \.count).observe { count, _ in
            seen.append("inner \(count)")
            if count == 0 { store.send("second") }
          }
        )
      }
      seen.append("outer ends")
    }
    #expect(store.state == ["first", "second", "follows"])
    #expect(
      seen == [
        "outer []", "inner 0", "outer ends",
        #"outer ["first"]"#, "inner 1", "outer ends", "inner 1",
        #"outer ["first", "second"]"#, "outer ends", "inner 2", "inner 2",
        #"outer ["first", "second", "follows"]"#, "outer ends", "inner 3", "inner 3",
      ]
    )
    withExtendedLifetime((outer, inner)) {}
  }

  @Test func `all observers of a turn receive the same state even if one of them sends`() {
    let store = makeStore { _ in .none }
    var seen: [String] = []
    let observations = ["x", "y", "z"].map { name in
      store.observe { state, _ in
        seen.append(name + (state.last ?? ""))
        if state.last == "1" { store.send(name) }
      }
    }
    seen = []
    store.send("1")
    #expect(
      seen == ["x1", "y1", "z1", "xx", "yx", "zx", "xy", "yy", "zy", "xz", "yz", "zz"]
    )
    withExtendedLifetime(observations) {}
  }
}
