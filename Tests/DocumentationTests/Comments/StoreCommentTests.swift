// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/Lockstep/Store`.
@Suite @MainActor struct StoreCommentTests {
  struct CounterState: Equatable {
    var count = 0
  }

  enum CounterAction: Equatable {
    case incrementButtonTapped
  }

  struct CounterEnvironment: Sendable {
    static let live = Self()
  }

  private let counterReducer = Reducer<CounterState, CounterAction, CounterEnvironment> {
    state,
    _,
    _ in
    state.count += 1
    return .none
  }

  private let console = Console()

  @Test func `a store holds the state`() {
    func print(_ values: Any...) { console.print(values) }
    let store = Store(
      initialState: CounterState(),
      reducer: counterReducer,
      environment: CounterEnvironment.live
    )
    store.send(.incrementButtonTapped)
    print(store.count)
    #expect(console.lines == ["1"])
  }

  enum DeviceAction: Equatable {
    case measured(Int)
  }

  final class Device {
    var onReading: (Int) -> Void = { _ in }
  }

  @Test func `a sender goes where the store cannot`() {
    let device = Device()
    let store = Store(
      initialState: [],
      reducer: Reducer<[Int], DeviceAction, Void> { readings, action, _ in
        if case .measured(let reading) = action { readings.append(reading) }
        return .none
      },
      environment: ()
    )
    let sender = store.sender
    device.onReading = { sender.send(.measured($0)) }
    device.onReading(1)
    #expect(store.state == [])
    store.send(.measured(2))
    #expect(store.state == [1, 2])
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var title: String
  }

  struct AlertPart: Equatable {
    var title = "Sure?"
  }

  struct AppState: Equatable {
    var alert: AlertPart? = AlertPart()
    var counter = CounterState()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
  }

  enum AlertAction: Equatable {
    case dismissed
  }

  enum RowAction: Equatable {
    case renamed(String)
  }

  enum AppAction: Equatable {
    case alert(AlertAction)
    case counter(CounterAction)
    case row(id: Int, action: RowAction)
  }

  private let appReducer = Reducer<AppState, AppAction, Void> { state, action, _ in
    switch action {
    case .alert(.dismissed): state.alert = nil
    case .counter(.incrementButtonTapped): state.counter.count += 1
    case .row(let id, .renamed(let title)): state.rows[id: id]?.title = title
    }
    return .none
  }

  private var store: Store<AppState, AppAction> {
    Store(initialState: AppState(), reducer: appReducer, environment: ())
  }

  private func show(_ title: String) {
    console.print([title])
  }

  @Test func `each row has a store`() {
    let store = store
    store.scope(forEach: \.rows, action: AppAction.row) { row in
      show(row.title)
    }
    #expect(console.lines == ["One", "Two"])
  }

  @Test func `one row has a store`() {
    let store = store
    let selectedID = 2
    if let row = store.scope(element: selectedID, of: \.rows, action: AppAction.row) {
      show(row.title)
    }
    #expect(console.lines == ["Two"])
  }

  @Test func `a part has a store`() {
    let store = store
    let counter = store.scope(state: \.counter, action: AppAction.counter)
    counter.send(.incrementButtonTapped)
    #expect(store.counter.count == 1)
  }

  @Test func `a part that may be absent has a store`() {
    let store = store
    if let alert = store.scope(ifLet: \.alert, action: AppAction.alert) {
      show(alert.title)
      alert.send(.dismissed)
    }
    #expect(console.lines == ["Sure?"])
    #expect(store.alert == nil)
  }

  enum ScreenState: Equatable {
    case game
    case login(LoginState)
  }

  struct LoginState: Equatable {
    var name = "Blob"
  }

  enum LoginAction: Equatable {
    case loggedIn
  }

  enum ScreenAction: Equatable {
    case login(LoginAction)
  }

  @Test func `a case has a store`() {
    func shown(_ store: Store<ScreenState, ScreenAction>) {
      typealias AppState = ScreenState
      typealias AppAction = ScreenAction
      if let login = store.scope(ifCaseLet: /AppState.login, action: AppAction.login) {
        show(login.name)
      }
    }
    let reducer = Reducer<ScreenState, ScreenAction, Void>.empty
    shown(Store(initialState: .login(LoginState()), reducer: reducer, environment: ()))
    shown(Store(initialState: .game, reducer: reducer, environment: ()))
    #expect(console.lines == ["Blob"])
  }

