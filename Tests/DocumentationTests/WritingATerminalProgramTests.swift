// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import Testing

/// The blocks of the article on terminal programs that its package does not have.
@Suite struct WritingATerminalProgramTests {
  enum Notes {
    struct State: Equatable {
      var text = ""
      var isClosed = false
    }

    enum Action: Equatable {
      case closeButtonTapped
      case rowTapped(Int)
      case typed(String)
    }
  }

  func drawNotes(_ state: Notes.State, _ size: Screen.Size, _ help: HelpLine) -> Screen {
    var screen = Screen(size: size)
    screen.put(state.text, row: 0, column: 0)
    return screen
  }

  enum Words {
    enum Action: Equatable { case nextWordButtonTapped }
  }

  @Test func `a binding has several keys`() {
    let binding = KeyBinding(
      [.right, .alt("f"), .right.control],
      "Next word",
      Words.Action.nextWordButtonTapped
    )
    #expect(binding.text == "[→/Alt-f/^→] Next word")
    #expect([binding].action(for: .key(.alt("f"))) == .nextWordButtonTapped)
  }

  @Test func `a program handles pasted text and mouse clicks`() {
    let program = TerminalProgram<Notes.State, Notes.Action>(
      features: [.paste, .mouse],
      keys: { _, _ in [KeyBinding(.control("d"), "Close", .closeButtonTapped)] },
      isEditing: { _ in true },
      isFinished: { $0.isClosed },
      screen: drawNotes,
      action: { event, _, _ in
        switch event {
        case .key(.character(let character)): .typed(String(character))
        case .paste(let text): .typed(text)
        case .mouse(let mouse) where mouse.kind == .press(.left): .rowTapped(mouse.row)
        default: nil
        }
      }
    )
    let size = Screen.Size(rows: 3, columns: 20)
    #expect(program.screen(Notes.State(text: "Buy milk"), size).plainText == "Buy milk")
    #expect(program.action(.key(.control("d")), Notes.State(), size) == .closeButtonTapped)

    let click = TerminalEvent.Mouse(.press(.left), row: 2, column: 5)
    #expect(program.action(.mouse(click), Notes.State(), size) == .rowTapped(2))
    #expect(program.action(.paste("milk"), Notes.State(), size) == .typed("milk"))
    #expect(program.action(.focus(true), Notes.State(), size) == nil)
    #expect(program.isFinished(Notes.State(isClosed: true)))
  }
}
