// SPDX-License-Identifier: MIT

// The whole app: every screen shows a part of one state, and the root combines the features.

internal import ApiClient
internal import CaseStudies
internal import DemoSupport
internal import DependencyClients
internal import ExampleData
internal import Foundation
internal import GameOverDemo
internal import GameOverFeature
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerDemo
internal import MultiplayerFeature
internal import SharedModels
internal import SiteMiddleware
internal import Synchronization
internal import WordGameFeature

extension CaseStudyProgram {
  package static let app = Self(
    "app",
    about: "Runs the whole app: a first game, games for oneself, and matches.",
    endpoints: [.gamesSubmit, .matchesList, .matchesLoad, .matchesRematch, .playerRecord]
  ) { options throws(DemoError) in .app(try AppDemoInput(), options) }
}

struct AppDemoState: Equatable, Sendable {
  /// The visible screen.
  enum Place: Equatable, Sendable {
    case away, game, gameOver, home, matches, onboarding, pastGames
  }

  var app = AppState()

  /// Whether the list of past games has loaded, even if it is empty.
  var hasPastGamesAnswer = false

  /// Whether loading the player's record in matches failed.
  var hasRecordFailed = false

  var isAway = false

  /// A message about an error that the app itself does not show.
  var notice: String?

  var pastGames = Table(
    columns: [
      Table.Column("Against", length: .flexible(minimum: 4)),
      Table.Column("You", alignment: .trailing),
      Table.Column("They", alignment: .trailing),
    ],
    rows: [],
    selection: 0
  )

  var movesPlayed: Int { app.game?.moves.count ?? 0 }

  /// The past games; empty while another screen is visible.
  var games: [PastGameState] {
    guard case .pastGames(let pastGames) = app.home.multiplayer?.route else { return [] }
    return pastGames.pastGames.elements
  }

  var place: Place {
    if isAway { return .away }
    if app.onboarding != nil { return .onboarding }
    if let game = app.game { return game.gameOver == nil ? .game : .gameOver }
    guard let multiplayer = app.home.multiplayer else { return .home }
    if case .pastGames = multiplayer.route { return .pastGames }
    return .matches
  }
}

enum AppDemoAction: Equatable {
  case app(AppAction)
  case appeared
  case letterTyped(Character)
  case pastGames(Table.Action)
  case putAway
}

struct AppDemoEnvironment: Sendable {
  var app: AppEnvironment
}

typealias AppDemo = Demo<AppDemoState, AppDemoAction, AppDemoEnvironment>

let appDemoReducer = Reducer<AppDemoState, AppDemoAction, AppDemoEnvironment>.combine(
  // Runs before the app's reducer, which clears the selected word.
  .withoutEffects { state, action in
    guard action == .app(.currentGame(.submitButtonTapped)) else { return }
    // Playing the word clears the notice.
    state.notice = state.app.game.map { "\($0.selectedWord) does not count." }
  },
  appReducer
    .environment { $0.app }
    .pullback(state: \.app, action: /AppDemoAction.app),
  Table.reducer.pullback(
    state: \.pastGames,
    action: /AppDemoAction.pastGames
  ),
  Reducer { state, action, _ in
    switch action {
    case .app(.currentGame(.gameOver(.delayedShowUpgradeInterstitial))):
      return Effect(value: .app(.currentGame(.gameOver(.upgradeInterstitial(.onAppear)))))

    case .app(.currentGame(.gameOver(.submitGameResponse(.failure(let error))))):
      // The initial matches were not actually played, so the server cannot verify their scores.
      guard state.app.game?.turnBasedContext == nil else { return .none }
      state.notice = "The server did not accept the game. \(error.message)"

    case .app(.home(.multiplayer(.pastGames(.matchesResponse(.failure))))):
      state.notice = "Your past games could not be loaded."

    case .app(.home(.multiplayer(.pastGames(.matchesResponse(.success))))):
      state.hasPastGamesAnswer = true

    case .app(.home(.multiplayer(.pastGames(.onAppear)))):
      state.notice = nil

    case .app(.home(.multiplayer(.pastGames(.pastGame(_, .matchResponse(.failure)))))):
      state.notice = "The match could not be loaded."

    case .app(.home(.multiplayer(.setNavigation))):
      state.hasPastGamesAnswer = false
      state.notice = nil

    case .app(.home(.onAppear)):
      state.hasRecordFailed = false

    case .app(.home(.recordResponse(.failure))):
      state.hasRecordFailed = true

    case .app(.rematchResponse(.failure)):
      state.notice = "The rematch could not be started."

    case .app:
      break

    case .appeared:
      // A relaunched program keeps only its saved data.
      state = AppDemoState()
      return .merge(
        Effect(value: .app(.appDelegate(.didFinishLaunching))),
        Effect(value: .app(.didChangeScenePhase(.active))),
        Effect(value: .app(.home(.onAppear)))
      )

    case .letterTyped(let letter):
      state.notice = nil
      let taps =
        state.app.onboarding?.game.taps(for: letter)
        ?? state.app.game?.taps(for: letter) ?? []
      let isOnboarding = state.app.onboarding != nil
      return .concatenate(
        taps.map { face in
          Effect(
            value: isOnboarding
              ? .app(.onboarding(.game(.faceTapped(face))))
              : .app(.currentGame(.faceTapped(face)))
          )
        }
      )

    case .pastGames:
      break

    case .putAway:
      state.isAway = true
      return Effect(value: .app(.didChangeScenePhase(.background)))
    }
    return .none
  }
)
.onChange(of: \.games) { games, state, _, _ in
  state.pastGames.rows = games.map { game in
    let isChallenger = game.challengerDisplayName != game.opponentDisplayName
    let scores = [game.challengerScore, game.challengeeScore].map { "\($0)" }
    return [game.opponentDisplayName] + (isChallenger ? scores : scores.reversed())
  }
  return .none
}
.onChange(of: \.movesPlayed) { _, state, _, _ in
  state.notice = nil
  return .none
}
// Screens send `onAppear` when they become visible, like views.
.onChange(of: \.place) { place, state, _, _ in
  // A notice belongs to the screen on which it appeared.
  state.notice = nil
  switch place {
  case .game:
    return Effect(value: .app(.currentGame(.onAppear)))
  case .gameOver:
    return Effect(value: .app(.currentGame(.gameOver(.onAppear))))
  case .pastGames:
    return Effect(value: .app(.home(.multiplayer(.pastGames(.onAppear)))))
  case .away, .home, .matches, .onboarding:
    return .none
  }
}

