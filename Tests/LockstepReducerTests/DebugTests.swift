// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Synchronization
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

/// A stream that can be read by whoever holds it.
private final class Log: TextOutputStream, Sendable {
  private let writes = Mutex<[String]>([])

  var texts: [String] { writes.withLock { $0 } }

  func write(_ string: String) {
    writes.withLock { $0.append(string) }
  }
}

/// A stream that is a value, and numbers what it hands on.
private struct NumberedLog: TextOutputStream, Sendable {
  let texts: Recorder<[String]>
  var count = 0

  mutating func write(_ string: String) {
    count += 1
    let text = "\(count) \(string)"
    texts.update { $0.append(text) }
  }
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

  @Test func `each action and what it changed is written to a stream, in one piece`() {
    let log = Log()
    #expect(run(appReducer.debug("app", to: log)) == AppState(counter: AppState.Counter(count: 1)))
    #expect(log.texts == expected.map { "\($0)\n" })
  }

  @Test func `a stream may be a value, which keeps its changes`() {
    let texts = Recorder<[String]>([])
    let log = NumberedLog(texts: texts)
    #expect(run(appReducer.debug("app", to: log)) == AppState(counter: AppState.Counter(count: 1)))
    #expect(texts.value == ["1 \(expected[0])\n", "2 \(expected[1])\n"])
    #expect(log.count == 0)
  }

  @Test func `each action and what it changed goes to a function`() {
    let texts = Recorder<[String]>([])
    let reducer = appReducer.debug("app") { text in texts.update { $0.append(text) } }
    #expect(run(reducer) == AppState(counter: AppState.Counter(count: 1)))
    #expect(texts.value == expected)
  }

  @Test func `without a name the text begins with the action`() {
    let log = Log()
    var state = AppState()
    _ = appReducer.debug(to: log).run(&state, .doNothing, ())
    #expect(log.texts == ["AppAction.doNothing\n  (nothing changed)\n"])
  }

  @Test func `several stores share a stream`() async {
    let log = Log()
    let reducer = appReducer.debug("app", to: log)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            var state = AppState()
            _ = reducer.run(&state, .add(1), ())
          }
        }
      }
    }
    #expect(log.texts == Array(repeating: "\(expected[0])\n", count: 200))
  }

  @Test func `the effects are those of the reducer`() {
    for reducer in [appReducer.debug("app") { _ in }, appReducer.debugActions("app") { _ in }] {
      var state = AppState()
      #expect(picture(reducer.run(&state, .add(1), ())) == "doNothing |")
    }
  }

  // MARK: Only the actions

  private let actions = ["app: AppAction.add(\n  1\n)", "app: AppAction.doNothing"]

  @Test func `each action alone goes to a function`() {
    let texts = Recorder<[String]>([])
    let reducer = appReducer.debugActions("app") { text in texts.update { $0.append(text) } }
    #expect(run(reducer) == AppState(counter: AppState.Counter(count: 1)))
    #expect(texts.value == actions)
  }

  @Test func `each action alone is written to a stream`() {
    let log = Log()
    #expect(
      run(appReducer.debugActions("app", to: log)) == AppState(counter: AppState.Counter(count: 1))
    )
    #expect(log.texts == actions.map { "\($0)\n" })
    var state = AppState()
    _ = appReducer.debugActions(to: log).run(&state, .doNothing, ())
    #expect(log.texts.last == "AppAction.doNothing\n")
  }

  @Test func `an action is printed before its reducer runs, which has the state to itself`() {
    let log = Log()
    let elements = Reducer<[Int], Int, Void> { state, action, _ in
      log.write("reduced")
      state[0] = action
      return .none
    }
    .debugActions { log.write($0) }
    var state = Array(repeating: 0, count: 1_000)
    let before = state.withUnsafeBufferPointer { $0.baseAddress }
    _ = elements.run(&state, 7, ())
    #expect(log.texts == ["7", "reduced"])
    #expect(state[0] == 7)
    #expect(state.withUnsafeBufferPointer { $0.baseAddress } == before)
  }
}
