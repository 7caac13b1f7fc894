// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of reducers for collections, cases and states within themselves.
@Suite struct CompositionCommentTests {
  struct Row: Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  enum RowAction: Equatable {
    case deleteButtonTapped
    case renamed(String)
  }

  struct ListState: Equatable {
    var rows: IdentifiedArrayOf<Row>
  }

  struct ListEnvironment: Sendable {
    var row: Void
  }

  enum ListAction {
    case row(id: Row.ID, action: RowAction)
  }

  private let rowReducer = Reducer<Row, RowAction, Void> { state, action, _ in
    if case .renamed(let title) = action { state.title = title }
    return .none
  }

  @Test func `each row is run by the reducer of a row`() {
    let listReducer = Reducer<ListState, ListAction, ListEnvironment>.combine(
      rowReducer.environment(\.row).forEach(state: \.rows, action: /ListAction.row),
      Reducer { state, action, environment in
        guard case .row(let id, .deleteButtonTapped) = action else { return .none }
        state.rows.remove(id: id)
        return .none
      }
    )
    var state = ListState(rows: [Row(id: 1), Row(id: 2)])
    _ = listReducer.run(&state, .row(id: 2, action: .renamed("Two")), ListEnvironment(row: ()))
    #expect(state.rows == [Row(id: 1), Row(id: 2, title: "Two")])
    _ = listReducer.run(&state, .row(id: 1, action: .deleteButtonTapped), ListEnvironment(row: ()))
    #expect(state.rows == [Row(id: 2, title: "Two")])
  }

  @Test func `the environment of a row is an argument`() {
    let listReducer =
      rowReducer.forEach(
        state: \ListState.rows,
        action: /ListAction.row,
        environment: { (environment: ListEnvironment) in environment.row }
      )
    var state = ListState(rows: [Row(id: 1)])
    _ = listReducer.run(&state, .row(id: 1, action: .renamed("One")), ListEnvironment(row: ()))
    #expect(state.rows == [Row(id: 1, title: "One")])
  }

  struct ScoreboardState: Equatable {
    var players: [String: Int]
  }

  enum PlayerAction: Equatable {
    case scored
  }

  enum ScoreboardAction {
    case player(name: String, action: PlayerAction)
  }

  struct ScoreboardEnvironment: Sendable {
    var player: Void
  }

  private let playerReducer = Reducer<Int, PlayerAction, Void> { state, _, _ in
    state += 1
    return .none
  }

  private var scoreboard: Reducer<ScoreboardState, ScoreboardAction, ScoreboardEnvironment> {
    playerReducer.forEach(state: \ScoreboardState.players, action: /ScoreboardAction.player)
  }

  enum SquareAction: Equatable {
    case taken
  }

  struct BoardState: Equatable {
    var squares: [Bool]
  }

  enum BoardAction {
    case square(Int, SquareAction)
  }

  private let squareReducer = Reducer<Bool, SquareAction, Void> { state, _, _ in
    state = true
    return .none
  }

  private var board: Reducer<BoardState, BoardAction, Void> {
    squareReducer.forEach(state: \BoardState.squares, action: /BoardAction.square)
  }

  @Test func `values of a dictionary and elements of an array have reducers`() {
    var scores = ScoreboardState(players: ["Blob": 1])
    let environment = ScoreboardEnvironment(player: ())
    _ = scoreboard.run(&scores, .player(name: "Blob", action: .scored), environment)
    #expect(scores.players == ["Blob": 2])
    var squares = BoardState(squares: [false, false])
    _ = board.run(&squares, .square(1, .taken), ())
    #expect(squares.squares == [false, true])
  }

  struct PastGamesState: Equatable {
    var isLoading = false
  }

  enum PastGamesAction: Equatable {
    case appeared
  }

  struct MultiplayerState: Equatable {
    enum Route: Equatable {
      case pastGames(PastGamesState)
    }

    var route: Route?
  }

  enum MultiplayerAction: Equatable {
    case pastGames(PastGamesAction)
  }

  struct MultiplayerEnvironment: Sendable {
    var pastGames: Void
  }

  private let pastGamesReducer = Reducer<PastGamesState, PastGamesAction, Void> { state, _, _ in
    state.isLoading = true
    return .none
  }

