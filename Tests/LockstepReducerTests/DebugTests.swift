// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private struct AppState: Equatable, Sendable {
  var counter = Counter()
  var name = "Blob"

  struct Counter: Equatable, Sendable {
    var count = 0
    var isOn = true
  }
}

private enum AppAction: Equatable {
  case add(Int)
  case doNothing
}

private let appReducer = Reducer<AppState, AppAction, Void> { state, action, _ in
  guard case .add(let number) = action else { return .none }
  state.counter.count += number
  return number == 1 ? Effect(value: .doNothing) : .none
}

@Suite struct DebugTests {
  private let expected = [
    """
    app: AppAction.add(
      1
    )
      AppState(
        counter: Counter(
    -     count: 0,
    +     count: 1,
          … (1 unchanged)
        ),
        … (1 unchanged)
      )
    """,
    """
    app: AppAction.doNothing
      (nothing changed)
    """,
  ]

  private func run(_ reducer: Reducer<AppState, AppAction, Void>) -> AppState {
    let store = ManualStore(initialState: AppState(), reducer: reducer, environment: ())
    store.send(.add(1))
    return store.store.state
  }

  @Test func `debug passes each action and its state changes to a function`() {
    let texts = Recorder<[String]>([])
    let reducer = appReducer.debug("app") { text in texts.update { $0.append(text) } }
    #expect(run(reducer) == AppState(counter: AppState.Counter(count: 1)))
    #expect(texts.value == expected)
  }

  @Test func `the text begins with the action if there is no name`() {
    let texts = Recorder<[String]>([])
    var state = AppState()
    _ = appReducer.debug { text in texts.update { $0.append(text) } }.run(&state, .doNothing, ())
    _ = appReducer.debugActions { text in texts.update { $0.append(text) } }
      .run(&state, .doNothing, ())
    #expect(texts.value == ["AppAction.doNothing\n  (nothing changed)", "AppAction.doNothing"])
  }

  @Test func `debug preserves the effects of the reducer`() {
    for reducer in [appReducer.debug("app") { _ in }, appReducer.debugActions("app") { _ in }] {
      var state = AppState()
      #expect(picture(reducer.run(&state, .add(1), ())) == "doNothing |")
    }
  }

  // MARK: Only the actions

  private let actions = ["app: AppAction.add(\n  1\n)", "app: AppAction.doNothing"]

  @Test func `debugActions passes each action to a function`() {
    let texts = Recorder<[String]>([])
    let reducer = appReducer.debugActions("app") { text in texts.update { $0.append(text) } }
    #expect(run(reducer) == AppState(counter: AppState.Counter(count: 1)))
    #expect(texts.value == actions)
  }

  @Test func `debugActions prints an action before its reducer runs and does not copy the state`() {
    let texts = Recorder<[String]>([])
    let elements = Reducer<[Int], Int, Void> { state, action, _ in
      texts.update { $0.append("reduced") }
      state[0] = action
      return .none
    }
    .debugActions { text in texts.update { $0.append(text) } }
    var state = Array(repeating: 0, count: 1_000)
    let before = state.withUnsafeBufferPointer { $0.baseAddress }
    _ = elements.run(&state, 7, ())
    #expect(texts.value == ["7", "reduced"])
    #expect(state[0] == 7)
    #expect(state.withUnsafeBufferPointer { $0.baseAddress } == before)
  }
}
