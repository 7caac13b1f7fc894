// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComposingFeatures.md` on environments.

protocol NoteWorld: Sendable {
  var date: ValueProvider<Date> { get }
  var saveNote: @Sendable (String) async -> Void { get }
}

enum QuickNote {
  struct State: Equatable {
    var savedAt: Date?
    var text = ""
  }

  enum Action: Equatable {
    case saveButtonTapped
  }

  static func reducer<World: NoteWorld>() -> Reducer<State, Action, World> {
    Reducer { state, action, world in
      state.savedAt = world.date.current
      return .fireAndForget { [text = state.text] in await world.saveNote(text) }
    }
  }
}

protocol DiceWorld: Sendable {
  var random: RandomGenerator { get }
}

enum Dice {
  static func reducer<World: DiceWorld>() -> Reducer<Int, Void, World> {
    Reducer { state, _, world in
      state = world.random { Int.random(in: 1...6, using: &$0) }
      return .none
    }
  }
}

enum Workbench {
  struct State: Equatable {
    var dice = 1
    var note = QuickNote.State()
  }

  enum Action: Sendable {
    case dice(Void)
    case note(QuickNote.Action)
  }

  struct Environment: NoteWorld, DiceWorld {
    var date = ValueProvider<Date>.failing
    var random = RandomGenerator.failing
    var saveNote: @Sendable (String) async -> Void = unimplemented("Workbench.Environment.saveNote")
  }

  static let reducer = Reducer<State, Action, Environment>.combine(
    Dice.reducer().pullback(state: \.dice, action: /Action.dice),
    QuickNote.reducer().pullback(state: \.note, action: /Action.note)
  )
}

@Suite struct EnvironmentTests {
  @Test func `a saved note has the date of the environment`() {
    let date = Date(timeIntervalSince1970: 5)
    let saved = Recorder<[String]>([])
    let store = TestStore(
      initialState: Workbench.State(note: QuickNote.State(text: "Buy milk")),
      reducer: Workbench.reducer,
      environment: Workbench.Environment(
        date: .constant(date),
        saveNote: { note in saved.update { $0.append(note) } }
      )
    )
    store.send(.note(.saveButtonTapped)) {
      $0.note.savedAt = date
    }
    store.fireAndForget()
    #expect(saved.value == ["Buy milk"])
  }

  @Test func `a roll uses the seeded generator`() {
    let store = TestStore(
      initialState: Workbench.State(),
      reducer: Workbench.reducer,
      environment: Workbench.Environment(random: .seeded(1))
    )
    var generator = RandomGenerator.seeded(1)
    let number = Int.random(in: 1...6, using: &generator)
    store.send(.dice(())) { $0.dice = number }
  }
}