  private var multiplayer: Reducer<MultiplayerState, MultiplayerAction, MultiplayerEnvironment> {
    pastGamesReducer.pullback(
      state: (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames),
      action: /MultiplayerAction.pastGames
    )
  }

  struct LoginState: Equatable {
    var name = ""
  }

  enum LoginAction: Equatable {
    case nameChanged(String)
  }

  enum AppState: Equatable {
    case game
    case login(LoginState)
  }

  enum AppAction: Equatable {
    case login(LoginAction)
  }

  struct AppEnvironment: Sendable {
    var login: Void
  }

  private let loginReducer = Reducer<LoginState, LoginAction, Void> { state, action, _ in
    if case .nameChanged(let name) = action { state.name = name }
    return .none
  }

  private var app: Reducer<AppState, AppAction, AppEnvironment> {
    loginReducer.pullback(state: /AppState.login, action: /AppAction.login)
  }

  @Test func `a child is a screen, or a case of the whole state`() {
    var multiplayerState = MultiplayerState(route: .pastGames(PastGamesState()))
    let environment = MultiplayerEnvironment(pastGames: ())
    _ = multiplayer.run(&multiplayerState, .pastGames(.appeared), environment)
    #expect(multiplayerState.route == .pastGames(PastGamesState(isLoading: true)))
    var appState = AppState.login(LoginState())
    _ = app.run(&appState, .login(.nameChanged("Blob")), AppEnvironment(login: ()))
    #expect(appState == .login(LoginState(name: "Blob")))
  }

  @Test func `the environment of a case is an argument`() {
    let app =
      loginReducer.pullback(
        state: /AppState.login,
        action: /AppAction.login,
        environment: { (environment: AppEnvironment) in environment.login }
      )
    var state = AppState.login(LoginState())
    _ = app.run(&state, .login(.nameChanged("Blob")), AppEnvironment(login: ()))
    #expect(state == .login(LoginState(name: "Blob")))
  }

  struct Folder: Identifiable {
    let id: Int
    var name = ""
    var children: IdentifiedArrayOf<Folder> = []
  }

  indirect enum FolderAction: Sendable {
    case child(id: Int, action: FolderAction)
    case renamed(String)
  }

  @Test func `a folder has folders`() {
    let folderReducer = Reducer<Folder, FolderAction, Void>.recursive { folderReducer in
      .combine(
        folderReducer.forEach(state: \.children, action: /FolderAction.child),
        Reducer { state, action, _ in
          guard case .renamed(let name) = action else { return .none }
          state.name = name
          return .none
        }
      )
    }
    var folder = Folder(id: 1, children: [Folder(id: 2, children: [Folder(id: 3)])])
    let renamed = FolderAction.child(id: 2, action: .child(id: 3, action: .renamed("Deep")))
    _ = folderReducer.run(&folder, renamed, ())
    #expect(folder.children[id: 2]?.children[id: 3]?.name == "Deep")
  }

  struct Expression: Equatable {
    static let empty = Expression(parts: [])

    var parts: [Expression]

    var left: Expression {
      get { parts[0] }
      set { parts[0] = newValue }
    }

    var right: Expression {
      get { parts[1] }
      set { parts[1] = newValue }
    }
  }

  indirect enum ExpressionAction: Equatable, Sendable {
    case cleared
    case left(ExpressionAction)
    case right(ExpressionAction)
  }

  @Test func `an expression has expressions`() {
    let expressionReducer = Reducer<Expression, ExpressionAction, Void>.recursive { reducer in
      Reducer { state, action, environment in
        switch action {
        case .left(let action):
          return reducer.run(&state.left, action, environment).map(ExpressionAction.left)
        case .right(let action):
          return reducer.run(&state.right, action, environment).map(ExpressionAction.right)
        case .cleared:
          state = .empty
          return .none
        }
      }
    }
    let pair = Expression(parts: [.empty, .empty])
    var expression = Expression(parts: [pair, pair])
    _ = expressionReducer.run(&expression, .right(.cleared), ())
    #expect(expression == Expression(parts: [pair, .empty]))
    _ = expressionReducer.run(&expression, .left(.cleared), ())
    #expect(expression == Expression(parts: [.empty, .empty]))
  }
}
