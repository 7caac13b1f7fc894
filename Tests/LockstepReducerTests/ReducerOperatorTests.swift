// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import Testing

private struct Settings: Equatable, Sendable {
  var isSoundOn = true
  var volume = 1
  var log: [String] = []
}

private enum SettingsAction: Equatable {
  case setVolume(Int)
  case toggleSound
  case noted(String)
}

private let settingsReducer = Reducer<Settings, SettingsAction, String> { state, action, _ in
  switch action {
  case .setVolume(let volume):
    state.volume = volume
    return Effect(value: .noted("set"))
  case .toggleSound:
    state.isSoundOn.toggle()
    return .none
  case .noted(let note):
    state.log.append(note)
    return .none
  }
}

@Suite struct ReducerOperatorTests {
  private func run(
    _ reducer: Reducer<Settings, SettingsAction, String>,
    _ actions: SettingsAction...
  ) -> Settings {
    let store = ManualStore(initialState: Settings(), reducer: reducer, environment: "test")
    for action in actions { store.send(action) }
    return store.store.state
  }

  // MARK: onChange

  private let noting = settingsReducer.onChange(of: \.volume) {
    volume,
    state,
    action,
    environment in
    state.log.append("\(volume), \(action) in \(environment)")
    return Effect(value: .noted("changed"))
  }

  @Test func `onChange runs after a change, and its effects follow the reducer's effects`() {
    #expect(
      run(noting, .setVolume(3))
        == Settings(volume: 3, log: ["3, setVolume(3) in test", "set", "changed"])
    )
  }

  @Test func `onChange is not called without a change`() {
    #expect(run(noting, .setVolume(1), .toggleSound) == Settings(isSoundOn: false, log: ["set"]))
  }

  @Test func `onChange can receive the previous value`() {
    let reducer = settingsReducer.onChange(of: \.volume) { previous, volume, state, _, _ in
      state.log.append("\(previous) to \(volume)")
      return .none
    }
    #expect(
      run(reducer, .setVolume(3), .setVolume(3), .setVolume(2)).log
        == ["1 to 3", "set", "set", "3 to 2", "set"]
    )
  }

  @Test func `onChange does not run for its own changes`() {
    let reducer = settingsReducer.onChange(of: \.volume) { _, state, _, _ in
      state.volume += 100
      state.log.append("called")
      return .none
    }
    #expect(run(reducer, .setVolume(3)) == Settings(volume: 103, log: ["called", "set"]))
  }

  @Test func `onChange observes a computed value`() {
    let loudness = { @Sendable (state: Settings) in state.isSoundOn ? state.volume : 0 }
    let reducer = settingsReducer.onChange(of: loudness) { loudness, state, _, _ in
      state.log.append("\(loudness)")
      return .none
    }
    let state = run(reducer, .toggleSound, .setVolume(5), .toggleSound)
    #expect(state == Settings(volume: 5, log: ["0", "set", "5"]))
  }

  // MARK: filter

  @Test func `filter runs the reducer only for allowed actions`() {
    let reducer = settingsReducer.filter { state, action in
      state.isSoundOn || action == .toggleSound
    }
    let state = run(
      reducer,
      .setVolume(2),
      .toggleSound,
      .setVolume(3),
      .toggleSound,
      .setVolume(4)
    )
    #expect(state == Settings(volume: 4, log: ["set", "set"]))
  }

  @Test func `filter returns no effects for blocked actions`() {
    var state = Settings()
    let effect = settingsReducer.filter { _, _ in false }.run(&state, .setVolume(2), "test")
    #expect(picture(effect) == "|")
    #expect(state == Settings())
  }
}
