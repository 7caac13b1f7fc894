// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private struct Settings: Equatable, Sendable {
  var name = ""
  var sound = Sound()
  var log: [String] = []

  struct Sound: Equatable, Sendable {
    var isOn = true
    var volume = 1
  }
}

private enum SettingsAction: Equatable {
  case binding(BindingAction<Settings>)
  case sound(BindingAction<Settings.Sound>)
  case saveButtonTapped
}

private let settingsReducer = Reducer<Settings, SettingsAction, Void> { state, action, _ in
  switch action {
  case .binding(\.name):
    state.log.append("name is \(state.name)")
  case .binding(\.sound.volume):
    state.log.append("volume is \(state.sound.volume)")
  case .binding:
    state.log.append("something else")
  case .sound(\.isOn):
    state.log.append("sound is \(state.sound.isOn)")
  case .sound, .saveButtonTapped:
    state.log.append("\(action)")
  }
  return .none
}
.binding(action: /SettingsAction.binding)
.binding(state: \.sound, action: /SettingsAction.sound)

@Suite struct BindingTests {
  private typealias Action = BindingAction<Settings>

  @Test func `the property is set before the reducer sees the action`() {
    let store = ManualStore(initialState: Settings(), reducer: settingsReducer, environment: ())
    store.send(.binding(.set(\.name, "Blob")))
    store.send(.binding(.set(\.sound.volume, 5)))
    store.send(.binding(.set(\.sound.isOn, false)))
    store.send(.sound(.set(\.isOn, true)))
    store.send(.sound(.set(\.volume, 7)))
    store.send(.saveButtonTapped)
    #expect(
      store.store.state
        == Settings(
          name: "Blob",
          sound: Settings.Sound(isOn: true, volume: 7),
          log: [
            "name is Blob", "volume is 5", "something else", "sound is true",
            #"sound(.set(\Sound.volume, 7))"#, "saveButtonTapped",
          ]
        )
    )
  }

  @Test func `binding actions are equal if they set the same property to equal values`() {
    #expect(Action.set(\.name, "Blob") == .set(\.name, "Blob"))
    #expect(Action.set(\.name, "Blob") != .set(\.name, "Blob Jr."))
    #expect(Action.set(\.sound.volume, 1) != .set(\.name, "1"))
    #expect(Action.set(\.sound.isOn, true) != .set(\.sound.volume, 1))
    #expect(Action.set(\.sound, Settings.Sound()) == .set(\.sound, Settings.Sound()))
  }

  @Test func `binding actions support optionals and composed key paths`() {
    struct Form: Equatable {
      var choice: Int?
    }
    var form = Form()
    BindingAction<Form>.set(\.choice, 1).apply(to: &form)
    #expect(form == Form(choice: 1))
    BindingAction<Form>.set(\.choice, nil).apply(to: &form)
    #expect(form == Form())
    #expect(BindingAction<Form>.set(\.choice, nil) == .set(\.choice, nil))
    #expect(BindingAction<Form>.set(\.choice, nil) != .set(\.choice, 1))
    let sound: WritableKeyPath<Settings, Settings.Sound> = \.sound
    #expect(sound.appending(path: \.volume) ~= Action.set(\.sound.volume, 2))
    #expect((\Settings.sound ~= Action.set(\.sound.volume, 2)) == false)
  }

  @Test func `a binding action is described and dumped as it is written`() {
    let action = Action.set(\.name, "Blob")
    #expect("\(action)" == #".set(\Settings.name, "Blob")"#)
    #expect(
      Dump(SettingsAction.binding(action)).text == #"""
        SettingsAction.binding(
          BindingAction<Settings>.set(
            \Settings.name: "Blob"
          )
        )
        """#
    )
    #expect(
      Dump.diff(action, Action.set(\.name, "Blob Jr.")) == #"""
          BindingAction<Settings>.set(
        -   \Settings.name: "Blob"
        +   \Settings.name: "Blob Jr."
          )
        """#
    )
    #expect(
      Dump(Action.set(\.sound, Settings.Sound())).text == #"""
        BindingAction<Settings>.set(
          \Settings.sound: Sound(
            isOn: true,
            volume: 1
          )
        )
        """#
    )
  }

  @Test func `in a test store`() {
    let store = TestStore(initialState: Settings(), reducer: settingsReducer, environment: ())
    store.send(.binding(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.log = ["name is Blob"]
    }
  }
}
