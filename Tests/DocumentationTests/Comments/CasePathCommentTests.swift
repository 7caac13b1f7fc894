// SPDX-License-Identifier: MIT

import Lockstep
import Testing

/// The examples in the comments of `Sources/LockstepBase/CasePaths`.
@Suite struct CasePathCommentTests {
  enum Counter {
    enum Action: Equatable, Sendable {
      case incrementButtonTapped
    }
  }

  enum Settings {
    enum Action: Equatable, Sendable {
      case closeButtonTapped
      case sound(Bool)
    }
  }

  enum AppFeature {
    enum Action {
      case counter(Counter.Action)
      case settings(Settings.Action)
    }
  }

  @Test func `a case path extracts and embeds`() throws {
    let shown = values {
      let path = /AppFeature.Action.counter
      path.extract(from: .counter(.incrementButtonTapped))  // .incrementButtonTapped
      path.embed(.incrementButtonTapped)  // .counter(.incrementButtonTapped)
    }
    #expect(shown[0] as? Counter.Action == .incrementButtonTapped)
    guard case .counter(.incrementButtonTapped)? = shown[1] as? AppFeature.Action else {
      Issue.record("The path embeds in another case.")
      return
    }
  }

  @Test func `a case path is a predicate`() {
    let actions: [AppFeature.Action] = [
      .counter(.incrementButtonTapped), .settings(.closeButtonTapped),
    ]
    let changes = actions.filter((/AppFeature.Action.settings).isMatching)
    #expect(changes.map(isSettings) == [true])
    #expect(actions.map(isSettings) == [false, true])
  }

  private func isSettings(_ action: AppFeature.Action) -> Bool {
    switch action {
    case /AppFeature.Action.settings: true
    default: false
    }
  }

  @Test func `a case path can be appended to another case path`() {
    #expect(sound.extract(from: .settings(.sound(true))) == true)
    #expect(sound.extract(from: .settings(.closeButtonTapped)) == nil)
  }

  private var sound: CasePath<AppFeature.Action, Bool> {
    (/AppFeature.Action.settings).appending(path: /Settings.Action.sound)
  }

  enum PastGames {
    struct State: Equatable {
      var count = 3
    }
  }

  enum Multiplayer {
    struct State {
      var route: Route?

      enum Route {
        case pastGames(PastGames.State)
      }
    }
  }

  @Test func `an optional path combines a property and a case`() {
    var state = Multiplayer.State()
    let read = {
      values {
        let path = (\Multiplayer.State.route).appending(path: /Multiplayer.State.Route.pastGames)
        path.extract(from: state)  // The past games, or `nil` on any other screen.
      }
    }
    #expect(read()[0] as? PastGames.State == nil)
    state.route = .pastGames(PastGames.State())
    #expect(read()[0] as? PastGames.State == PastGames.State(count: 3))
    #expect(path.extract(from: state) == PastGames.State(count: 3))
  }

  private var path: OptionalPath<Multiplayer.State, PastGames.State> {
    (\Multiplayer.State.route).appending(path: /Multiplayer.State.Route.pastGames)
  }

  func isThere<State, Part>(_ path: some StatePath<State, Part>, in state: State) -> Bool {
    path.extract(from: state) != nil
  }

  @Test func `a function takes case paths and optional paths`() {
    let some = CasePath<Multiplayer.State.Route?, Multiplayer.State.Route>.some
    let pastGames = some .. /Multiplayer.State.Route.pastGames
    var state = Multiplayer.State()
    #expect(isThere(path, in: state) == false)
    #expect(isThere(pastGames, in: state.route) == false)
    state.route = .pastGames(PastGames.State())
    #expect(isThere(path, in: state))
    #expect(isThere(pastGames, in: state.route))
  }
}
