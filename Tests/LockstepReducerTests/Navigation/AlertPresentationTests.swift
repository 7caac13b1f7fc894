// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests the identity of alerts, especially of constant alerts.
@MainActor @Suite struct AlertPresentationTests {
  enum Button: Equatable, Sendable { case again, giveUp }

  struct Login: Equatable, Sendable {
    var alert: AlertState<Button>?
    var tries = 0
  }

  enum LoginAction: Equatable, Sendable {
    case alert(PresentationAction<Button>)
    case failed
    case waited
  }

  nonisolated static let wrongPIN = AlertState<Button>(
    title: "Wrong PIN",
    buttons: [.default("Again", send: .again), .cancel()]
  )

  nonisolated static let login = Reducer<Login, LoginAction, Void> { state, action, _ in
    switch action {
    case .alert(.presented(.again)):
      state.tries += 1
      state.alert = wrongPIN
    case .alert, .waited:
      break
    case .failed:
      state.alert = wrongPIN
    }
    return .none
  }
  .presenting(dialog: \.alert, action: /LoginAction.alert)

  private func makeStore(_ alert: AlertState<Button>? = nil) -> Store<Login, LoginAction> {
    Store(initialState: Login(alert: alert), reducer: Self.login, environment: ())
  }

  @Test(arguments: [true, false])
  func `a constant alert stays each time its own button presents it again`(
    isFirst: Bool
  ) {
    let store = makeStore(isFirst ? Self.wrongPIN : nil)
    if isFirst == false { store.send(.failed) }
    var ids = Set([store.alert?.id])
    for _ in 1...3 {
      store.send(.alert(.presented(.again)))
      #expect(store.alert == Self.wrongPIN)
      ids.insert(store.alert?.id)
    }
    #expect(store.tries == 3)
    #expect(ids.count == 4)
    store.send(.alert(.presented(.giveUp)))
    #expect(store.alert == nil)
  }

  @Test func `a view replaces an alert with an equal alert that is presented again`() {
    let store = makeStore()
    var log: [String] = []
    var shown: [Store<AlertState<Button>, Button>] = []
    let pressed = { (button: Button) in LoginAction.alert(.presented(button)) }
    let observation = store.ifLet(\.alert, action: pressed) { alert in
      log.append("shown")
      shown.append(alert)
    } else: {
      log.append("none")
    }
    store.send(.failed)
    store.send(.waited)
    store.send(.alert(.presented(.again)))
    store.send(.waited)
    #expect(log == ["none", "shown", "shown"])
    // A tap on a button of the first alert does not affect the second alert.
    #expect(withReportedIssues { shown.first?.send(.giveUp) }.count == 1)
    #expect(store.alert == Self.wrongPIN)
    shown.last?.send(.giveUp)
    #expect(store.alert == nil)
    #expect(log == ["none", "shown", "shown", "none"])
    withExtendedLifetime(observation) {}
  }

  @Test func `an alert in the initial state keeps its identity until it is presented again`() {
    let store = makeStore(Self.wrongPIN)
    let id = store.alert?.id
    store.send(.waited)
    store.send(.waited)
    #expect(store.alert?.id == id)
    store.send(.failed)
    #expect(store.alert?.id != id)
  }

  @Test func `an alert keeps its identity while it is presented`() {
    let store = makeStore()
    store.send(.failed)
    let id = store.alert?.id
    store.send(.waited)
    #expect(store.alert?.id == id)
    store.send(.alert(.dismiss))
    store.send(.failed)
    #expect(store.alert?.id != id)
  }

