// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/BindingsAndOnChange.md`.

struct TicketDelivery: Equatable {
  var city = ""
  var isExpress = false
}

struct TicketShop: Sendable {
  var days: @Sendable (TicketDelivery) -> Effect<Int, Never>
}

enum TicketForm {
  struct State: Equatable {
    var count = 1
    var days: Int?
    var delivery = TicketDelivery()
    var email = ""

    var problem: String? {
      if email.contains("@") == false { return "The email address needs an @." }
      if delivery.city.isEmpty { return "The city is missing." }
      return nil
    }
  }

  enum Action: Equatable {
    case binding(BindingAction<State>)
    case resetButtonTapped
  }

  struct DaysID: Hashable {}

  static let reducer = Reducer<State, Action, TicketShop>.withoutEffects { form, action in
    switch action {
    case .binding(\.count):
      form.count = min(max(form.count, 1), 8)
    case .binding:
      break
    case .resetButtonTapped:
      form = State()
    }
  }
  .binding(action: /Action.binding)
  .onChange(of: \.delivery) { delivery, form, _, shop in
    form.days = nil
    guard delivery.city.isEmpty == false else { return .cancel(id: DaysID()) }
    return shop.days(delivery)
      .set(\.days, by: /Action.binding)
      .cancellable(id: DaysID(), cancelInFlight: true)
  }
}

enum DeliveryForm {
  // Bad: `onChange` is inside of `binding`, and misses what that sets.
  static let lateReducer = Reducer<TicketDelivery, BindingAction<TicketDelivery>, Void>.empty
    .onChange(of: \.city) { _, delivery, _, _ in
      delivery.isExpress = false
      return .none
    }
    .binding(action: .self)

  // Good: `binding` is inside of `onChange`.
  static let reducer = Reducer<TicketDelivery, BindingAction<TicketDelivery>, Void>.empty
    .binding(action: .self)
    .onChange(of: \.city) { _, delivery, _, _ in
      delivery.isExpress = false
      return .none
    }
}

// Bad: the shop is asked about express delivery to the previous city.
func chooseExpress(to city: String, _ send: (TicketForm.Action) -> Void) {
  send(.binding(.set(\.delivery.isExpress, true)))
  send(.binding(.set(\.delivery.city, city)))
}

// Good: one action sets both.
func chooseExpress(toCity city: String, _ send: (TicketForm.Action) -> Void) {
  send(.binding(.set(\.delivery, TicketDelivery(city: city, isExpress: true))))
}

enum TicketOrder {
  struct State: Equatable {
    var form = TicketForm.State()
    var hasChanged = false
  }

  enum Action: Equatable {
    case form(TicketForm.Action)
    case sameAsLastTimeButtonTapped
  }

  static let reducer = Reducer<State, Action, TicketShop>.combine(
    TicketForm.reducer.pullback(state: \.form, action: /Action.form),
    .withoutEffects { order, action in
      guard action == .sameAsLastTimeButtonTapped else { return }
      order.form.delivery.city = "Rome"
    }
  )
  .onChange(of: \.form) { _, order, _, _ in
    order.hasChanged = true
    return .none
  }
}

@Suite struct BindingsArticleTests {
  @Test func `a form clamps, asks and forgets`() {
    let store = TestStore(
      initialState: TicketForm.State(),
      reducer: TicketForm.reducer,
      environment: TicketShop(days: { Effect(value: $0.isExpress ? 1 : 3) })
    )
    store.send(.binding(.set(\.count, 3))) { $0.count = 3 }
    store.send(.binding(.set(\.count, 50))) { $0.count = 8 }
    store.send(.binding(.set(\.email, "ann@example.com"))) { $0.email = "ann@example.com" }
    #expect(store.state.problem == "The city is missing.")

    store.send(.binding(.set(\.delivery.city, "Rome"))) { $0.delivery.city = "Rome" }
    store.receive(.binding(.set(\.days, 3))) { $0.days = 3 }
    #expect(store.state.problem == nil)

    store.send(.binding(.set(\.delivery.isExpress, true))) {
      $0.days = nil
      $0.delivery.isExpress = true
    }
    store.receive(.binding(.set(\.days, 1))) { $0.days = 1 }

    store.send(.resetButtonTapped) { $0 = TicketForm.State() }
  }

