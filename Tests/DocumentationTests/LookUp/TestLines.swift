// SPDX-License-Identifier: MIT

// Page: Sources/LockstepTesting/LockstepTesting.docc/Articles/TestsByTask.md

import Dispatch
import Foundation
import Lockstep
import LockstepJournal
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The code of the page about tests, which `Scripts/check-lookup` writes from it.
@Suite struct TestLines {
  struct Item: Equatable {
    var name = ""
  }

  enum Sheet: Equatable {
    case item(Item)
    case other
  }

  enum ItemAction: Equatable {
    case renamed(String)
    case loaded(String)
    case loadButtonTapped
  }

  enum SheetAction: Equatable {
    case item(ItemAction)
  }

  struct App: Equatable {
    var count = 0
    var date = 0
    var item = Item()
    var sheet: Item?
    var anySheet: Sheet?
    var path: StackState<Item> = [Item()]
    var anyPath: StackState<Sheet> = [.item(Item())]
  }

  enum AppAction: Equatable, FeatureAction {
    case counted
    case bothButtonsTapped
    case touched
    case loadButtonTapped
    case loaded(Int)
    case saveButtonTapped
    case closeButtonTapped
    case timerButtonTapped
    case item(ItemAction)
    case sheet(PresentationAction<ItemAction>)
    case anySheet(PresentationAction<SheetAction>)
    case path(StackAction<Item, ItemAction>)
    case anyPath(StackAction<Sheet, SheetAction>)

    enum Output: Equatable, Sendable { case counted }
  }

  struct Environment: Sendable {
    var load: @Sendable () async -> Int = { 1 }
    var save: @Sendable () -> Void = {}
  }

  typealias AppReducer = Reducer<App, AppAction, Environment>
  typealias AppStore = TestStore<App, AppAction, Environment>
  typealias AppStep = Step<App, AppAction, Environment>

  private static func rename() -> Reducer<Item, ItemAction, Environment> {
    Reducer { item, action, _ in
      switch action {
      case .renamed(let name), .loaded(let name):
        item.name = name
        return .none
      case .loadButtonTapped:
        return Effect(value: .loaded("a"))
      }
    }
  }

  private static func rename() -> Reducer<Sheet, SheetAction, Environment> {
    (rename() as Reducer<Item, ItemAction, Environment>)
      .pullback(state: /Sheet.item, action: /SheetAction.item)
  }

  private let appReducer = AppReducer.combine(
    rename().pullback(state: \.item, action: /AppAction.item),
    rename().forEach(stack: \.path, action: /AppAction.path),
    rename().forEach(stack: \.anyPath, action: /AppAction.anyPath),
    AppReducer { state, action, environment in
      switch action {
      case .counted:
        state.count += 1
        return .output(.counted)
      case .touched:
        state.date += 1
        state.sheet?.name += "!"
        return .none
      case .bothButtonsTapped:
        return .merge(
          .task { .loaded(await environment.load()) },
          .task { .loaded(await environment.load()) }
        )
      case .loadButtonTapped:
        return .task { .loaded(await environment.load()) }
      case .loaded(let count):
        state.count = count
        return .none
      case .saveButtonTapped:
        return .fireAndForget(name: "save") { environment.save() }
      case .closeButtonTapped:
        return .dismiss
      case .timerButtonTapped:
        return Effect<Never, Never>.run { _ in try await Task.sleep(for: .seconds(3600)) }
          .fireAndForget()
      default:
        return .none
      }
    }
    .presenting(\.sheet, action: /AppAction.sheet, rename())
    .presenting(\.anySheet, action: /AppAction.anySheet, rename())
  )

  private func makeStore(_ state: App = App()) -> AppStore {
    TestStore(initialState: state, reducer: appReducer, environment: Environment())
  }

  // ## Make a test store

  @Test func `a test store is made`() {
    let environment = Environment()
    // TestStore.init(initialState:reducer:environment:actionLimit:schedule:), TestStore
    let store = TestStore(initialState: App(), reducer: appReducer, environment: environment)
    // TestStore.environment
    store.environment.load = { 2 }
    // TestStore.state
    #expect(store.state == App())
    // TestStore.journal
    #expect(store.journal.turns.isEmpty)
  }

  // ## Send actions and assert the state

