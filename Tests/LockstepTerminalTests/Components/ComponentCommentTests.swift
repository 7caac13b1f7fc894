// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import Testing

/// The examples in the comments of `Sources/LockstepTerminal/Layout` and `Components`.
@Suite struct ComponentCommentTests {
  // MARK: Layout

  @Test func `an area is divided into rows`() {
    var screen = Screen(size: Screen.Size(rows: 8, columns: 12))
    let parts = screen.area.rows([.fixed(1), .flexible(minimum: 2), .fraction(0.25)])
    screen.put("Scores", in: parts[0])
    #expect(parts.map(\.rows) == [1, 5, 2])
    #expect(screen.plainText == "Scores")
    let middle = screen.area.rows([.flexible(), .fixed(5), .flexible()])[1]
    #expect(middle == Screen.Area(row: 1, column: 0, rows: 5, columns: 12))
  }

  @Test func `columns share the width`() {
    let screen = Screen(size: Screen.Size(rows: 1, columns: 11))
    let halves = screen.area.columns([.fraction(0.5), .fraction(0.5)], spacing: 1)
    #expect(halves.map(\.column) == [0, 6])
  }

  @Test func `truncated text ends with an ellipsis`() {
    let title = "The hobbit".truncated(columns: 7)  // "The ho…"
    #expect(title == "The ho…")
  }

  // MARK: Components that are features

  private enum SignUp {
    struct State: Equatable {
      var name = TextField()
      var isComplete = false
    }

    enum Action: Equatable {
      case done
      case name(TextField.Action)
    }

    static let reducer = Reducer<State, Action, Void> { signUp, action, _ in
      if action == .done { signUp.isComplete = true }
      return .none
    }
  }

  @Test func `a text field is part of a feature`() {
    let reducer = Reducer<SignUp.State, SignUp.Action, Void>.combine(
      TextField.reducer.pullback(
        state: \.name,
        action: /SignUp.Action.name,
        environment: { _ in () }
      ),
      SignUp.reducer
    )

    var state = SignUp.State()
    let event = TerminalEvent.key(.character("B"))
    let action = state.name.action(for: event).map(SignUp.Action.name)
    #expect(action == .name(.inserted("B")))
    if let action { _ = reducer.run(&state, action, ()) }
    _ = reducer.run(&state, .done, ())

    var screen = Screen(size: Screen.Size(rows: 1, columns: 9))
    let area = screen.area
    screen.draw(state.name, in: area, isFocused: true)
    #expect(screen.plainText == "B")
    #expect(state.isComplete)
  }

  private struct Game: ListElement {
    let id: Int
    var title: String
  }

  @Test func `a list has a selection`() {
    var screen = Screen(size: Screen.Size(rows: 3, columns: 9))
    let area = screen.area
    var games = List([Game(id: 1, title: "Chess"), Game(id: 2, title: "Go")])

    screen.draw(games, in: area)
    // > Chess
    //   Go
    #expect(screen.plainText == "> Chess\n  Go")
    games.selection = 2
    #expect(games.selectedElement?.title == "Go")
  }

  private enum Games {
    struct State: Equatable {
      var games = List([Game(id: 1, title: "Chess"), Game(id: 2, title: "Go")])
    }

    enum Action: Equatable {
      case games(List<Game>.Action)
      case playButtonTapped
    }
  }