  @Test func `a pattern matches only its own key path`() {
    let city = BindingAction<TicketForm.State>.set(\.delivery.city, "Rome")
    #expect(\.delivery.city ~= city)
    #expect((\.delivery ~= city) == false)
  }

  @Test func `onChange runs from the inside out`() {
    struct Steps: Equatable {
      var first = 0
      var second = 0
      var log: [String] = []
    }
    let reducer = Reducer<Steps, BindingAction<Steps>, Void>.empty
      .binding(action: .self)
      .onChange(of: \.first) { value, state, _, _ in
        state.log.append("first \(value)")
        state.second = value
        return .none
      }
      .onChange(of: \.second) { value, state, _, _ in
        state.log.append("second \(value)")
        state.first = 0
        state.second += 1
        return .none
      }
    let store = TestStore(initialState: Steps(), reducer: reducer, environment: ())
    store.send(.set(\.first, 5)) {
      $0 = Steps(first: 0, second: 6, log: ["first 5", "second 5"])
    }
  }

  @Test func `two binding actions request the days twice, one action requests them once`() {
    let asked = Recorder<[TicketDelivery]>([])
    let shop = TicketShop(days: { delivery in
      asked.update { $0.append(delivery) }
      return .none
    })
    let form = TicketForm.State(delivery: TicketDelivery(city: "Oslo"))
    let store = TestStore(initialState: form, reducer: TicketForm.reducer, environment: shop)
    store.withExhaustivity(.off) {
      chooseExpress(to: "Rome") { store.send($0) }
    }
    let rome = TicketDelivery(city: "Rome", isExpress: true)
    #expect(asked.value == [TicketDelivery(city: "Oslo", isExpress: true), rome])
    #expect(store.state.delivery == rome)

    asked.set([])
    let other = TestStore(initialState: form, reducer: TicketForm.reducer, environment: shop)
    other.withExhaustivity(.off) {
      chooseExpress(toCity: "Rome") { other.send($0) }
    }
    #expect(asked.value == [rome])
    #expect(other.state.delivery == rome)
  }

  @Test func `the failure of a forgotten field matches the article`() throws {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: TicketForm.State(days: 3, delivery: TicketDelivery(city: "Rome")),
        reducer: TicketForm.reducer,
        environment: TicketShop(days: { _ in .none })
      )
      store.send(.binding(.set(\.delivery.isExpress, true))) {
        $0.delivery.isExpress = true
      }
    }
    let article = try MarkdownFile(
      "Sources/Lockstep/Lockstep.docc/Articles/BindingsAndOnChange.md"
    )
    #expect(issues.map(\.message) == article.blocks(in: "text"))
  }

  @Test func `setting an equal value does not run onChange`() {
    let store = TestStore(
      initialState: TicketForm.State(delivery: TicketDelivery(city: "Rome")),
      reducer: TicketForm.reducer,
      environment: TicketShop(days: { _ in .failing("TicketShop.days") })
    )
    store.send(.binding(.set(\.delivery.city, "Rome")))
  }

  @Test func `a child's onChange ignores changes made by the parent`() {
    let store = TestStore(
      initialState: TicketOrder.State(),
      reducer: TicketOrder.reducer,
      environment: TicketShop(days: { _ in .failing("TicketShop.days") })
    )
    // The form does not ask for the days; the parent notices the change.
    store.send(.sameAsLastTimeButtonTapped) {
      $0.form.delivery.city = "Rome"
      $0.hasChanged = true
    }
  }

  @Test func `onChange runs only for a binding that it wraps`() {
    let rome = TicketDelivery(city: "Rome", isExpress: true)
    let late = TestStore(initialState: rome, reducer: DeliveryForm.lateReducer, environment: ())
    late.send(.set(\.city, "Oslo")) { $0.city = "Oslo" }

    let store = TestStore(initialState: rome, reducer: DeliveryForm.reducer, environment: ())
    store.send(.set(\.city, "Oslo")) {
      $0.city = "Oslo"
      $0.isExpress = false
    }
  }
}
