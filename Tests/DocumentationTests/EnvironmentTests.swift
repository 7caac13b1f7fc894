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

struct QuickNote: Equatable {
  var savedAt: Date?
  var text = ""
}

enum QuickNoteAction: Equatable {
  case saveButtonTapped
}

func quickNoteReducer<World: NoteWorld>() -> Reducer<QuickNote, QuickNoteAction, World> {
  Reducer { state, action, world in
    state.savedAt = world.date.current
    return .fireAndForget { [text = state.text] in await world.saveNote(text) }
  }
}

protocol DiceWorld: Sendable {
  var random: RandomGenerator { get }
}

func diceReducer<World: DiceWorld>() -> Reducer<Int, Void, World> {
  Reducer { state, _, world in
    state = world.random { Int.random(in: 1...6, using: &$0) }
    return .none
  }
}

struct WorkbenchWorld: NoteWorld, DiceWorld {
  var date = ValueProvider<Date>.failing
  var random = RandomGenerator.failing
  var saveNote: @Sendable (String) async -> Void = unimplemented("WorkbenchWorld.saveNote")
}

struct Workbench: Equatable {
  var dice = 1
  var note = QuickNote()
}

enum WorkbenchAction: Sendable {
  case dice(Void)
  case note(QuickNoteAction)
}

let workbenchReducer = Reducer<Workbench, WorkbenchAction, WorkbenchWorld>.combine(
  diceReducer().pullback(state: \.dice, action: /WorkbenchAction.dice),
  quickNoteReducer().pullback(state: \.note, action: /WorkbenchAction.note)
)

@Suite struct EnvironmentTests {
  @Test func `a saved note has the date of the environment`() {
    let date = Date(timeIntervalSince1970: 5)
    let saved = Recorder<[String]>([])
    let store = TestStore(
      initialState: Workbench(note: QuickNote(text: "Buy milk")),
      reducer: workbenchReducer,
      environment: WorkbenchWorld(
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

  @Test func `a roll has the number of the seeded generator`() {
    let store = TestStore(
      initialState: Workbench(),
      reducer: workbenchReducer,
      environment: WorkbenchWorld(random: .seeded(1))
    )
    var generator = RandomGenerator.seeded(1)
    let number = Int.random(in: 1...6, using: &generator)
    store.send(.dice(())) { $0.dice = number }
  }
}
