// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// All actions pass through one first in, first out queue, no matter where they are sent.
@Suite @MainActor struct StoreOrderTests {
  private typealias Log = Reducer<[String], String, Void>

  private func makeStore(
    actionLimit: Int = 10_000_000,
    _ effect: @escaping @Sendable (String) -> Effect<String, Never>
  ) -> Store<[String], String> {
    Store(
      initialState: [],
      reducer: Log { state, action, _ in
        state.append(action)
        return effect(action)
      },
      environment: (),
      actionLimit: actionLimit
    )
  }

  @Test func `send returns when the queue is empty`() {
    let store = makeStore { action in
      switch action {
      case "a": .merge(Effect(value: "b"), Effect(value: "c"))
      case "b": Effect(value: "d")
      case "c": .concatenate(Effect(value: "e"), Effect(value: "f"))
      default: .none
      }
    }
    store.send("a")
    #expect(store.state == ["a", "b", "c", "d", "e", "f"])
  }

  @Test
  func
    `actions that an effect, observers and another thread send in one turn are reduced in order`()
  {
    let subject = Subject<String, Never>()
    let thread = DispatchQueue(label: "thread")
    let store = makeStore { action in
      switch action {
      case "listen":
        subject.effect
      case "start":
        .merge(
          Effect(value: "first of effect"),
          .fireAndForget { thread.sync { subject.send("thread during effect") } },
          .sync { "second of effect" },
          Effect(value: "third of effect")
        )
      case "first of effect":
        Effect(value: "follows the first")
      default:
        .none
      }
    }
    store.send("listen")
    let first = store.observe { state, _ in
      guard state.last == "start" else { return }
      store.send("first observer")
      thread.sync { subject.send("thread during observers") }
      store.send("first observer again")
    }
    let second = store.observe { state, _ in
      if state.last == "start" { store.send("second observer") }
    }
    store.send("start")
    #expect(
      store.state == [
        "listen", "start", "first of effect", "thread during effect", "second of effect",
        "third of effect", "first observer", "thread during observers", "first observer again",
        "second observer", "follows the first",
      ]
    )
    first.cancel()
    second.cancel()
  }

  @Test func `an effect's pending value is reduced before a caller's later action`() {
    let subject = Subject<String, Never>()
    let store = makeStore { $0 == "listen" ? subject.effect : .none }
    store.send("listen")
    DispatchQueue(label: "thread").sync { subject.send("thread") }
    store.send("caller")
    #expect(store.state == ["listen", "thread", "caller"])
  }

  @Test func `the action limit starts anew for the action after a chain that was cut`() {
    let subject = Subject<String, Never>()
    let thread = DispatchQueue(label: "thread")
    let store = makeStore(actionLimit: 20) { action in
      switch action {
      case "listen":
        subject.effect
      case "endless":
        Effect(value: "endless")
      case "ask":
        .run { subscriber in
          // `sync` would send on this thread.
          let sent = DispatchSemaphore(value: 0)
          thread.async {
            subscriber.send("answer")
            sent.signal()
          }
          sent.wait()
          return AnyCancellable {}
        }
      default:
        .none
      }
    }
    store.send("listen")
    let cut = withReportedIssues { store.send("endless") }
    #expect(cut.count == 1)
    // The store reduces this value first, and then the action that is sent next.
    subject.send("waits")
    let issues = withReportedIssues { store.send("ask") }
    #expect(issues.map(\.message) == [])
    #expect(store.state.suffix(3) == ["waits", "ask", "answer"])
  }

  @Test func `an action that an observer sends waits until the observer returns`() {
    let store = makeStore { $0 == "a" ? Effect(value: "effect of a") : .none }
    var seen: [String] = []
    let observation = store.observe { state, _ in
      seen.append("begin \(state.last ?? "")")
      if state.last == "a" {
        store.send("b")
        #expect(store.state.last == "a")
      }
      seen.append("end \(state.last ?? "")")
    }
    store.send("a")
    #expect(store.state == ["a", "effect of a", "b"])
    #expect(
      seen == [
        "begin ", "end ", "begin a", "end a", "begin effect of a", "end effect of a", "begin b",
        "end b",
      ]
    )
    observation.cancel()
  }

  @Test func `all combined reducers run before the action of an effect is reduced`() {
    let store = Store<[String], String>(
      initialState: [],
      reducer: Log.combine(
        Log { state, action, _ in
          state.append("first: \(action)")
          return action == "a" ? Effect(value: "b") : .none
        },
        Log { state, action, _ in
          state.append("second: \(action)")
          return .none
        }
      ),
      environment: ()
    )
    store.send("a")
    #expect(store.state == ["first: a", "second: a", "first: b", "second: b"])
  }

  // MARK: Chains

  @Test func `a chain of a million synchronous actions is reduced before send returns`() {
    let store = Store<Int, Int>(
      initialState: 0,
      reducer: Reducer { state, action, _ in
        state += 1
        return action > 1 ? Effect(value: action - 1) : .none
      },
      environment: ()
    )
    store.send(1_000_000)
    #expect(store.state == 1_000_000)
  }

  @Test
  func
    `a chain of twenty thousand actions of effects and observers is reduced before send returns`()
  {
    let store = Store<Int, Int>(
      initialState: 0,
      reducer: Reducer { state, action, _ in
        state = action
        return action % 2 == 0 && action > 0 ? .sync { action - 1 } : .none
      },
      environment: ()
    )
    let observation = store.observe { state, _ in
      if state % 2 == 1 { store.send(state - 1) }
    }
    store.send(20_000)
    #expect(store.state == 0)
    observation.cancel()
  }

  @Test func `a chain that does not end is reported and cut`() {
    let store = makeStore(actionLimit: 20) { action in
      guard let number = Int(action) else { return .none }
      return .merge(Effect(value: "\(number + 1)"), Effect(value: "aside"))
    }
    let line: UInt = #line + 1
    let issues = withReportedIssues { store.send("1") }
    #expect(
      issues.map(\.message) == [
        """
        A chain of actions does not end.

        20 actions followed from one another without input from outside. The last were:

          "17"
          "aside"
          "18"
          "aside"
          "19"
          "aside"
          "20"
          "aside"
          "21"
          "aside"

        The store dropped this action: "22"

        An effect or an observer of each action sent the next one. End the chain at one of them, or pass a higher \
        'actionLimit' to the store.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
    let expected = (1...21).map(String.init)
    #expect(store.state.filter { $0 != "aside" } == expected)

    store.send("end")
    #expect(store.state.last == "end")
    let again = withReportedIssues {
      store.send("15")
      store.send("1")
    }
    #expect(again.count == 2)
  }

  @Test func `a chain that ends in time is not reported`() {
    let store = makeStore(actionLimit: 20) { action in
      Int(action).map { $0 < 21 ? Effect(value: "\($0 + 1)") : .none } ?? .none
    }
    let issues = withReportedIssues { store.send("1") }
    #expect(issues == [])
    #expect(store.state.count == 21)
  }

  @Test func `an endless chain of an observer is reported and cut`() {
    let store = makeStore(actionLimit: 20) { _ in .none }
    let observation = store.observe { state, _ in
      if state.isEmpty == false { store.send("\(state.count)") }
    }
    let issues = withReportedIssues { store.send("start") }
    #expect(issues.count == 1)
    #expect(store.state.count == 21)
    observation.cancel()
  }
}
