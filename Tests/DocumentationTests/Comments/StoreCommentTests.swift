// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/Lockstep/Store`.
@Suite @MainActor struct StoreCommentTests {
  enum Counter {
    struct State: Equatable {
      var count = 0
    }

    enum Action: Equatable {
      case incrementButtonTapped
    }

    struct Environment: Sendable {
      static let live = Self()
    }

    static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, _ in
      state.count += 1
    }
  }

  private let console = Console()

  @Test func `a store holds the state`() {
    func print(_ values: Any...) { console.print(values) }
    let store = Store(
      initialState: Counter.State(),
      reducer: Counter.reducer,
      environment: Counter.Environment.live
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

  @Test func `a sender can be captured by a sendable closure`() {
    let device = Device()
    let store = Store(
      initialState: [],
      reducer: Reducer<[Int], DeviceAction, Void>.withoutEffects { readings, action in
        if case .measured(let reading) = action { readings.append(reading) }
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

  enum Row {
    struct State: Equatable, Identifiable {
      let id: Int
      var title: String
    }

    enum Action: Equatable {
      case renamed(String)
    }
  }

  enum Banner {
    struct State: Equatable {
      var title = "Sure?"
    }

    enum Action: Equatable {
      case dismissed
    }
  }

  enum AppFeature {
    struct State: Equatable {
      var alert: Banner.State? = Banner.State()
      var counter = Counter.State()
      var rows: IdentifiedArrayOf<Row.State> = [
        Row.State(id: 1, title: "One"), Row.State(id: 2, title: "Two"),
      ]
    }

    enum Action: Equatable {
      case alert(Banner.Action)
      case counter(Counter.Action)
      case row(id: Int, action: Row.Action)
    }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
      switch action {
      case .alert(.dismissed): state.alert = nil
      case .counter(.incrementButtonTapped): state.counter.count += 1
      case .row(let id, .renamed(let title)): state.rows[id: id]?.title = title
      }
    }
  }

  private var store: Store<AppFeature.State, AppFeature.Action> {
    Store(initialState: AppFeature.State(), reducer: AppFeature.reducer, environment: ())
  }

  private func show(_ title: String) {
    console.print([title])
  }

  @Test func `each row has a store`() {
    let store = store
    store.scope(forEach: \.rows, action: AppFeature.Action.row) { row in
      show(row.title)
    }
    #expect(console.lines == ["One", "Two"])
  }

  @Test func `one row has a store`() {
    let store = store
    let selectedID = 2
    if let row = store.scope(element: selectedID, of: \.rows, action: AppFeature.Action.row) {
      show(row.title)
    }
    #expect(console.lines == ["Two"])
  }

  @Test func `a store can be scoped to a child`() {
    let store = store
    let counter = store.scope(state: \.counter, action: AppFeature.Action.counter)
    counter.send(.incrementButtonTapped)
    #expect(store.counter.count == 1)
  }

  @Test func `a store can be scoped to an optional child`() {
    let store = store
    if let alert = store.scope(ifLet: \.alert, action: AppFeature.Action.alert) {
      show(alert.title)
      alert.send(.dismissed)
    }
    #expect(console.lines == ["Sure?"])
    #expect(store.alert == nil)
  }

  enum Screens {
    enum State: Equatable {
      case game
      case login(Login.State)
    }

    enum Action: Equatable {
      case login(Login.Action)
    }
  }

  enum Login {
    struct State: Equatable {
      var name = "Blob"
    }

    enum Action: Equatable {
      case loggedIn
    }
  }

  @Test func `a case has a store`() {
    func shown(_ store: Store<Screens.State, Screens.Action>) {
      enum AppFeature {
        typealias State = Screens.State
        typealias Action = Screens.Action
      }
      if let login = store.scope(
        ifCaseLet: /AppFeature.State.login,
        action: AppFeature.Action.login
      ) {
        show(login.name)
      }
    }
    let reducer = Reducer<Screens.State, Screens.Action, Void>.empty
    shown(Store(initialState: .login(Login.State()), reducer: reducer, environment: ()))
    shown(Store(initialState: .game, reducer: reducer, environment: ()))
    #expect(console.lines == ["Blob"])
  }

  /// The surface that an app draws on.
  final class Screen {
    var animations: [StoreAnimation?] = []
    var states: [AppFeature.State] = []
    var steps: [String] = []

    func draw(_ state: AppFeature.State, animation: StoreAnimation?) {
      states.append(state)
      animations.append(animation)
    }

    func show(_ alert: Store<Banner.State, Banner.Action>) {
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
      initialState: Counter.State(),
      reducer: Counter.reducer,
      environment: Counter.Environment.live
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

    func draw(_ state: Counter.State) {
      drawn.append(state.count)
      task?.cancel()
    }
  }

  @Test func `a store has an asynchronous sequence of its states`() async {
    let store = Store(
      initialState: Counter.State(),
      reducer: Counter.reducer,
      environment: Counter.Environment.live
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

  @Test func `an observer is notified when a child is present and when it is removed`() {
    let store = store
    let screen = Screen()
    let observation = store.ifLet(\.alert, action: AppFeature.Action.alert) { alert in
      screen.show(alert)
    } else: {
      screen.hideAlert()
    }
    store.send(.alert(.dismissed))
    observation.cancel()
    #expect(screen.steps == ["Sure?", "hidden"])
  }

  @Test func `an actor has a store`() async {
    let room = Room()
    #expect(await room.enter() == 1)
    #expect(await room.enter() == 2)
  }
}

private enum RoomFeature {
  struct State: Equatable {
    var guests = 0
  }

  enum Action: Equatable {
    case entered
  }

  struct Environment: Sendable {
    static let live = Self()
  }

  static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, _ in
    state.guests += 1
  }
}

private actor Room {
  private lazy var store = Store(
    initialState: RoomFeature.State(),
    reducer: RoomFeature.reducer,
    environment: RoomFeature.Environment.live,
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