  @Test func `an action is sent`() {
    let store = makeStore()
    // TestStore.send(_:_:)
    store.send(.counted) { $0.count = 1 }
    // TestStore.output(_:)
    store.output(.counted)
    store.send(.counted) { $0.count = 2 }
    // TestStore.output(where:)
    store.output(where: { $0 == .counted })
    store.send(.counted) { $0.count = 3 }
    // TestStore.output(_:of:)
    store.output(.counted, of: AppAction.self)
    store.send(.closeButtonTapped)
    // TestStore.dismissed
    store.dismissed()
    store.send(.saveButtonTapped)
    // TestStore.fireAndForget(_:)
    store.fireAndForget("save")
    // TestStore.finish()
    store.finish()
  }

  @Test func `a value in an optional is changed`() throws {
    var sheet: Item? = Item()
    // unwrap(_:_:)
    try unwrap(&sheet) { $0.name = "a" }
    // XCTUnwrap(_:_:)
    try XCTUnwrap(&sheet) { $0.name = "a" }
    #expect(sheet?.name == "a")
  }

  // ## Receive what effects send

  @Test func `an action of an effect is received`() async {
    let store = makeStore()
    store.send(.loadButtonTapped)
    // TestStore.receive(_:_:)#_expectedAction
    store.receive(.loaded(1)) { $0.count = 1 }
    store.send(.loadButtonTapped)
    // TestStore.receive(_:_:)#_path
    store.receive(/AppAction.loaded)
    store.send(.loadButtonTapped)
    // TestStore.receive(_:_:_:)
    store.receive(/AppAction.loaded, 1)
    store.send(.loadButtonTapped)
    // TestStore.receive(_:where:_:)
    store.receive(/AppAction.loaded, where: { $0 > 0 })
  }

  @Test func `a test waits for an effect`() async {
    let store = makeStore()
    store.send(.loadButtonTapped)
    // TestStore.receive(_:timeout:isolation:_:)#_expectedAction
    await store.receive(.loaded(1), timeout: .seconds(5)) { $0.count = 1 }
    store.send(.loadButtonTapped)
    // TestStore.receive(_:timeout:isolation:_:)#_path
    await store.receive(/AppAction.loaded, timeout: .seconds(5))
    store.send(.loadButtonTapped)
    // TestStore.receive(_:_:timeout:isolation:_:)
    await store.receive(/AppAction.loaded, 1, timeout: .seconds(5))
    store.send(.loadButtonTapped)
    // TestStore.receive(_:where:timeout:isolation:_:)
    await store.receive(/AppAction.loaded, where: { $0 > 0 }, timeout: .seconds(5))
    store.send(.saveButtonTapped)
    // TestStore.fireAndForget(_:timeout:isolation:)
    await store.fireAndForget("save", timeout: .seconds(5))
    // TestStore.finish(timeout:isolation:)
    await store.finish(timeout: .seconds(5))
  }

  // ## Assert less

  @Test func `a test asserts only some dimensions`() async {
    let store = makeStore(App(sheet: Item()))
    store.send(.timerButtonTapped)
    // TestStore.skipRunning
    store.skipRunning()
    store.send(.loadButtonTapped)
    // TestStore.skipReceived
    store.skipReceived()
    // TestStore.disregard(_:)
    store.disregard(\.date)
    // TestStore.disregard(optional:)
    store.disregard(optional: OptionalPath(\.sheet).appending(path: \.name))
    store.send(.touched)
    // TestStore.withExhaustivity(_:showsSkipped:_:)
    store.withExhaustivity(.off) { store.send(.counted) }
    // TestStore.withExhaustivity(_:showsSkipped:isolation:_:)
    await store.withExhaustivity(.off) { await store.finish(timeout: .seconds(5)) }
    // TestStore.exhaustivity, Exhaustivity.off
    store.exhaustivity = .off
    // TestStore.showsSkipped
    store.showsSkipped = false
    let dimensions: [Exhaustivity] = [
      // Exhaustivity, Exhaustivity.all
      Exhaustivity.all,
      // Exhaustivity.stateChanges
      .stateChanges,
      // Exhaustivity.receivedActions
      .receivedActions,
      // Exhaustivity.fireAndForgetEffects
      .fireAndForgetEffects,
      // Exhaustivity.outputs
      .outputs,
      // Exhaustivity.runningEffects
      .runningEffects,
    ]
    #expect(dimensions[1...].allSatisfy { Exhaustivity.all.contains($0) })
  }

  // ## Test a part of a feature

