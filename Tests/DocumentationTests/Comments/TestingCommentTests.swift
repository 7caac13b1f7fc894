// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/LockstepTesting`.
@Suite struct TestingCommentTests {
  /// Asks two servers, of which one knows nothing.
  enum Search {
    struct State: Equatable {
      var results: [String] = []
    }

    enum Action: Equatable {
      case bothTapped
      case response(String)
    }

    struct Environment: Sendable {
      static let test = Self(first: { "a" }, second: { nil })
      static let both = Self(first: { "a" }, second: { "b" })

      var first: @Sendable () async -> String?
      var second: @Sendable () async -> String?
    }

    static let reducer = Reducer<State, Action, Environment> { state, action, environment in
      switch action {
      case .bothTapped:
        return .merge(
          .run { send in if let result = await environment.first() { send(.response(result)) } },
          .run { send in if let result = await environment.second() { send(.response(result)) } }
        )
      case .response(let result):
        state.results.append(result)
        return .none
      }
    }
  }

  /// A search that counts how often it is run.
  enum Counted {
    enum Search {
      typealias State = TestingCommentTests.Search.State

      static let reducer = Reducer<
        State, TestingCommentTests.Search.Action, TestingCommentTests.Search.Environment
      >.combine(
        TestingCommentTests.Search.reducer,
        .withoutEffects { _, action in
          if action == .bothTapped { runs.update { $0 += 1 } }
        }
      )
    }

    private static let runs = Recorder(0)

    static func explored() -> Int {
      runs.set(0)
      explore {
        let store = TestStore(
          initialState: Search.State(),
          reducer: Search.reducer,
          environment: .test
        )
        store.send(.bothTapped)
        store.receive(.response("a")) { $0.results = ["a"] }
      }
      return runs.value
    }
  }

  @Test func `a test explores a thousand schedules`() {
    #expect(Counted.explored() == 1_000)
  }

  @Test func `a journal explains a value of the state`() {
    let store = TestStore(initialState: Search.State(), reducer: Search.reducer, environment: .test)
    store.send(.bothTapped)
    store.receive(.response("a")) { $0.results = ["a"] }
    #expect(store.journal.why(\.results)?.chain.count == 2)
  }

  @Test func `a test explores every order and counts the distinct orders`() {
    explore(.every(limit: 10_000)) {
      let store = TestStore(
        initialState: Search.State(),
        reducer: Search.reducer,
        environment: .test
      )
      store.send(.bothTapped)
      store.skipReceived()
    }

    explore(.every()) {
      let store = TestStore(
        initialState: Search.State(),
        reducer: Search.reducer,
        environment: .test
      )
      store.send(.bothTapped)
      store.skipReceived()
    }

    let exploration = explore {
      let store = TestStore(
        initialState: Search.State(),
        reducer: Search.reducer,
        environment: .both
      )
      store.send(.bothTapped)
      store.skipReceived()
    }
    #expect(exploration.distinctOrders > 1)
  }

  @Test func `a test double draws from the schedule`() {
    explore {
      let schedule = Schedule.current
      let store = TestStore(
        initialState: Search.State(),
        reducer: Search.reducer,
        environment: Search.Environment(
          first: { schedule.pick(from: ["a", "b"]) },
          second: { schedule.fails(oneIn: 4) ? nil : "c" }
        )
      )
      store.send(.bothTapped)
      store.skipReceived()
    }
  }

  @Test func `a test replays a schedule by its seed`() {
    let store = TestStore(
      initialState: Search.State(),
      reducer: Search.reducer,
      environment: .test,
      schedule: .random(seed: 17)
    )
    store.send(.bothTapped)
    store.receive(.response("a")) { $0.results = ["a"] }
  }

  struct FeedDetail: Equatable {
    var cursor = 0
  }

  enum Feed {
    struct State: Equatable {
      var cursor = 0
      var generation = 0
      var isLoading = false
      var detail: FeedDetail? = FeedDetail()
    }

