// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Synchronization
import Testing

/// The examples in the comments of the reducers.
@Suite struct ReducerCommentTests {
  enum Counter {
    static let reducer = Reducer<State, Action, Environment> { state, action, environment in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
      case .factButtonTapped:
        return environment.fact(state.count).map(Action.factResponse)
      case .factResponse(let fact):
        state.fact = fact
      }
      return .none
    }
  }

  private let facts = Counter.Environment(fact: { Effect(value: "\($0) is a good number.") })

  @Test func `a reducer changes the state and returns effects`() {
    let store = TestStore(
      initialState: Counter.State(),
      reducer: Counter.reducer,
      environment: facts
    )
    store.send(.incrementButtonTapped) { $0.count = 1 }
    store.send(.factButtonTapped)
    store.receive(.factResponse("1 is a good number.")) { $0.fact = "1 is a good number." }
  }

  @Test func `a value becomes an action`() async {
    let action = await fact(Counter.State(count: 2), facts).value()
    #expect(action == .factResponse("2 is a good number."))
  }

  private func fact(
    _ state: Counter.State,
    _ environment: Counter.Environment
  ) -> Effect<Counter.Action, Never> {
    environment.fact(state.count).map(Counter.Action.factResponse)
  }

  @Test func `a reducer can wrap another reducer`() {
    let tally = Tally()
    let store = TestStore(
      initialState: Counter.State(),
      reducer: Counter.reducer.counting(tally),
      environment: facts
    )
    store.send(.incrementButtonTapped) { $0.count = 1 }
    #expect(tally.value == 1)
  }

  enum AppFeature {
    static let reducer = Reducer<State, Action, Environment>.combine(
      Counter.reducer.environment(\.counter).pullback(state: \.counter, action: /Action.counter),
      Reducer { state, action, environment in
        if action == .resetButtonTapped { state.counter = Counter.State() }
        return .none
      }
    )
  }

  enum Banner {
    struct State: Equatable {
      var isRead = false
    }

    enum Action: Equatable {
      case read
    }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, _ in
      state.isRead = true
    }
  }

  @Test func `a child and its parent are combined`() {
    let store = TestStore(
      initialState: AppFeature.State(),
      reducer: AppFeature.reducer,
      environment: AppFeature.Environment(fact: facts.fact)
    )
    store.send(.counter(.incrementButtonTapped)) { $0.counter.count = 1 }
    store.send(.resetButtonTapped) { $0.counter.count = 0 }
  }

  @Test func `the environment of a child can be passed as an argument`() {
    let app =
      Counter.reducer.pullback(
        state: \AppFeature.State.counter,
        action: /AppFeature.Action.counter,
        environment: { (environment: AppFeature.Environment) in
          Counter.Environment(fact: environment.fact)
        }
      )
    let store = TestStore(
      initialState: AppFeature.State(),
      reducer: app,
      environment: AppFeature.Environment(fact: facts.fact)
    )
    store.send(.counter(.incrementButtonTapped)) { $0.counter.count = 1 }
  }

  @Test func `a child may be absent`() {
    var state = AppFeature.State(banner: Banner.State())
    _ = banners.run(&state, .banner(.read), AppFeature.Environment(fact: facts.fact))
    #expect(state == AppFeature.State(banner: Banner.State(isRead: true)))
  }

  private var banners: Reducer<AppFeature.State, AppFeature.Action, AppFeature.Environment> {
    Banner.reducer
      .optional()
      .pullback(state: \.banner, action: /AppFeature.Action.banner)
  }

  @Test func `a reducer prints its actions and state changes`() throws {
    let console = Console()
    @Sendable func print(_ values: Any...) { console.print(values) }
    func debugged() -> Reducer<AppFeature.State, AppFeature.Action, AppFeature.Environment> {
      AppFeature.reducer.debug("app") { text in print(text) }
    }
    func printed() -> Reducer<AppFeature.State, AppFeature.Action, AppFeature.Environment> {
      AppFeature.reducer.debug("app")
    }
    func actionsPrinted() -> Reducer<AppFeature.State, AppFeature.Action, AppFeature.Environment> {
      AppFeature.reducer.debugActions("app")
    }
    let environment = AppFeature.Environment(fact: facts.fact)
    var state = AppFeature.State()
    for reducer in [debugged(), printed(), actionsPrinted()] {
      _ = reducer.run(&state, .counter(.incrementButtonTapped), environment)
    }
    #expect(state.counter.count == 3)
    _ = AppFeature.reducer.debugActions("app") { print($0) }
      .run(&state, .counter(.incrementButtonTapped), environment)
    let comments = try MarkdownFile(commentsOf: "Sources/Lockstep/Reducers/Reducer+Debug.swift")
    #expect(console.lines == comments.blocks(in: "text"))
  }

  enum Game {
    struct State: Equatable {
      var bestScore = 10
      var isPaused = false
      var score = 0
    }

    enum Action: Equatable {
      case scored(Int)
    }

    struct Environment: Sendable {
      var audioPlayer: AudioPlayer
    }

    static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, action in
      if case .scored(let points) = action { state.score += points }
    }
  }

  struct AudioPlayer: Sendable {
    enum Sound: Equatable, Sendable {
      case scoreUp
    }

    var play: @Sendable (Sound) -> Effect<Never, Never>
    var setVolume: @Sendable (Double) -> Effect<Never, Never>
  }

  private var running: Reducer<Game.State, Game.Action, Game.Environment> {
    Game.reducer.filter { state, _ in state.isPaused == false }
  }

  private var sounding: Reducer<Game.State, Game.Action, Game.Environment> {
    Game.reducer
      .onChange(of: \.score) { previous, score, state, _, environment in
        guard score > previous else { return .none }
        state.bestScore = max(state.bestScore, score)
        return environment.audioPlayer.play(.scoreUp).fireAndForget()
      }
  }

  @Test func `a paused game ignores actions`() {
    let environment = Game.Environment(audioPlayer: .noop)
    var state = Game.State(isPaused: true)
    _ = running.run(&state, .scored(5), environment)
    #expect(state.score == 0)
    state.isPaused = false
    _ = running.run(&state, .scored(5), environment)
    #expect(state.score == 5)
  }

  @Test func `a change to the score plays a sound and updates the best score`() {
    let played = Recorder<AudioPlayer.Sound?>(nil)
    var audioPlayer = AudioPlayer.noop
    audioPlayer.play = { sound in .fireAndForget { played.set(sound) } }
    let store = TestStore(
      initialState: Game.State(),
      reducer: sounding,
      environment: Game.Environment(audioPlayer: audioPlayer)
    )
    store.send(.scored(12)) {
      $0.score = 12
      $0.bestScore = 12
    }
    store.fireAndForget()
    #expect(played.value == .scoreUp)
    store.send(.scored(-1)) { $0.score = 11 }
  }

  enum Settings {
    struct State: Equatable {
      var isSoundOn = true
    }

    enum Action: Equatable {
      case binding(BindingAction<State>)
    }

    static let reducer = Unbound.bound
  }

  /// The settings before their properties are bound.
  enum Unbound {
    enum Settings {
      typealias Action = ReducerCommentTests.Settings.Action

      static let reducer =
        Reducer<ReducerCommentTests.Settings.State, Action, Game.Environment>.empty
    }

    static let bound =
      Settings.reducer.binding(action: /Settings.Action.binding)
  }

  @Test func `turning the sound off mutes the player`() {
    let volume = Recorder<Double?>(nil)
    var audioPlayer = AudioPlayer.noop
    audioPlayer.setVolume = { level in .fireAndForget { volume.set(level) } }
    let store = TestStore(
      initialState: Settings.State(),
      reducer: silencing,
      environment: Game.Environment(audioPlayer: audioPlayer)
    )
    store.send(.binding(.set(\.isSoundOn, false))) { $0.isSoundOn = false }
    store.fireAndForget()
    #expect(volume.value == 0)
  }

  private var silencing: Reducer<Settings.State, Settings.Action, Game.Environment> {
    Settings.reducer
      .onChange(of: \.isSoundOn) { isSoundOn, _, _, environment in
        environment.audioPlayer.setVolume(isSoundOn ? 1 : 0).fireAndForget()
      }
  }

  struct ProfileForm: Equatable {
    var name = ""
  }

  enum Profile {
    struct State: Equatable {
      var form = ProfileForm()
    }

    enum Action: Equatable {
      case form(BindingAction<ProfileForm>)
    }

    static let reducer = Reducer<State, Action, Void>.empty
  }

  @Test func `a binding action sets a property of a child state`() {
    let store = TestStore(initialState: Profile.State(), reducer: profile, environment: ())
    store.send(.form(.set(\.name, "Blob"))) { $0.form.name = "Blob" }
  }

  private var profile: Reducer<Profile.State, Profile.Action, Void> {
    Profile.reducer.binding(state: \.form, action: /Profile.Action.form)
  }
}