  @Test func `a test looks at a part`() async {
    let state = App(sheet: Item(), anySheet: .item(Item()))
    let store = makeStore(state)
    // TestStore.part(_:_:), Focus
    let item: Focus<App, AppAction, Environment, Item, ItemAction> = store.part(
      \.item,
      /AppAction.item
    )
    // Focus.send(_:_:whole:)
    item.send(.renamed("a")) { $0.name = "a" }
    item.send(.loadButtonTapped)
    // Focus.receive(_:_:whole:)#_expectedAction
    item.receive(.loaded("a"))
    item.send(.loadButtonTapped)
    // Focus.receive(_:_:whole:)#_path
    item.receive(/ItemAction.loaded)
    item.send(.loadButtonTapped)
    // Focus.receive(_:where:_:whole:)
    item.receive(/ItemAction.loaded, where: { $0 == "a" })
    item.send(.loadButtonTapped)
    // Focus.receive(_:timeout:isolation:_:whole:)
    await item.receive(/ItemAction.loaded, timeout: .seconds(5))
    // Focus.state
    #expect(item.state == Item(name: "a"))
    // Focus.store
    #expect(item.store === store)
    // TestStore.presented(_:_:)
    let sheet = store.presented(\.sheet, /AppAction.sheet)
    let anySheet = store.presented(\.anySheet, /AppAction.anySheet)
    // Focus.part(_:_:)#toPart:CasePath
    let itemSheet = anySheet.part(/Sheet.item, /SheetAction.item)
    // TestStore.screen(_:of:_:)
    let screen = store.screen(0, of: \.path, /AppAction.path)
    let top = store.screen(0, of: \.anyPath, /AppAction.anyPath)
      .part(/Sheet.item, /SheetAction.item)
    for part in [sheet, itemSheet, screen, top] {
      part.send(.renamed("b")) { $0.name = "b" }
      #expect(part.state?.name == "b")
    }
  }

  struct Window: Equatable {
    var app = App(sheet: Item(), anySheet: .item(Item()))
  }

  enum WindowAction: Equatable {
    case app(AppAction)
  }

  @Test func `a part of a part is tested`() {
    let store = TestStore(
      initialState: Window(),
      reducer: Reducer<Window, WindowAction, Environment>.combine(
        appReducer.pullback(state: \.app, action: /WindowAction.app)
      ),
      environment: Environment()
    )
    let app = store.part(\.app, /WindowAction.app)
    // Focus.part(_:_:)#WritableKeyPath
    let item = app.part(\.item, /AppAction.item)
    // Focus.presented(_:_:)
    let sheet = app.presented(\.sheet, /AppAction.sheet)
    let itemSheet = app.presented(\.anySheet, /AppAction.anySheet)
      .part(/Sheet.item, /SheetAction.item)
    // Focus.screen(_:of:_:)
    let screen = app.screen(0, of: \.path, /AppAction.path)
    let top = app.screen(0, of: \.anyPath, /AppAction.anyPath)
      .part(/Sheet.item, /SheetAction.item)
    for part in [item, sheet, itemSheet, screen, top] {
      part.send(.renamed("a")) { $0.name = "a" }
    }
    #expect(store.state.app.path.top?.name == "a")
  }

  struct ItemText: Equatable {
    var text: String
  }

  @Test func `a test store shows a part`() async {
    let store = makeStore()
    // TestStore.scope(state:)
    let count = store.scope { $0.count }
    // TestStore.scope(state:action:), ScopedTestStore
    let item: ScopedTestStore<Item, ItemAction, AppAction, Environment> = store.scope(
      state: { $0.item },
      action: AppAction.item
    )
    count.send(.counted) { $0 = 1 }
    store.output(.counted)
    item.send(.renamed("a")) { $0.name = "a" }
    // ScopedTestStore.scope(state:)
    let name = item.scope { $0.name }
    // ScopedTestStore.scope(state:action:)
    let text = item.scope(state: { ItemText(text: $0.name) }, action: ItemAction.renamed)
    text.send("b") { $0.text = "b" }
    item.send(.loadButtonTapped)
    // ScopedTestStore.receive(_:_:)
    item.receive(.item(.loaded("a"))) { $0.name = "a" }
    item.send(.loadButtonTapped)
    // ScopedTestStore.receive(_:timeout:isolation:_:)
    await item.receive(.item(.loaded("a")), timeout: .seconds(5))
    // ScopedTestStore.whole
    item.whole.send(.item(.renamed("c"))) { $0.name = "c" }
    #expect(name.state == "c")
  }

  // ## Write a test as a list of steps

