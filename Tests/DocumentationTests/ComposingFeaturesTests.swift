// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComposingFeatures.md`.

struct Team: Equatable, Identifiable {
  let id: Int
  var name: String
  var points = 0
}

enum TeamAction: Equatable {
  case lost
  case won
}

let teamReducer = Reducer<Team, TeamAction, Void> { team, action, _ in
  team.points += action == .won ? 3 : 0
  return .none
}

struct Banner: Equatable {
  var text: String
}

enum BannerAction: Equatable {
  case closeButtonTapped
  case timeIsOver
}

let bannerReducer = Reducer<Banner, BannerAction, SchedulerOf<DispatchQueue>> {
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

struct League: Equatable {
  var banner: Banner?
  var teams: IdentifiedArrayOf<Team> = []
}

enum LeagueAction: Equatable {
  case banner(BannerAction)
  case newSeasonButtonTapped
  case team(id: Team.ID, action: TeamAction)
}

struct LeagueEnvironment: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue>
}

let leagueReducer = Reducer<League, LeagueAction, LeagueEnvironment>.combine(
  bannerReducer
    .optional()
    .environment(\.mainQueue)
    .pullback(state: \.banner, action: /LeagueAction.banner),
  teamReducer
    .forEach(state: \.teams, action: /LeagueAction.team),
  Reducer { league, action, _ in
    switch action {
    case .banner:
      return .none
    case .newSeasonButtonTapped:
      league.banner = nil
      for id in league.teams.ids { league.teams[id: id]?.points = 0 }
      return .none
    case .team(let id, .won):
      league.banner = Banner(text: "\(league.teams[id: id]?.name ?? "Nobody") leads")
      return .none
    case .team(_, .lost):
      return .none
    }
  }
)

@Test func `a new season takes the banner away`() {
  let mainQueue = DispatchQueue.test
  let store = TestStore(
    initialState: League(teams: [Team(id: 1, name: "Blobs")]),
    reducer: leagueReducer,
    environment: LeagueEnvironment(mainQueue: mainQueue)
  )
  store.send(.team(id: 1, action: .won)) {
    $0.teams[id: 1]?.points = 3
    $0.banner = Banner(text: "Blobs leads")
  }
  store.send(.banner(.closeButtonTapped))
  store.send(.newSeasonButtonTapped) {
    $0.teams[id: 1]?.points = 0
    $0.banner = nil
  }
  mainQueue.run()
}

@MainActor func titles(of store: Store<League, LeagueAction>) -> [String] {
  var titles: [String] = []
  store.scope(forEach: \.teams, action: LeagueAction.team) { team in
    titles.append("\(team.name): \(team.points)")
  }
  if let banner = store.scope(ifLet: \.banner, action: LeagueAction.banner) {
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
  @Test @MainActor func `each part has a store`() {
    let actions = Recorder<[LeagueAction]>([])
    let store = Store(
      initialState: League(teams: [Team(id: 1, name: "Blobs"), Team(id: 2, name: "Cubes")]),
      reducer: leagueReducer.logging { action in actions.update { $0.append(action) } },
      environment: LeagueEnvironment(mainQueue: .immediate)
    )
    #expect(titles(of: store) == ["Blobs: 0", "Cubes: 0"])
    store.send(.team(id: 2, action: .won))
    #expect(titles(of: store) == ["Blobs: 0", "Cubes: 3", "Cubes leads"])
    #expect(actions.value == [.team(id: 2, action: .won)])
  }
}
