// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of reducers for collections, cases and states within themselves.
@Suite struct CompositionCommentTests {
  enum Row {
    struct State: Equatable, Identifiable {
      let id: Int
      var title = ""
    }

    enum Action: Equatable {
      case deleteButtonTapped
      case renamed(String)
    }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
      if case .renamed(let title) = action { state.title = title }
    }
  }

  enum Checklist {
    enum Action {
      case row(id: Row.State.ID, action: Row.Action)
    }

    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State>
    }

    struct Environment: Sendable {
      var row: Void
    }

    static let reducer = Reducer<State, Action, Environment>.combine(
      Row.reducer.environment(\.row).forEach(state: \.rows, action: /Action.row),
      Reducer { state, action, environment in
        guard case .row(let id, .deleteButtonTapped) = action else { return .none }
        state.rows.remove(id: id)
        return .none
      }
    )
  }

  @Test func `the row's reducer handles the actions of each row`() {
    var state = Checklist.State(rows: [Row.State(id: 1), Row.State(id: 2)])
    _ = Checklist.reducer.run(
      &state,
      .row(id: 2, action: .renamed("Two")),
      Checklist.Environment(row: ())
    )
    #expect(state.rows == [Row.State(id: 1), Row.State(id: 2, title: "Two")])
    _ = Checklist.reducer.run(
      &state,
      .row(id: 1, action: .deleteButtonTapped),
      Checklist.Environment(row: ())
    )
    #expect(state.rows == [Row.State(id: 2, title: "Two")])
  }

  @Test func `the environment of a row can be passed as an argument`() {
    let rows =
      Row.reducer.forEach(
        state: \Checklist.State.rows,
        action: /Checklist.Action.row,
        environment: { (environment: Checklist.Environment) in environment.row }
      )
    var state = Checklist.State(rows: [Row.State(id: 1)])
    _ = rows.run(&state, .row(id: 1, action: .renamed("One")), Checklist.Environment(row: ()))
    #expect(state.rows == [Row.State(id: 1, title: "One")])
  }

  enum Scoreboard {
    enum Action {
      case player(name: String, action: Player.Action)
    }
  }

  enum Player {
    enum Action: Equatable {
      case scored
    }

    static let reducer = Reducer<Int, Action, Void>.withoutEffects { state, _ in
      state += 1
    }
  }

  private var scoreboard: Reducer<Scoreboard.State, Scoreboard.Action, Scoreboard.Environment> {
    Player.reducer.forEach(state: \Scoreboard.State.players, action: /Scoreboard.Action.player)
  }

  enum Square {
    enum Action: Equatable {
      case taken
    }

    static let reducer = Reducer<Bool, Action, Void>.withoutEffects { state, _ in
      state = true
    }
  }

  enum Board {
    enum Action {
      case square(Int, Square.Action)
    }
  }

  private var board: Reducer<Board.State, Board.Action, Void> {
    Square.reducer.forEach(state: \Board.State.squares, action: /Board.Action.square)
  }

  @Test func `dictionary values and array elements can have reducers`() {
    var scores = Scoreboard.State(players: ["Blob": 1])
    let environment = Scoreboard.Environment(player: ())
    _ = scoreboard.run(&scores, .player(name: "Blob", action: .scored), environment)
    #expect(scores.players == ["Blob": 2])
    var squares = Board.State(squares: [false, false])
    _ = board.run(&squares, .square(1, .taken), ())
    #expect(squares.squares == [false, true])
  }

  enum PastGames {
    struct State: Equatable {
      var isLoading = false
    }

    enum Action: Equatable {
      case appeared
    }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, _ in
      state.isLoading = true
    }
  }

  enum Multiplayer {
    struct State: Equatable {
      enum Route: Equatable {
        case pastGames(PastGames.State)
      }

      var route: Route?
    }

    enum Action: Equatable {
      case pastGames(PastGames.Action)
    }

    struct Environment: Sendable {
      var pastGames: Void
    }
  }

  private var multiplayer: Reducer<Multiplayer.State, Multiplayer.Action, Multiplayer.Environment> {
    PastGames.reducer.pullback(
      state: (\Multiplayer.State.route).appending(path: /Multiplayer.State.Route.pastGames),
      action: /Multiplayer.Action.pastGames
    )
  }

  enum Login {
    struct State: Equatable {
      var name = ""
    }

    enum Action: Equatable {
      case nameChanged(String)
    }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
      if case .nameChanged(let name) = action { state.name = name }
    }
  }

  enum AppFeature {
    enum State: Equatable {
      case game
      case login(Login.State)
    }

    enum Action: Equatable {
      case login(Login.Action)
    }

    struct Environment: Sendable {
      var login: Void
    }
  }

  private var app: Reducer<AppFeature.State, AppFeature.Action, AppFeature.Environment> {
    Login.reducer.pullback(state: /AppFeature.State.login, action: /AppFeature.Action.login)
  }

  @Test func `a child reducer can run on a screen or on a case of the whole state`() {
    var multiplayerState = Multiplayer.State(route: .pastGames(PastGames.State()))
    let environment = Multiplayer.Environment(pastGames: ())
    _ = multiplayer.run(&multiplayerState, .pastGames(.appeared), environment)
    #expect(multiplayerState.route == .pastGames(PastGames.State(isLoading: true)))
    var appState = AppFeature.State.login(Login.State())
    _ = app.run(&appState, .login(.nameChanged("Blob")), AppFeature.Environment(login: ()))
    #expect(appState == .login(Login.State(name: "Blob")))
  }

  @Test func `the environment of a case can be passed as an argument`() {
    let app =
      Login.reducer.pullback(
        state: /AppFeature.State.login,
        action: /AppFeature.Action.login,
        environment: { (environment: AppFeature.Environment) in environment.login }
      )
    var state = AppFeature.State.login(Login.State())
    _ = app.run(&state, .login(.nameChanged("Blob")), AppFeature.Environment(login: ()))
    #expect(state == .login(Login.State(name: "Blob")))
  }

  enum Folder {
    struct State: Identifiable {
      let id: Int
      var name = ""
      var children: IdentifiedArrayOf<State> = []
    }

    indirect enum Action: Sendable {
      case child(id: Int, action: Action)
      case renamed(String)
    }

    static let reducer = Reducer<State, Action, Void>.recursive { reducer in
      .combine(
        reducer.forEach(state: \.children, action: /Action.child),
        .withoutEffects { state, action in
          guard case .renamed(let name) = action else { return }
          state.name = name
        }
      )
    }
  }

  @Test func `the reducer of a folder handles nested folders`() {
    var folder = Folder.State(
      id: 1,
      children: [Folder.State(id: 2, children: [Folder.State(id: 3)])]
    )
    let renamed = Folder.Action.child(id: 2, action: .child(id: 3, action: .renamed("Deep")))
    _ = Folder.reducer.run(&folder, renamed, ())
    #expect(folder.children[id: 2]?.children[id: 3]?.name == "Deep")
  }

  enum Expression {
    static let reducer = Reducer<State, Action, Void>.recursive { reducer in
      Reducer { state, action, environment in
        switch action {
        case .left(let action):
          return reducer.run(&state.left, action, environment).map(Action.left)
        case .right(let action):
          return reducer.run(&state.right, action, environment).map(Action.right)
        case .cleared:
          state = .empty
          return .none
        }
      }
    }
  }

  @Test func `the reducer of an expression handles nested expressions`() {
    let pair = Expression.State(parts: [.empty, .empty])
    var expression = Expression.State(parts: [pair, pair])
    _ = Expression.reducer.run(&expression, .right(.cleared), ())
    #expect(expression == Expression.State(parts: [pair, .empty]))
    _ = Expression.reducer.run(&expression, .left(.cleared), ())
    #expect(expression == Expression.State(parts: [.empty, .empty]))
  }
}

extension CompositionCommentTests.Scoreboard {
  struct State: Equatable {
    var players: [String: Int]
  }

  struct Environment: Sendable {
    var player: Void
  }
}

extension CompositionCommentTests.Board {
  struct State: Equatable {
    var squares: [Bool]
  }
}

extension CompositionCommentTests.Expression {
  struct State: Equatable {
    static let empty = State(parts: [])

    var parts: [State]

    var left: State {
      get { parts[0] }
      set { parts[0] = newValue }
    }

    var right: State {
      get { parts[1] }
      set { parts[1] = newValue }
    }
  }

  indirect enum Action: Equatable, Sendable {
    case cleared
    case left(Action)
    case right(Action)
  }
}
