// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComposingFeatures.md`.

enum Team {
  struct State: Equatable, Identifiable {
    let id: Int
    var name: String
    var points = 0
  }

  enum Action: Equatable {
    case lost
    case won
  }

  static let reducer = Reducer<State, Action, Void>.withoutEffects { team, action in
    team.points += action == .won ? 3 : 0
  }
}

enum Banner {
  struct State: Equatable {
    var text: String
  }

  enum Action: Equatable {
    case closeButtonTapped
    case timeIsOver
  }

  static let reducer = Reducer<State, Action, SchedulerOf<DispatchQueue>> {
    banner,
    action,
    mainQueue in
    switch action {
    case .closeButtonTapped:
      return Effect(value: .timeIsOver).delay(for: 1, scheduler: mainQueue)
    case .timeIsOver:
      banner.text = ""
      return .none
    }
  }
}

enum League {
  struct State: Equatable {
    var banner: Banner.State?
    var teams: IdentifiedArrayOf<Team.State> = []
  }

  enum Action: Equatable {
    case banner(Banner.Action)
    case newSeasonButtonTapped
    case team(id: Team.State.ID, action: Team.Action)
  }

  struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
  }
}

extension League {
  static let reducer = Reducer<State, Action, Environment>.combine(
    Banner.reducer
      .optional()
      .environment(\.mainQueue)
      .pullback(state: \.banner, action: /Action.banner),
    Team.reducer
      .forEach(state: \.teams, action: /Action.team),
    .withoutEffects { league, action in
      switch action {
      case .banner:
        break
      case .newSeasonButtonTapped:
        league.banner = nil
        for id in league.teams.ids { league.teams[id: id]?.points = 0 }
      case .team(let id, .won):
        league.banner = Banner.State(text: "\(league.teams[id: id]?.name ?? "Nobody") leads")
      case .team(_, .lost):
        break
      }
    }
  )
}

@Test func `a new season takes the banner away`() {
  let mainQueue = DispatchQueue.test
  let store = TestStore(
    initialState: League.State(teams: [Team.State(id: 1, name: "Blobs")]),
    reducer: League.reducer,
    environment: League.Environment(mainQueue: mainQueue)
  )
  store.send(.team(id: 1, action: .won)) {
    $0.teams[id: 1]?.points = 3
    $0.banner = Banner.State(text: "Blobs leads")
  }
  store.send(.banner(.closeButtonTapped))
  store.send(.newSeasonButtonTapped) {
    $0.teams[id: 1]?.points = 0
    $0.banner = nil
  }
  mainQueue.run()
}

@MainActor func titles(of store: Store<League.State, League.Action>) -> [String] {
  var titles: [String] = []
  store.scope(forEach: \.teams, action: League.Action.team) { team in
    titles.append("\(team.name): \(team.points)")
  }
  if let banner = store.scope(ifLet: \.banner, action: League.Action.banner) {
    titles.append(banner.text)
  }
  return titles
}

extension Reducer {
  func logging(to log: @escaping @Sendable (Action) -> Void) -> Self {
    Self(around: self) { state, action, environment, run in
      log(action)
      return run(&state, action, environment)
    }
  }
}

@Suite struct ComposingFeaturesTests {
  @Test @MainActor func `a store can be scoped to each child`() {
    let actions = Recorder<[League.Action]>([])
    let store = Store(
      initialState: League.State(
        teams: [Team.State(id: 1, name: "Blobs"), Team.State(id: 2, name: "Cubes")]
      ),
      reducer: League.reducer.logging { action in actions.update { $0.append(action) } },
      environment: League.Environment(mainQueue: .immediate)
    )
    #expect(titles(of: store) == ["Blobs: 0", "Cubes: 0"])
    store.send(.team(id: 2, action: .won))
    #expect(titles(of: store) == ["Blobs: 0", "Cubes: 3", "Cubes leads"])
    #expect(actions.value == [.team(id: 2, action: .won)])
  }
}