  /// The surface that an app draws on.
  final class Screen {
    var animations: [StoreAnimation?] = []
    var states: [AppState] = []
    var steps: [String] = []

    func draw(_ state: AppState, animation: StoreAnimation?) {
      states.append(state)
      animations.append(animation)
    }

    func show(_ alert: Store<AlertPart, AlertAction>) {
      steps.append(alert.title)
    }

    func hideAlert() {
      steps.append("hidden")
    }
  }

  @Test func `a store is observed`() {
    let store = store
    let screen = Screen()
    let observation = store.observe(removeDuplicates: ==) { state, change in
      screen.draw(state, animation: change.animation)
    }
    store.send(.counter(.incrementButtonTapped))
    store.send(.row(id: 3, action: .renamed("Three")))
    observation.cancel()
    #expect(screen.states.map(\.counter.count) == [0, 1])
    #expect(screen.animations == [nil, nil])
  }

  @Test func `an action is sent with an animation`() {
    let store = store
    let screen = Screen()
    let observation = store.observe { state, change in
      screen.draw(state, animation: change.animation)
    }
    store.send(.counter(.incrementButtonTapped), animation: .easeOut)
    observation.cancel()
    #expect(screen.animations == [nil, .easeOut])
  }

  final class Label {
    var text = ""
  }

  @Test func `a property is observed`() {
    let store = Store(
      initialState: CounterState(),
      reducer: counterReducer,
      environment: CounterEnvironment.live
    )
    let label = Label()
    let observation = store.scope(state: \.count).observe { count, _ in
      label.text = "\(count)"
    }
    store.send(.incrementButtonTapped)
    observation.cancel()
    #expect(label.text == "1")
  }

  /// Draws once.
  final class Canvas {
    var drawn: [Int] = []
    var task: Task<Void, Never>?

    func draw(_ state: CounterState) {
      drawn.append(state.count)
      task?.cancel()
    }
  }

  @Test func `states are a sequence`() async {
    let store = Store(
      initialState: CounterState(),
      reducer: counterReducer,
      environment: CounterEnvironment.live
    )
    let screen = Canvas()
    store.send(.incrementButtonTapped)
    let task = Task {
      for await state in store.states { screen.draw(state) }
    }
    screen.task = task
    await task.value
    #expect(screen.drawn == [1])
  }

  enum ListAction: Equatable {
    case loaded
    case refresh
  }

  @Test func `a test waits for the effects of an action`() async {
    let store = Store(
      initialState: 0,
      reducer: Reducer<Int, ListAction, Void> { state, action, _ in
        guard action == .refresh else {
          state += 1
          return .none
        }
        return .task {
          await Task.yield()
          return .loaded
        }
      },
      environment: ()
    )
    await store.send(.refresh).finish()
    #expect(store.state == 1)
  }

  @Test func `a part is seen to come and to go`() {
    let store = store
    let screen = Screen()
    let observation = store.ifLet(\.alert, action: AppAction.alert) { alert in
      screen.show(alert)
    } else: {
      screen.hideAlert()
    }
    store.send(.alert(.dismissed))
    observation.cancel()
    #expect(screen.steps == ["Sure?", "hidden"])
  }

  struct RoomState: Equatable {
    var guests = 0
  }

  enum RoomAction: Equatable {
    case entered
  }

  struct RoomEnvironment: Sendable {
    static let live = Self()
  }

  @Test func `an actor has a store`() async {
    let room = Room()
    #expect(await room.enter() == 1)
    #expect(await room.enter() == 2)
  }
}

private typealias RoomState = StoreCommentTests.RoomState
private typealias RoomEnvironment = StoreCommentTests.RoomEnvironment

private let roomReducer = Reducer<RoomState, StoreCommentTests.RoomAction, RoomEnvironment> {
  state,
  _,
  _ in
  state.guests += 1
  return .none
}

private actor Room {
  private lazy var store = Store(
    initialState: RoomState(),
    reducer: roomReducer,
    environment: RoomEnvironment.live,
    isolation: self
  )
}

extension Room {
  /// Lets somebody in, and counts.
  func enter() -> Int {
    store.send(.entered)
    return store.guests
  }
}
