// SPDX-License-Identifier: MIT

import Lockstep
import Testing

/// The examples in the comments of `Sources/LockstepBase/CasePaths`.
@Suite struct CasePathCommentTests {
  enum CounterAction: Equatable, Sendable {
    case incrementButtonTapped
  }

  enum SettingsAction: Equatable, Sendable {
    case closeButtonTapped
    case sound(Bool)
  }

  enum AppAction {
    case counter(CounterAction)
    case settings(SettingsAction)
  }

  @Test func `a case path extracts and embeds`() throws {
    let shown = values {
      let path = /AppAction.counter
      path.extract(from: .counter(.incrementButtonTapped))  // .incrementButtonTapped
      path.embed(.incrementButtonTapped)  // .counter(.incrementButtonTapped)
    }
    #expect(shown[0] as? CounterAction == .incrementButtonTapped)
    guard case .counter(.incrementButtonTapped)? = shown[1] as? AppAction else {
      Issue.record("The path embeds in another case.")
      return
    }
  }

  @Test func `a case path is a predicate`() {
    let actions: [AppAction] = [
      .counter(.incrementButtonTapped), .settings(.closeButtonTapped),
    ]
    let changes = actions.filter((/AppAction.settings).isMatching)
    #expect(changes.map(isSettings) == [true])
    #expect(actions.map(isSettings) == [false, true])
  }

  private func isSettings(_ action: AppAction) -> Bool {
    switch action {
    case /AppAction.settings: true
    default: false
    }
  }

  @Test func `a case path goes on with another`() {
    #expect(sound.extract(from: .settings(.sound(true))) == true)
    #expect(sound.extract(from: .settings(.closeButtonTapped)) == nil)
  }

  private var sound: CasePath<AppAction, Bool> {
    (/AppAction.settings).appending(path: /SettingsAction.sound)
  }

  struct PastGamesState: Equatable {
    var count = 3
  }

  struct MultiplayerState {
    var route: Route?

    enum Route {
      case pastGames(PastGamesState)
    }
  }

  @Test func `an optional path leads through a property and a case`() {
    var state = MultiplayerState()
    let read = {
      values {
        let path = (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames)
        path.extract(from: state)  // The past games, or `nil` on any other screen.
      }
    }
    #expect(read()[0] as? PastGamesState == nil)
    state.route = .pastGames(PastGamesState())
    #expect(read()[0] as? PastGamesState == PastGamesState(count: 3))
    #expect(path.extract(from: state) == PastGamesState(count: 3))
  }

  private var path: OptionalPath<MultiplayerState, PastGamesState> {
    (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames)
  }

  func isThere<State, Part>(_ path: some StatePath<State, Part>, in state: State) -> Bool {
    path.extract(from: state) != nil
  }

  @Test func `a function takes case paths and optional paths`() {
    let some = CasePath<MultiplayerState.Route?, MultiplayerState.Route>.some
    let pastGames = some .. /MultiplayerState.Route.pastGames
    var state = MultiplayerState()
    #expect(isThere(path, in: state) == false)
    #expect(isThere(pastGames, in: state.route) == false)
    state.route = .pastGames(PastGamesState())
    #expect(isThere(path, in: state))
    #expect(isThere(pastGames, in: state.route))
  }
}