    enum Action: Equatable {
      case nextPageButtonTapped
    }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, _ in
      state.cursor += 17
      state.generation += 1
      state.isLoading = true
      state.detail?.cursor += 1
    }
  }

  @Test func `parts of the state are ignored`() {
    let store = TestStore(initialState: Feed.State(), reducer: Feed.reducer, environment: ())
    store.ignore(optional: OptionalPath(\Feed.State.detail).appending(path: \.cursor))

    store.ignore(\.cursor, \.generation)
    store.send(.nextPageButtonTapped) { $0.isLoading = true }
  }

  struct SaveState: Equatable {
    var count = 0
    var isSaving = false
  }

  enum SaveAction: Equatable {
    case incrementButtonTapped
    case saveButtonTapped
    case saved
  }

  struct SaveEnvironment: Sendable {
    var save: @Sendable (Int) -> Effect<Never, Never>
  }

  private let counting = Reducer<SaveState, SaveAction, SaveEnvironment> {
    state,
    action,
    environment in
    if action == .saveButtonTapped { return environment.save(state.count).fireAndForget() }
    state.count += 1
    return .none
  }

  private var counter: TestStore<SaveState, SaveAction, SaveEnvironment> {
    TestStore(
      initialState: SaveState(),
      reducer: counting,
      environment: SaveEnvironment(save: { .failing("save(\($0))") })
    )
  }

  @Test func `a recorder stores a value`() {
    let store = counter
    let didSave = Recorder(false)
    store.environment.save = { _ in .fireAndForget { didSave.set(true) } }
    store.send(.saveButtonTapped)
    store.fireAndForget()
    #expect(didSave.value)
  }

  struct Questions: Sendable {
    var ask: @Sendable () -> String
  }

  @Test func `a recorder returns its answers in order`() {
    var environment = Questions(ask: { "" })
    let answers = Recorder(["Yes", "No"])
    environment.ask = { answers.update { $0.removeFirst() } }
    #expect([environment.ask(), environment.ask()] == ["Yes", "No"])
  }

  @Test func `a test can list its steps`() {
    let store = counter
    store.assert(
      .environment { $0.save = { _ in .fireAndForget {} } },
      .send(.incrementButtonTapped) { $0.count = 1 },
      .send(.saveButtonTapped),
      .fireAndForget
    )
  }

  typealias SaveStep = Step<SaveState, SaveAction, Void>

  @resultBuilder enum Steps {
    static func buildExpression(_ step: SaveStep) -> SaveStep { step }

    static func buildBlock(_ steps: SaveStep...) -> [SaveStep] { steps }
  }

  private func list(@Steps _ make: () -> [SaveStep]) -> [SaveStep] { make() }

  @Test func `steps are written in two ways`() {
    let steps = list {
      Step(.send, .saveButtonTapped) { $0.isSaving = true }
      Step(.send(.saveButtonTapped) { $0.isSaving = true })
      Step(.receive, .saved) { $0.isSaving = false }
      Step(.fireAndForget)
    }
    let saving = Reducer<SaveState, SaveAction, Void> { state, action, _ in
      state.isSaving = action == .saveButtonTapped
      guard state.isSaving else { return .none }
      return .merge(Effect(value: .saved), .fireAndForget {})
    }
    for first in steps.prefix(2) {
      assert(
        initialValue: SaveState(),
        reducer: saving,
        steps: first,
        steps[2],
        steps[3]
      )
    }
  }

  enum FavoritePrimes {
    enum Action: Equatable {
      case loadButtonTapped
      case loadedFavoritePrimes([Int])
    }

    struct Environment: Sendable {
      var load: @Sendable () -> Effect<[Int], Never>
    }

    static let reducer = Reducer<[Int], Action, Environment> { state, action, environment in
      guard case .loadedFavoritePrimes(let primes) = action else {
        return environment.load().map(Action.loadedFavoritePrimes)
      }
      state = primes
      return .none
    }
  }

  @Test func `a whole test is one call`() {
    let environment = FavoritePrimes.Environment(load: { Effect(value: [2, 31]) })
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: FavoritePrimes.reducer,
      environment: environment,
      steps:
        Step(.send, .loadButtonTapped),
      Step(.receive, .loadedFavoritePrimes([2, 31])) { $0 = [2, 31] }
    )
  }

  typealias Counter = ReducerCommentTests.Counter

  @Test func `a test store asserts each step`() {
    let store = TestStore(
      initialState: Counter.State(),
      reducer: Counter.reducer,
      environment: Counter.Environment(fact: { Effect(value: "\($0) is a good number.") })
    )
    store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    store.send(.factButtonTapped)
    store.receive(.factResponse("1 is a good number.")) {
      $0.fact = "1 is a good number."
    }
  }

  @Test func `a test can wait for an action`() async {
    let store = TestStore(
      initialState: Counter.State(),
      reducer: Counter.reducer,
      environment: Counter.Environment(fact: { _ in .task { "One" } })
    )
    store.send(.factButtonTapped)
    await store.receive(.factResponse("One"), timeout: .seconds(5)) {
      $0.fact = "One"
    }
  }

  enum AppFeature {
    struct State: Equatable {
      var counter = Counter.State()
      var isLoading = false
      var ticks = 0
    }

    enum Action: Equatable {
      case counter(Counter.Action)
      case factResponse(Result<String, NoFact>)
      case loaded(Int)
      case onAppear
      case timerTicked(Int)
    }

    static let reducer = Reducer<State, Action, Void> { state, action, _ in
      switch action {
      case .counter(.incrementButtonTapped):
        state.counter.count += 1
      case .counter:
        break
      case .factResponse:
        state.isLoading = false
      case .loaded(let count):
        state.counter.count = count
      case .onAppear:
        state.isLoading = true
        return .merge(
          Effect(value: .loaded(7)),
          Effect(value: .factResponse(.success("7"))),
          Effect(value: .timerTicked(4))
        )
      case .timerTicked:
        state.ticks += 1
      }
      return .none
    }
  }

  struct NoFact: Error, Equatable {}

  private var app: TestStore<AppFeature.State, AppFeature.Action, Void> {
    TestStore(initialState: AppFeature.State(), reducer: AppFeature.reducer, environment: ())
  }

  @Test func `a block need not be exhaustive`() {
    let store = app
    store.exhaustivity = .all.subtracting(.fireAndForgetEffects)
    store.withExhaustivity(.off) {
      store.send(.onAppear)
      store.receive(/AppFeature.Action.loaded)
    }
    #expect(store.exhaustivity == [.stateChanges, .receivedActions, .runningEffects, .outputs])
    #expect(store.state.counter.count == 7)
  }

  @Test func `received actions are skipped`() {
    let store = app
    store.withExhaustivity(.off) {
      store.send(.onAppear)
      store.skipReceived()
    }
    #expect(store.state.ticks == 1)
  }

  @Test func `a list of steps can turn off exhaustivity`() {
    let store = app
    store.assert(
      .withExhaustivity(.off, .send(.onAppear), .skipReceived()),
      .send(.counter(.incrementButtonTapped)) { $0.counter.count = 8 }
    )
  }

  @Test func `a test can receive an action by its case`() {
    let store = app
    store.send(.onAppear) { $0.isLoading = true }
    store.receive(/AppFeature.Action.loaded) { $0.counter.count = 7 }
    store.receive(/AppFeature.Action.factResponse) { $0.isLoading = false }
    store.withExhaustivity([.receivedActions]) {
      store.receive(/AppFeature.Action.timerTicked, where: { $0 > 3 })
    }
  }

  @Test func `a test store is scoped`() {
    let store = app
    let counter = store.scope(state: \.counter, action: AppFeature.Action.counter)
    counter.send(.incrementButtonTapped) { $0.count = 1 }
  }

  @Test func `a test store can be scoped to a child`() {
    let store = app
    let counter = store.part(\.counter, /AppFeature.Action.counter)
    counter.send(.incrementButtonTapped) { $0.count = 1 }
  }

  enum Login {
    struct State: Equatable {
      var isLoggingIn = false
      var name: String?
    }

    enum Action: Equatable {
      case loginButtonTapped
      case loginResponse(Result<String, LoginError>)

      init(view action: LoginView.Action) {
        switch action {
        case .loginButtonTapped: self = .loginButtonTapped
        }
      }
    }
  }

  struct LoginError: Error, Equatable {}

  enum LoginView {
    struct State: Equatable {
      var isFormDisabled: Bool

      init(_ state: Login.State) {
        isFormDisabled = state.isLoggingIn
      }
    }

    enum Action: Equatable {
      case loginButtonTapped
    }
  }

  @Test func `a test store can be scoped to the state and actions of a view`() {
    let store = TestStore(
      initialState: Login.State(),
      reducer: Reducer<Login.State, Login.Action, Void> { state, action, _ in
        switch action {
        case .loginButtonTapped:
          state.isLoggingIn = true
          return Effect(value: .loginResponse(.success("Blob")))
        case .loginResponse(let result):
          state.isLoggingIn = false
          state.name = try? result.get()
          return .none
        }
      },
      environment: ()
    )
    let view = store.scope(state: LoginView.State.init, action: Login.Action.init(view:))
    view.send(.loginButtonTapped) { $0.isFormDisabled = true }
    view.receive(.loginResponse(.success("Blob"))) { $0.isFormDisabled = false }
    view.send(.loginButtonTapped) { $0.isFormDisabled = true }
    view.parent.receive(/Login.Action.loginResponse) { $0.isFormDisabled = false }
  }

  enum FormAction: Equatable {
    case closeButtonTapped
  }

  @Test func `a fire-and-forget effect is asserted`() {
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, FormAction, Void> { _, _, _ in .fireAndForget {} },
      environment: ()
    )
    store.send(.closeButtonTapped)
    store.fireAndForget()
  }

  struct Alert: Equatable {
    var message = ""
  }

  struct MatchState: Equatable {
    var alert: Alert? = Alert()
  }

  enum MatchAction: Equatable {
    case rematchButtonTapped
  }

  private var match: TestStore<MatchState, MatchAction, Void> {
    TestStore(
      initialState: MatchState(),
      reducer: Reducer.withoutEffects { state, _ in
        state.alert?.message = "…"
      },
      environment: ()
    )
  }

  @Test func `an optional is unwrapped`() {
    let store = match
    store.send(.rematchButtonTapped) {
      try unwrap(&$0.alert) { $0.message = "…" }
    }
  }

  @Test func `a test can unwrap an optional in place with XCTUnwrap`() {
    let store = match
    store.send(.rematchButtonTapped) {
      try XCTUnwrap(&$0.alert) { $0.message = "…" }
    }
  }
}

/// The example of the trait.
@Suite struct ScheduleCommentTests {
  /// Writes two lines, and hears no more of either.
  enum Search {
    struct State: Equatable {}

    enum Action: Equatable {
      case bothTapped
    }

    struct Environment: Sendable {
      static let test = Self(log: { _ in })

      var log: @Sendable (String) async -> Void
    }

    static let reducer = Reducer<State, Action, Environment> { _, _, environment in
      .merge(
        .run { _ in await environment.log("first") },
        .run { _ in await environment.log("second") }
      )
    }
  }

  @Test(.schedules(.every())) func `the newest search wins in every order`() {
    let store = TestStore(initialState: Search.State(), reducer: Search.reducer, environment: .test)
    store.send(.bothTapped)
  }

  @Test(.schedules(1_000)) func `the newest search wins in a thousand orders`() {
    let store = TestStore(initialState: Search.State(), reducer: Search.reducer, environment: .test)
    store.send(.bothTapped)
  }
}