extension ReducerCommentTests.AudioPlayer {
  fileprivate static let noop = Self(play: { _ in .none }, setVolume: { _ in .none })
}

/// Counts.
final class Tally: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func increment() {
    count.withLock { $0 += 1 }
  }
}

extension Reducer {
  func counting(_ tally: Tally) -> Self {
    Self(around: self) { state, action, environment, run in
      tally.increment()
      return run(&state, action, environment)
    }
  }
}

extension ReducerCommentTests.Counter {
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action: Equatable {
    case factButtonTapped
    case factResponse(String)
    case incrementButtonTapped
  }

  struct Environment: Sendable {
    var fact: @Sendable (Int) -> Effect<String, Never>
  }
}

extension ReducerCommentTests.AppFeature {
  struct State: Equatable {
    var banner: ReducerCommentTests.Banner.State?
    var counter = ReducerCommentTests.Counter.State()
  }

  enum Action: Equatable {
    case banner(ReducerCommentTests.Banner.Action)
    case counter(ReducerCommentTests.Counter.Action)
    case resetButtonTapped
  }

  struct Environment: Sendable {
    var fact: @Sendable (Int) -> Effect<String, Never>

    var counter: ReducerCommentTests.Counter.Environment {
      ReducerCommentTests.Counter.Environment(fact: fact)
    }
  }
}
