// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/SharedState.md`.

struct ShoppingItem: Codable, Equatable, Identifiable {
  let id: Int
  var name: String
  var isBought = false
}

typealias ShoppingItems = IdentifiedArrayOf<ShoppingItem>

struct ShoppingList: Equatable {
  var hidesBought = false
}

enum ShoppingListAction: Equatable {
  case buyButtonTapped(ShoppingItem.ID)
  case hideButtonTapped
}

let shoppingListReducer = Reducer<
  Sharing<ShoppingList, ShoppingItems>, ShoppingListAction, ShoppingEnvironment
> { state, action, _ in
  switch action {
  case .buyButtonTapped(let id):
    state.shared[id: id]?.isBought = true
    return .none
  case .hideButtonTapped:
    state.hidesBought.toggle()
    return .none
  }
}

struct ItemPage: Equatable {
  let id: ShoppingItem.ID
}

enum ItemPageAction: Equatable {
  case deleteButtonTapped
  case nameChanged(String)
}

let itemPageReducer = Reducer<
  Sharing<ItemPage, ShoppingItems>, ItemPageAction, ShoppingEnvironment
> { state, action, _ in
  switch action {
  case .deleteButtonTapped:
    state.shared.remove(id: state.id)
    return .dismiss
  case .nameChanged(let name):
    state.shared[id: state.id]?.name = name
    return .none
  }
}

struct ShoppingState: Equatable {
  var items: ShoppingItems = []
  var list = ShoppingList()
  var path: StackState<ItemPage> = []
  var saving = Saving()
}

enum ShoppingAction: Equatable {
  case itemTapped(ShoppingItem.ID)
  case list(ShoppingListAction)
  case path(StackAction<ItemPage, ItemPageAction>)
  case saving(SavingAction)
}

let shoppingReducer = Reducer<ShoppingState, ShoppingAction, ShoppingEnvironment>.combine(
  shoppingListReducer.pullback(state: \.list, sharing: \.items, action: /ShoppingAction.list),
  itemPageReducer.forEach(stack: \.path, sharing: \.items, action: /ShoppingAction.path),
  Reducer { state, action, _ in
    guard case .itemTapped(let id) = action else { return .none }
    state.path.append(ItemPage(id: id))
    return .none
  }
)
.persisted(
  \.items,
  saving: \.saving,
  action: /ShoppingAction.saving,
  as: shoppingFormat,
  to: \.storage,
  scheduler: \.mainQueue
)

let shoppingFormat = SavedFormat<ShoppingItems>(version: 1)

struct ShoppingEnvironment: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue>
  var storage: StorageClient
}

@Suite struct SharedStateTests {
  @Test func `a bought item leaves the list`() {
    let store = TestStore(
      initialState: Sharing(ShoppingList(), [ShoppingItem(id: 1, name: "Milk")]),
      reducer: shoppingListReducer,
      environment: .failing
    )
    store.send(.buyButtonTapped(1)) {
      $0.shared[id: 1]?.isBought = true
    }
    store.send(.hideButtonTapped) {
      $0.hidesBought = true
    }
  }

  @Test func `a deleted item is saved once`() {
    let queue = DispatchQueue.test
    let storage = StorageClient.inMemory()
    let store = TestStore(
      initialState: ShoppingState(
        items: shoppingFormat.load(from: storage).value ?? [ShoppingItem(id: 1, name: "Milk")],
        path: [ItemPage(id: 1)]
      ),
      reducer: shoppingReducer,
      environment: ShoppingEnvironment(mainQueue: queue, storage: storage)
    )
    store.send(.path(.element(id: 0, action: .nameChanged("Oat milk")))) {
      $0.items[id: 1]?.name = "Oat milk"
      $0.saving.hasChanges = true
    }
    store.send(.path(.element(id: 0, action: .deleteButtonTapped))) {
      $0.items = []
    }
    store.receive(.path(.popFrom(id: 0))) {
      $0.path = []
    }
    queue.advance(by: 1)
    store.receive(.saving(.save)) { ($0.saving.hasChanges, $0.saving.isSaving) = (false, true) }
    store.receive(.saving(.saved)) { $0.saving.isSaving = false }
    #expect(shoppingFormat.load(from: storage).value == [])
  }