/// The bundled files of the demo.
struct AppDemoInput: Sendable {
  /// The source of the cubes; each new game uses the next element.
  var games: [CompletedGame]
  var words: [String]
}

extension AppDemoInput {
  init() throws(DemoError) {
    do {
      games = try [.solo, .dailyChallenge].map { try CompletedGame(json: ExampleData.game($0)) }
      words = try ExampleData.words()
    } catch {
      throw .noInput("the program's own files cannot be read: \(error.localizedDescription)")
    }
  }
}

extension AppDemo {
  static func app(
    _ input: AppDemoInput,
    _ options: CaseStudyOptions = CaseStudyOptions()
  ) -> Self {
    Self(
      initialState: AppDemoState(),
      reducer: appDemoReducer,
      environment: { time in AppDemoEnvironment(app: .demo(input, options, time)) },
      appeared: .appeared,
      program: TerminalProgram(
        keys: { state, size in state.keys(size: size) + [.quit("q", .control("c"))] },
        isEditing: { $0.isEditing },
        screen: { state, size, help in state.screen(size: size, help: help) },
        action: { event, state, _ in
          guard state.isEditing, case .key(let key) = event else { return nil }
          return key.letter.map { .letterTyped($0) }
        }
      )
    )
  }
}

extension AppEnvironment {
  fileprivate static func demo(
    _ input: AppDemoInput,
    _ options: CaseStudyOptions,
    _ time: DemoTime
  ) -> Self {
    let apiClient = ApiClient.demo(
      .app(input, options.common, date: time.date),
      milliseconds: options.common.slow,
      scheduler: time.mainRunLoop
    )
    let words = Set(input.words.map { $0.uppercased() })
    let gamesBegun = Mutex(0)
    var environment = live(
      apiClient: apiClient,
      containsWord: words.contains,
      deviceId: Player.demo.deviceId,
      directory: URL(filePath: "/dev/null"),
      gameCenter: .live(
        apiClient: apiClient,
        presentAuthenticationViewController: .none,
        presentMatchmaker: { _ in .none }
      ),
      randomCubes: {
        let number = gamesBegun.withLock { count in
          defer { count += 1 }
          return count
        }
        return Puzzle(input.games[number % input.games.count].cubes)
      }
    )
    environment.backgroundQueue = time.backgroundQueue
    environment.fileClient = options.fileClient
    environment.mainQueue = time.mainQueue
    environment.mainRunLoop = time.mainRunLoop
    environment.timeZone = .constant(.gmt)
    return environment
  }
}

extension DemoServer {
  /// A server with the player, scores of other players, and matches.
  fileprivate static func app(
    _ input: AppDemoInput,
    _ options: CommonOptions,
    date: @escaping @Sendable () -> Date
  ) -> Self {
    let random = Mutex(SplitMix64(seed: options.seed))
    let database = InMemoryDatabase(date: date, uuid: { random.withLock { $0.uuid() } })
    fillScores(database, for: input.games[0], seed: options.seed, now: date())
    random.withLock { _ = fillMatches(database, &$0, now: date()) }
    return DemoServer(
      ServerEnvironment(
        database: .inMemory(database),
        date: date,
        dictionary: .english(input.words),
        envVars: .production,
        mailgun: .noop,
        randomCubes: { input.games[0].cubes },
        router: .demo(date: date)
      ),
      failing: options.failing
    )
  }
}