  @Test func `a list handles a key before the program does`() {
    func parts(_ size: Screen.Size) -> [Screen.Area] {
      Screen(size: size).area.rows([.flexible(), .fixed(2)])
    }
    let area: (Screen.Size) -> Screen.Area = { parts($0)[0] }
    let helpArea: (Screen.Size) -> Screen.Area = { parts($0)[1] }
    let program = TerminalProgram<Games.State, Games.Action>(
      keys: { state, size in
        state.games.keys(in: area(size)).map { $0.map(Games.Action.games) }
          + [KeyBinding(.return, "Play", .playButtonTapped), .quit("q")]
      },
      isEditing: { $0.games.isEditing },
      screen: { state, size, help in
        var screen = Screen(size: size)
        screen.draw(state.games, in: area(size))
        screen.draw(help, in: helpArea(size))
        return screen
      },
      action: { event, state, size in
        state.games.action(for: event, in: area(size)).map(Games.Action.games)
      }
    )
    var state = Games.State()
    let size = Screen.Size(rows: 5, columns: 40)
    func press(_ key: Key) -> Games.Action? {
      let action = program.action(.key(key), state, size)
      if case .games(let action) = action { _ = List<Game>.reducer.run(&state.games, action, ()) }
      return action
    }
    #expect(press(.return) == .playButtonTapped)
    #expect(press("/") == .games(.filterOpened))
    #expect(press("q") == .games(.filter(.inserted("q"))))
    #expect(press(.backspace) == .games(.filter(.deletedBackward)))
    #expect(press("g") == .games(.filter(.inserted("g"))))
    #expect(
      program.screen(state, size).plainText == """
        /g
        > Go

        [Enter] Keep filter   [Esc] Show all
        """
    )
    #expect(press(.return) == .games(.filterKept))
    #expect(press(.return) == .playButtonTapped)
    #expect(press(.escape) == .games(.filterClosed))
    #expect(press(.escape) == nil)
    #expect(press("q") == nil)
    #expect(state.games.selectedElement?.id == 2)
  }

  @Test func `a table has columns`() {
    var screen = Screen(size: Screen.Size(rows: 3, columns: 18))
    let area = screen.area
    let table = Table(
      columns: [
        Table.Column("Player", length: .flexible(minimum: 6)),
        Table.Column("Score", alignment: .trailing),
      ],
      rows: [["Blob", "27"], ["Blob, Jr.", "9"]]
    )

    screen.draw(table, in: area)
    // Player       Score
    // Blob            27
    // Blob, Jr.        9
    #expect(
      screen.plainText == """
        Player       Score
        Blob            27
        Blob, Jr.        9
        """
    )
  }

  @Test func `tabs show the selected title in brackets`() {
    var screen = Screen(size: Screen.Size(rows: 1, columns: 30))
    let area = screen.area
    let tabs = Tabs(["Games", "Scores", "Settings"], selection: 1)

    screen.draw(tabs, in: area)
    //  Games  [Scores]  Settings
    #expect(screen.plainText == " Games  [Scores]  Settings")
  }

  @Test func `a long text is scrolled`() {
    var screen = Screen(size: Screen.Size(rows: 1, columns: 14))
    var license = Viewport("Permission is hereby granted, free of charge, to any person …")
    license.firstColumn = 11
    screen.draw(license, in: screen.area)
    #expect(screen.plainText == "‹s hereby gra›")
  }

  // MARK: Other components

  @Test func `a bar is filled in eighths`() {
    var screen = Screen(size: Screen.Size(rows: 1, columns: 20))
    let area = screen.area
    screen.draw(ProgressBar(0.35), in: area)
    // █████▎░░░░░░░░░  35%
    #expect(screen.plainText == "█████▎░░░░░░░░░  35%")
  }

  private struct Loading: Equatable {
    var spinner = Spinner("Loading")
  }

  private enum LoadingAction: Equatable {
    case timerTicked
  }

  @Test func `a timer advances a spinner`() {
    let reducer = Reducer<Loading, LoadingAction, Void> { state, action, _ in
      switch action {
      case .timerTicked:
        state.spinner.phase += 1
      }
      return .none
    }
    var state = Loading()
    _ = reducer.run(&state, .timerTicked, ())
    #expect(state.spinner == Spinner("Loading", phase: 1))
  }

  private enum AppFeature {
    struct State: Equatable {
      var alert: AlertState<Action>?
    }

    enum Action: Equatable {
      case alertDismissed
      case closeButtonTapped
      case newGameButtonTapped
    }
  }

  @Test func `bindings map keys to actions and are listed in the help`() {
    var screen = Screen(size: Screen.Size(rows: 1, columns: 50))
    let area = screen.area
    let event = TerminalEvent.key(.escape)
    let bindings: [KeyBinding<AppFeature.Action>] = [
      KeyBinding("n", "New game", .newGameButtonTapped),
      KeyBinding([.escape, "c"], "Close", .closeButtonTapped),
      .quit("q"),
    ]

    let action = bindings.action(for: event)
    #expect(action == .closeButtonTapped)

    screen.draw(HelpLine(bindings), in: area)
    // [n] New game   [Esc/c] Close   [q] Quit
    #expect(screen.plainText == "[n] New game   [Esc/c] Close   [q] Quit")
  }

  @Test func `help is wrapped to the given number of columns`() {
    let help = HelpLine(["[↑↓] Move", "[Enter] Open", "[q] Quit"])
    let lines = help.lines(columns: 24, rows: 2)  // ["[↑↓] Move   [Enter] Open", "[q] Quit"]
    #expect(lines == ["[↑↓] Move   [Enter] Open", "[q] Quit"])
  }

  private enum NewPost {
    struct State: Equatable {
      var draft = TextField("Hello")
    }

    enum Action: Equatable {
      case cancelButtonTapped
      case postButtonTapped
    }
  }

  @Test func `a dialog reserves a row for a text field`() {
    var screen = Screen(size: Screen.Size(rows: 7, columns: 24))
    let state = NewPost.State()
    let dialog = Dialog<NewPost.Action>(
      "What is new?",
      contentRows: 1,
      keys: [
        KeyBinding(.return, "Post it", .postButtonTapped),
        KeyBinding(.escape, "Never mind", .cancelButtonTapped),
      ]
    )
    let row = screen.draw(dialog, in: screen.area)
    screen.draw(state.draft, in: row)
    #expect(
      screen.plainText.split(separator: "\n") == [
        "  ╔═ What is new? ═══╗",
        "  ║ Hello            ║",
        "  ║                  ║",
        "  ║ [Enter] Post it  ║",
        "  ║ [Esc] Never mind ║",
        "  ╚══════════════════╝",
      ]
    )
    #expect(dialog.keys.action(for: .key(.escape)) == .cancelButtonTapped)
  }

  @Test func `an alert in the state is drawn as a dialog`() {
    var screen = Screen(size: Screen.Size(rows: 7, columns: 20))
    let state = AppFeature.State(alert: AlertState(title: "Saved"))
    if let alert = state.alert {
      let dialog = Dialog(alert, dismissal: .alertDismissed)
      screen.draw(dialog, in: screen.area)
    }
    #expect(
      screen.plainText == """

        ╔═ Saved ══════════╗
        ║                  ║
        ║ [o/Esc/Enter] OK ║
        ║                  ║
        ╚══════════════════╝
        """
    )
  }
}

/// The example in the comment of a dialog that is presented.
@Suite struct PresentedDialogTests {
  private enum Answer: Equatable { case quit }

  private enum Game {
    struct State { var alert: AlertState<Answer>? }

    enum Action: Equatable { case alert(PresentationAction<Answer>) }
  }

  @Test func `the keys of a presented alert send presentation actions`() {
    let state = Game.State(
      alert: AlertState(
        title: "Quit?",
        message: "Nothing is saved.",
        style: .confirmationDialog,
        buttons: [.destructive("Quit", send: .quit), .default("Later"), .cancel()]
      )
    )
    let dialog = state.alert.map { Dialog(presented: $0) }
    let keys = dialog?.keys.map { $0.map(Game.Action.alert) }
    #expect(keys?.map(\.action) == [.alert(.presented(.quit)), .alert(.dismiss), .alert(.dismiss)])
    #expect(keys?.map(\.label) == ["Quit", "Later", "Cancel"])
    #expect(dialog?.title == "Quit?")
    #expect(dialog?.message == "Nothing is saved.")
    #expect(dialog?.keys.action(for: .key(.escape)) == .dismiss)
  }
}