  @Test func `a test takes steps`() {
    let store = makeStore(App(sheet: Item()))
    // TestStore.Step
    typealias AppStep = TestStore<App, AppAction, Environment>.Step
    let count: AppStep = .sequence(.send(.counted) { $0.count += 1 }, .output(.counted))
    // TestStore.assert(_:)
    store.assert(count)
    let steps: [Step<App, AppAction, Environment>] = [
      // Step.send(_:_:), Step
      Step.send(.loadButtonTapped),
      // Step.receive(_:_:)#_expectedAction
      .receive(.loaded(1)),
      .send(.loadButtonTapped),
      // Step.receive(_:_:)#_path
      .receive(/AppAction.loaded),
      .send(.loadButtonTapped),
      // Step.receive(_:_:_:)
      .receive(/AppAction.loaded, 1),
      .send(.loadButtonTapped),
      // Step.receive(_:where:_:)
      .receive(/AppAction.loaded, where: { $0 == 1 }),
      // Step.init(_:_:_:), Step.Sender.send
      Step(.send, .loadButtonTapped),
      // Step.Sender.receive: Creates a step that receives an action.
      Step(.receive, .loaded(1)),
      .send(.saveButtonTapped),
      // Step.fireAndForget(_:)
      .fireAndForget("save"),
      .send(.saveButtonTapped),
      // Step.fireAndForget
      .fireAndForget,
      // Step.sequence(_:)
      .sequence(.send(.counted) { $0.count = 2 }, .output(.counted)),
      .send(.counted) { $0.count = 3 },
      // Step.output(_:)
      .output(.counted),
      .send(.closeButtonTapped),
      // Step.dismissed
      .dismissed(),
      // Step.init(_:)
      Step(count),
      // Step.environment(_:)
      .environment { $0.load = { 5 } },
      // Step.do(_:)
      .do { #expect(store.state.count == 4) },
      .send(.loadButtonTapped),
      // Step.skipReceived
      .skipReceived(),
      .send(.timerButtonTapped),
      // Step.skipRunning
      .skipRunning(),
      // Step.withExhaustivity(_:showsSkipped:_:)
      .withExhaustivity(.off, .send(.counted)),
      // Step.disregard(_:)
      .disregard(\.date),
      // Step.disregard(optional:)
      .disregard(optional: OptionalPath(\.sheet).appending(path: \.name)),
      .send(.touched),
      // Step.finish
      .finish(),
    ]
    store.assert(steps)
    // Step.Sender
    let sender: Step<App, AppAction, Environment>.Sender = .send
    #expect("\(sender)" == "send")
    #expect(store.state.count == 6)
  }

  @Test func `a function asserts steps`() {
    let environment = Environment()
    // assert(initialValue:reducer:environment:steps:)
    assert(
      initialValue: App(),
      reducer: appReducer,
      environment: environment,
      steps: .send(.closeButtonTapped),
      .dismissed()
    )
    let counter = Reducer<Int, ItemAction, Void> { count, _, _ in
      count += 1
      return .none
    }
    // assert(initialValue:reducer:steps:)
    assert(initialValue: 0, reducer: counter, steps: .send(.loadButtonTapped) { $0 = 1 })
  }

  // ## Replace dependencies

  @Test func `a recorder keeps what a dependency does`() {
    // Recorder.init(_:), Recorder
    let saved: Recorder<[String]> = Recorder([])
    // Recorder.update(_:)
    saved.update { $0.append("a") }
    // Recorder.value
    #expect(saved.value == ["a"])
    // Recorder.set(_:)
    saved.set([])
    // UUID.init(_:)
    let id = UUID(1)
    #expect(id.uuidString.hasSuffix("0001"))
    #expect(saved.value.isEmpty)
  }

  @Test func `reported issues are collected`() {
    // withReportedIssues(_:)
    let issues = withReportedIssues { reportIssue("Nothing was saved.") }
    #expect(issues.count == 1)
  }

  @Test func `issues of asynchronous code are collected`() async {
    func save() async { reportIssue("Nothing was saved.") }
    // withReportedIssues(isolation:_:)
    let issues = await withReportedIssues { await save() }
    #expect(issues.map(\.message) == ["Nothing was saved."])
  }

  // ## Answer requests without a network

  @Test func `requests are answered`() async throws {
    let url = try #require(URL(string: "https://example.com/items"))
    let queue = DispatchQueue.test
    let numbers = [1]
    // URLSessionStub.init(delegate:), URLSessionStub
    let stub = URLSessionStub()
    let json = try StubResponse.json(numbers)
    // URLSessionStub.register(_:for:method:requestValidator:)
    stub.register(json, for: url, method: "GET")
    // URLSessionStub.session
    let (data, _) = try await stub.session.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == "[1]")
    // URLSessionStub.requests
    #expect(stub.requests.map(\.url) == [url])
    let responses = [
      // StubResponse.json(_:status:encoder:), StubResponse
      try StubResponse.json(numbers),
      // StubResponse.response(status:headers:body:)
      .response(status: 404),
      // StubResponse.failure(_:)
      .failure(.notConnectedToInternet),
      // StubResponse.delayed(for:scheduler:)
      .response(status: 500).delayed(for: .seconds(1), scheduler: queue),
      // StubResponse.never
      .never,
    ]
    let other = try #require(URL(string: "https://example.com/other"))
    // URLSessionStub.register(sequence:repeatsLast:for:method:requestValidator:)
    stub.register(sequence: responses, for: other)
    _ = try await stub.session.data(from: other)
    let (_, missing) = try await stub.session.data(from: other)
    #expect((missing as? HTTPURLResponse)?.statusCode == 404)
    await #expect(throws: URLError.self) { try await stub.session.data(from: other) }
    let session = stub.session
    let late = Task { try await session.data(from: other).1 as? HTTPURLResponse }
    // URLSessionStub.waitForRequests(_:timeout:isolation:)
    await stub.waitForRequests(5)
    queue.advance(by: .seconds(1))
    #expect(try await late.value?.statusCode == 500)
    let waiting = Task { try? await session.data(from: other) }
    await stub.waitForRequests(6)
    waiting.cancel()
    _ = await waiting.value
    // URLSessionStub.cancelledRequests
    #expect(stub.cancelledRequests.count == 1)
    var request = URLRequest(url: url)
    request.httpBody = Data("a".utf8)
    // URLRequest.streamedBody
    #expect(request.streamedBody == Data("a".utf8))
  }