  @Test func `a test asserts each presentation of an equal alert`() {
    let store = TestStore(initialState: Login(), reducer: Self.login, environment: ())
    store.send(.failed) { $0.alert = Self.wrongPIN }
    store.send(.alert(.presented(.again))) {
      $0.tries = 1
      $0.alert = Self.wrongPIN
    }
    store.send(.alert(.presented(.giveUp))) { $0.alert = nil }
    store.send(.failed) { $0.alert = Self.wrongPIN }
    store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func `two instances of a feature have separate alerts`() {
    struct Pair: Equatable, Sendable { var first = Login(), second = Login() }
    enum PairAction: Equatable, Sendable {
      case first(LoginAction)
      case second(LoginAction)
    }
    let store = Store(
      initialState: Pair(),
      reducer: Reducer<Pair, PairAction, Void>.combine(
        Self.login.pullback(state: \.first, action: /PairAction.first),
        Self.login.pullback(state: \.second, action: /PairAction.second)
      ),
      environment: ()
    )
    store.send(.first(.failed))
    store.send(.second(.failed))
    #expect(store.first.alert == store.second.alert)
    #expect(store.first.alert?.id != store.second.alert?.id)
    store.send(.first(.alert(.presented(.again))))
    store.send(.second(.alert(.presented(.giveUp))))
    #expect(store.first.alert != nil)
    #expect(store.second.alert == nil)
  }

  @Test func `a computed property is set only for a new alert`() {
    struct Counting: Equatable, Sendable {
      var stored: AlertState<Button>?
      var sets = 0
      var alert: AlertState<Button>? {
        get { stored }
        set {
          stored = newValue
          sets += 1
        }
      }
    }
    let reducer = Reducer<Counting, LoginAction, Void> { state, action, _ in
      if action == .failed { state.stored = Self.wrongPIN }
      return .none
    }
    .presenting(dialog: \.alert, action: /LoginAction.alert)
    let store = Store(initialState: Counting(), reducer: reducer, environment: ())
    store.send(.waited)
    #expect(store.sets == 0)
    store.send(.failed)
    store.send(.waited)
    #expect(store.sets == 1)
  }

  // MARK: One of several destinations

  enum Destination: Equatable, Sendable {
    case alert(AlertState<Button>)
    case other(Int)
    case question(AlertState<String>)
    case nothing
  }

  enum DestinationAction: Equatable, Sendable {
    case alert(Button)
    case question(String)
  }

  struct Page: Equatable, Sendable {
    var destination: Destination?
    var tries = 0
  }

  enum PageAction: Equatable, Sendable {
    case destination(PresentationAction<DestinationAction>)
    case show(Destination?)
  }

  nonisolated static let question = AlertState<String>(
    title: "Really?",
    buttons: [.default("Yes", send: "yes")]
  )

  nonisolated static let page = Reducer<Page, PageAction, Void> { state, action, _ in
    switch action {
    case .destination(.presented(.alert(.again))):
      state.tries += 1
      state.destination = .alert(wrongPIN)
    case .destination(.presented(.question("yes"))):
      state.destination = .question(question)
    case .destination: break
    case .show(let destination): state.destination = destination
    }
    return .none
  }
  .presenting(\.destination, action: /PageAction.destination, .empty, closesAfter: { _ in true })

  private func id(_ destination: Destination?) -> [AlertState<Button>.ID] {
    if case .alert(let alert)? = destination { [alert.id] } else { [] }
  }

  @Test func `a constant alert in an enum of destinations stays when its own button presents it`() {
    let store = Store(initialState: Page(), reducer: Self.page, environment: ())
    var ids: Set<AlertState<Button>.ID> = []
    store.send(.show(.alert(Self.wrongPIN)))
    ids.formUnion(id(store.destination))
    for _ in 1...3 {
      store.send(.destination(.presented(.alert(.again))))
      #expect(store.destination == .alert(Self.wrongPIN))
      ids.formUnion(id(store.destination))
    }
    #expect(ids.count == 4)
    store.send(.destination(.presented(.alert(.giveUp))))
    #expect(store.destination == nil)
    store.send(.show(.question(Self.question)))
    store.send(.destination(.presented(.question("yes"))))
    #expect(store.destination == .question(Self.question))
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
    for other in [Destination.other(1), .nothing] {
      store.send(.show(other))
      #expect(store.destination == other)
      store.send(.destination(.dismiss))
      #expect(store.destination == nil)
    }
  }

  @Test func `an alert of a destination keeps its identity while it stays`() {
    let store = Store(initialState: Page(), reducer: Self.page, environment: ())
    store.send(.show(.alert(Self.wrongPIN)))
    let first = id(store.destination)
    store.send(.show(store.destination))
    #expect(id(store.destination) == first)
    store.send(.show(.alert(Self.wrongPIN)))
    #expect(id(store.destination) != first)
  }
}
