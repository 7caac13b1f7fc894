// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal

/// The selection of a demo in the menu.
struct DemoChoice: Equatable, Sendable {
  struct Row: ListElement {
    let id: Character
    var title: String
  }

  enum Action: Equatable, Sendable {
    case chosen(Character)
    case list(List<Row>.Action)
  }

  var chosen: Character?
  var list: List<Row>

  @MainActor
  init(_ entries: [DemoMenu.Entry], selection: Character? = nil) {
    let rows = entries.map { Row(id: $0.key, title: "[\($0.key)] \($0.title)") }
    list = List(IdentifiedArray(rows), selection: selection)
  }

  static let reducer = Reducer<DemoChoice, Action, Void>.combine(
    List<Row>.reducer.pullback(
      state: \.list,
      action: /Action.list
    ),
    .withoutEffects { state, action in
      if case .chosen(let key) = action { state.chosen = key }
    }
  )

  static var program: TerminalProgram<DemoChoice, Action> {
    TerminalProgram(
      keys: { state, size in
        let list = state.list.keys(in: Screen.content(size: size)).map { $0.map(Action.list) }
        let quit = KeyBinding<Action>.quit("q", .control("c"))
        // While the filter is being edited, Return belongs to the filter.
        if state.list.isEditing { return list + [quit] }
        let run = state.list.selectedElement.map {
          KeyBinding(.return, "Run", Action.chosen($0.id))
        }
        let letters = state.list.elements.map { row in
          KeyBinding(.character(row.id), "", Action.chosen(row.id))
        }
        return [run].compactMap(\.self) + [quit] + list + letters
      },
      isEditing: { $0.list.isEditing },
      isFinished: { $0.chosen != nil },
      screen: { state, size, help in
        var (screen, _, content) = Screen.framed("Demos", size: size)
        let main = screen.footer(help, in: content)
        let width = state.list.elements.map(\.title.count).max() ?? 0
        screen.draw(
          state.list,
          in: main.centered(
            rows: min(state.list.elements.count + 1, main.rows),
            columns: min(width + 4, main.columns)
          )
        )
        return screen
      },
      action: { event, state, size in
        state.list.action(for: event, in: Screen.content(size: size)).map(Action.list)
      }
    )
  }
}