  // ## Find races

  private func load() {
    let store = makeStore()
    store.send(.bothButtonsTapped)
    store.receive(.loaded(1)) { $0.count = 1 }
    store.receive(.loaded(1))
  }

  // Trait.schedules(_:seed:findsTurningPoint:)
  @Test(.schedules(100))
  func `a test runs under many schedules`() { load() }

  // Trait.schedules(_:findsTurningPoint:)
  @Test(.schedules(.every(limit: 100)))
  func `a test runs under every schedule`() { load() }

  @Test func `schedules are explored`() {
    // explore(schedules:seed:findsTurningPoint:isolation:_:), Exploration
    let exploration: Exploration = explore(schedules: 100) { load() }
    // explore(_:findsTurningPoint:isolation:_:), Schedules.every(limit:)
    let every = explore(.every(limit: 100)) { load() }
    // Exploration.schedules
    #expect(exploration.schedules >= 1)
    // Exploration.distinctOrders
    #expect(exploration.distinctOrders == 1)
    // Exploration.isComplete
    #expect(every.isComplete)
    // Exploration.hadOverlappingEffects
    #expect(exploration.hadOverlappingEffects)
    // ScheduleExploration
    let trait: ScheduleExploration = .schedules(100)
    #expect(trait != .schedules(101))
    // Schedules
    let all: Schedules = .every()
    // Schedules.order(_:)
    let order = Schedules.order("0")
    #expect("\(all)" != "\(order)")
  }

  @Test func `a schedule decides`() {
    let schedules = [
      // Schedule.random(seed:), Schedule
      Schedule.random(seed: 7),
      // Schedule.fifo
      .fifo,
      // Schedule.current
      .current,
    ]
    let store = TestStore(
      initialState: App(),
      reducer: appReducer,
      environment: Environment(),
      schedule: schedules[0]
    )
    store.send(.closeButtonTapped)
    store.dismissed()
    let schedule = Schedule.fifo
    // Schedule.pick(from:)
    #expect(schedule.pick(from: ["a", "b"]) == "a")
    // Schedule.fails(oneIn:)
    #expect(schedule.fails(oneIn: 10) == false)
    // Schedule.delay(upTo:)
    #expect(schedule.delay(upTo: .seconds(1)) == 0)
    // Schedule.generator
    var generator = schedule.generator
    #expect(Int.random(in: 1...6, using: &generator) > 0)
  }
}