  @Test @MainActor func `the list shows the shared items`() {
    let store = Store(
      initialState: ShoppingState(items: [ShoppingItem(id: 1, name: "Milk")]),
      reducer: shoppingReducer,
      environment: ShoppingEnvironment(mainQueue: .noop, storage: .failing)
    )
    let list = store.scope(
      state: { Sharing($0.list, $0.items) },
      action: ShoppingAction.list
    )
    list.send(.buyButtonTapped(1))
    #expect(list.state.shared[id: 1]?.isBought == true)
  }
}

// MARK: Several values

struct Common: Equatable {
  var currency = "EUR"
  var items: ShoppingItems = []
}

struct BadgeState: Equatable {
  var taps = 0
}

enum BadgeAction: Equatable {
  case tapped
}

let badgeReducer = Reducer<Sharing<BadgeState, Common>, BadgeAction, Void> { state, action, _ in
  state.taps += 1
  state.shared.currency = state.shared.currency == "EUR" ? "USD" : "EUR"
  return .none
}

struct TabsState: Equatable {
  var badge = BadgeState()
  var common = Common()
  var list = ShoppingList()
}

enum TabsAction: Equatable {
  case badge(BadgeAction)
  case list(ShoppingListAction)
}

let tabsReducer = Reducer<TabsState, TabsAction, ShoppingEnvironment>.combine(
  badgeReducer
    .environment { _ in }
    .pullback(state: \.badge, sharing: \.common, action: /TabsAction.badge),
  shoppingListReducer.pullback(state: \.list, sharing: \.common.items, action: /TabsAction.list)
)

// MARK: Beside other libraries

struct CounterTab: Equatable {
  var taps = 0
}

enum CounterTabAction: Equatable {
  case incrementButtonTapped
}

let counterTabReducer = Reducer<Sharing<CounterTab, Int>, CounterTabAction, Void> { state, _, _ in
  state.taps += 1
  state.shared += 1
  return .none
}

struct TwoTabs: Equatable {
  var count = 0
  var first = CounterTab()
  var second = CounterTab()
}

enum TwoTabsAction: Equatable {
  case first(CounterTabAction)
  case second(CounterTabAction)
}

let twoTabsReducer = Reducer<TwoTabs, TwoTabsAction, Void>.combine(
  counterTabReducer.pullback(state: \.first, sharing: \.count, action: /TwoTabsAction.first),
  counterTabReducer.pullback(state: \.second, sharing: \.count, action: /TwoTabsAction.second)
)

extension SharedStateTests {
  @Test func `two tabs count on one value`() {
    let store = TestStore(initialState: TwoTabs(), reducer: twoTabsReducer, environment: ())
    store.send(.first(.incrementButtonTapped)) {
      $0.first.taps = 1
      $0.count = 1
    }
    store.send(.second(.incrementButtonTapped)) {
      $0.second.taps = 1
      $0.count = 2
    }
  }

  @Test func `a new currency reaches each tab`() {
    let store = TestStore(
      initialState: TabsState(),
      reducer: tabsReducer,
      environment: .failing
    )
    store.send(.badge(.tapped)) {
      $0.badge.taps = 1
      $0.common.currency = "USD"
    }
    store.send(.list(.hideButtonTapped)) { $0.list.hidesBought = true }
  }
}

// MARK: A reader

struct TotalState: Equatable {
  var announced = 0
}

enum TotalAction: Equatable {
  case announceButtonTapped
}

let totalReducer = Reducer<Sharing<TotalState, ShoppingItems>, TotalAction, Void> { state, _, _ in
  state.announced = state.shared.count
  return .none
}

extension SharedStateTests {
  @Test func `the total is that of the shared items`() {
    let store = TestStore(
      initialState: Sharing(TotalState(), [ShoppingItem(id: 1, name: "Milk")]),
      reducer: totalReducer,
      environment: ()
    )
    store.send(.announceButtonTapped) { $0.announced = 1 }
  }
}

extension ShoppingEnvironment {
  static let failing = Self(
    mainQueue: .failing("ShoppingEnvironment.mainQueue"),
    storage: .failing
  )
}
