// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Synchronization
import Testing

// The feature of the comments.

struct CounterState: Equatable {
  var count = 0
  var fact: String?
}

enum CounterAction: Equatable {
  case factButtonTapped
  case factResponse(String)
  case incrementButtonTapped
}

/// The examples in the comments of the reducers.
@Suite struct ReducerCommentTests {
  struct CounterEnvironment: Sendable {
    var fact: @Sendable (Int) -> Effect<String, Never>
  }

  static let counterReducer: Reducer<CounterState, CounterAction, CounterEnvironment> = {
    let counterReducer = Reducer<CounterState, CounterAction, CounterEnvironment> {
      state,
      action,
      environment in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none
      case .factButtonTapped:
        return environment.fact(state.count).map(CounterAction.factResponse)
      case .factResponse(let fact):
        state.fact = fact
        return .none
      }
    }
    return counterReducer
  }()

  private let counterReducer = Self.counterReducer

  private let facts = CounterEnvironment(fact: { Effect(value: "\($0) is a good number.") })

  @Test func `a reducer changes the state and returns effects`() {
    let store = TestStore(
      initialState: CounterState(),
      reducer: counterReducer,
      environment: facts
    )
    store.send(.incrementButtonTapped) { $0.count = 1 }
    store.send(.factButtonTapped)
    store.receive(.factResponse("1 is a good number.")) { $0.fact = "1 is a good number." }
  }

  @Test func `a reducer is wrapped`() {
    let counter = Counter()
    let store = TestStore(
      initialState: CounterState(),
      reducer: counterReducer.counting(counter),
      environment: facts
    )
    store.send(.incrementButtonTapped) { $0.count = 1 }
    #expect(counter.value == 1)
  }

  struct AppState: Equatable {
    var alert: AlertPart?
    var counter = CounterState()
  }

  struct AlertPart: Equatable {
    var isRead = false
  }

  enum AlertAction: Equatable {
    case read
  }

  enum AppAction: Equatable {
    case alert(AlertAction)
    case counter(CounterAction)
    case resetButtonTapped
  }

  struct AppEnvironment: Sendable {
    var fact: @Sendable (Int) -> Effect<String, Never>

    var counter: CounterEnvironment { CounterEnvironment(fact: fact) }
  }

  @Test func `a child and its parent are combined`() {
    let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
      counterReducer.environment(\.counter).pullback(state: \.counter, action: /AppAction.counter),
      Reducer { state, action, environment in
        if action == .resetButtonTapped { state.counter = CounterState() }
        return .none
      }
    )
    let store = TestStore(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(fact: facts.fact)
    )
    store.send(.counter(.incrementButtonTapped)) { $0.counter.count = 1 }
    store.send(.resetButtonTapped) { $0.counter.count = 0 }
  }

  @Test func `the environment of a child is an argument`() {
    let appReducer =
      counterReducer.pullback(
        state: \AppState.counter,
        action: /AppAction.counter,
        environment: { (environment: AppEnvironment) in CounterEnvironment(fact: environment.fact) }
      )
    let store = TestStore(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(fact: facts.fact)
    )
    store.send(.counter(.incrementButtonTapped)) { $0.counter.count = 1 }
  }

  private var alertReducer: Reducer<AlertPart, AlertAction, Void> {
    Reducer { state, _, _ in
      state.isRead = true
      return .none
    }
  }

  @Test func `a child may be absent`() {
    var state = AppState(alert: AlertPart())
    _ = alerts.run(&state, .alert(.read), AppEnvironment(fact: facts.fact))
    #expect(state == AppState(alert: AlertPart(isRead: true)))
  }

  private var alerts: Reducer<AppState, AppAction, AppEnvironment> {
    alertReducer
      .optional()
      .pullback(state: \.alert, action: /AppAction.alert)
  }

  @Test func `a reducer tells what it does`() throws {
    let console = Console()
    @Sendable func print(_ values: Any...) { console.print(values) }
    let appReducer = Reducer<AppState, AppAction, Void> { state, action, _ in
      if action == .counter(.incrementButtonTapped) { state.counter.count += 1 }
      return .none
    }
    func debugged() -> Reducer<AppState, AppAction, Void> {
      appReducer.debug("app") { text in print(text) }
    }
    func printed() -> Reducer<AppState, AppAction, Void> {
      appReducer.debug("app")
    }
    func actionsPrinted() -> Reducer<AppState, AppAction, Void> {
      appReducer.debugActions("app")
    }
    var state = AppState()
    for reducer in [debugged(), printed(), actionsPrinted()] {
      _ = reducer.run(&state, .counter(.incrementButtonTapped), ())
    }
    #expect(state.counter.count == 3)
    _ = appReducer.debugActions("app") { print($0) }
      .run(&state, .counter(.incrementButtonTapped), ())
    let comments = try MarkdownFile(commentsOf: "Sources/Lockstep/Reducers/Reducer+Debug.swift")
    #expect(console.lines == comments.blocks(in: "text"))
  }

  struct GameState: Equatable {
    var bestScore = 10
    var isPaused = false
    var score = 0
  }

  enum GameAction: Equatable {
    case scored(Int)
  }

  struct AudioPlayer: Sendable {
    enum Sound: Equatable, Sendable {
      case scoreUp
    }

    var play: @Sendable (Sound) -> Effect<Never, Never>
    var setVolume: @Sendable (Double) -> Effect<Never, Never>
  }

  struct GameEnvironment: Sendable {
    var audioPlayer: AudioPlayer
  }

  private let gameReducer = Reducer<GameState, GameAction, GameEnvironment> { state, action, _ in
    if case .scored(let points) = action { state.score += points }
    return .none
  }

  private var running: Reducer<GameState, GameAction, GameEnvironment> {
    gameReducer.filter { state, _ in state.isPaused == false }
  }

  private var sounding: Reducer<GameState, GameAction, GameEnvironment> {
    gameReducer
      .onChange(of: \.score) { previous, score, state, _, environment in
        guard score > previous else { return .none }
        state.bestScore = max(state.bestScore, score)
        return environment.audioPlayer.play(.scoreUp).fireAndForget()
      }
  }

  @Test func `a paused game takes no action`() {
    let environment = GameEnvironment(audioPlayer: .noop)
    var state = GameState(isPaused: true)
    _ = running.run(&state, .scored(5), environment)
    #expect(state.score == 0)
    state.isPaused = false
    _ = running.run(&state, .scored(5), environment)
    #expect(state.score == 5)
  }

  @Test func `a change of the score has consequences`() {
    let played = Recorder<AudioPlayer.Sound?>(nil)
    var audioPlayer = AudioPlayer.noop
    audioPlayer.play = { sound in .fireAndForget { played.set(sound) } }
    let store = TestStore(
      initialState: GameState(),
      reducer: sounding,
      environment: GameEnvironment(audioPlayer: audioPlayer)
    )
    store.send(.scored(12)) {
      $0.score = 12
      $0.bestScore = 12
    }
    store.fireAndForget()
    #expect(played.value == .scoreUp)
    store.send(.scored(-1)) { $0.score = 11 }
  }

  struct SettingsState: Equatable {
    var isSoundOn = true
  }

  enum SettingsAction: Equatable {
    case binding(BindingAction<SettingsState>)
  }

  private let settingsReducer = Reducer<SettingsState, SettingsAction, GameEnvironment>.empty

  private var silencing: Reducer<SettingsState, SettingsAction, GameEnvironment> {
    settingsReducer.binding(action: /SettingsAction.binding)
  }

  @Test func `a change of a setting has consequences`() {
    let volume = Recorder<Double?>(nil)
    var audioPlayer = AudioPlayer.noop
    audioPlayer.setVolume = { level in .fireAndForget { volume.set(level) } }
    let store = TestStore(
      initialState: SettingsState(),
      reducer: settings(silencing),
      environment: GameEnvironment(audioPlayer: audioPlayer)
    )
    store.send(.binding(.set(\.isSoundOn, false))) { $0.isSoundOn = false }
    store.fireAndForget()
    #expect(volume.value == 0)
  }

  private func settings(
    _ settingsReducer: Reducer<SettingsState, SettingsAction, GameEnvironment>
  ) -> Reducer<SettingsState, SettingsAction, GameEnvironment> {
    settingsReducer
      .onChange(of: \.isSoundOn) { isSoundOn, _, _, environment in
        environment.audioPlayer.setVolume(isSoundOn ? 1 : 0).fireAndForget()
      }
  }

  struct ProfileForm: Equatable {
    var name = ""
  }

  struct ProfileState: Equatable {
    var form = ProfileForm()
  }

  enum ProfileAction: Equatable {
    case form(BindingAction<ProfileForm>)
  }

  private let profileReducer = Reducer<ProfileState, ProfileAction, Void>.empty

  @Test func `the properties of a part are bound`() {
    let store = TestStore(initialState: ProfileState(), reducer: bound, environment: ())
    store.send(.form(.set(\.name, "Blob"))) { $0.form.name = "Blob" }
  }

  private var bound: Reducer<ProfileState, ProfileAction, Void> {
    profileReducer.binding(state: \.form, action: /ProfileAction.form)
  }
}

extension ReducerCommentTests.AudioPlayer {
  fileprivate static let noop = Self(play: { _ in .none }, setVolume: { _ in .none })
}

/// Counts.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func increment() {
    count.withLock { $0 += 1 }
  }
}

extension Reducer {
  func counting(_ counter: Counter) -> Self {
    Self(around: self) { state, action, environment, run in
      counter.increment()
      return run(&state, action, environment)
    }
  }
}
