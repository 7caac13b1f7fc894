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

enum ShoppingList {
  struct State: Equatable {
    var hidesBought = false
  }

  enum Action: Equatable {
    case buyButtonTapped(ShoppingItem.ID)
    case hideButtonTapped
  }

  static let reducer = Reducer<Sharing<State, ShoppingItems>, Action, Shopping.Environment>
    .withoutEffects { state, action in
      switch action {
      case .buyButtonTapped(let id):
        state.shared[id: id]?.isBought = true
      case .hideButtonTapped:
        state.hidesBought.toggle()
      }
    }
}

enum ItemPage {
  struct State: Equatable {
    let id: ShoppingItem.ID
  }

  enum Action: FeatureAction, Equatable {
    case deleteButtonTapped
    case nameChanged(String)

    enum Output: Equatable {
      case deleted(ShoppingItem.ID)
    }
  }

  static let reducer = Reducer<Sharing<State, ShoppingItem>, Action, Shopping.Environment> {
    state,
    action,
    _ in
    switch action {
    case .deleteButtonTapped:
      return .output(.deleted(state.id))
    case .nameChanged(let name):
      state.shared.name = name
      return .none
    }
  }
}

enum Shopping {
  struct State: Equatable {
    var items: ShoppingItems = []
    var list = ShoppingList.State()
    var path: StackState<ItemPage.State> = []
    var saving = Saving()
  }

  enum Action: Equatable {
    case itemTapped(ShoppingItem.ID)
    case list(ShoppingList.Action)
    case path(StackAction<ItemPage.State, ItemPage.Action>)
    case saving(SavingAction)
  }

  struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
    var storage: StorageClient
  }

  static let format = SavedFormat<ShoppingItems>(version: 1)

  static let reducer = Reducer<State, Action, Environment>.combine(
    ShoppingList.reducer.pullback(state: \.list, sharing: \.items, action: /Action.list),
    ItemPage.reducer.sharingElement(\.id)
      .forEach(stack: \.path, sharing: \.items, action: /Action.path),
    .withoutEffects { state, action in
      guard case .itemTapped(let id) = action else { return }
      state.path.append(ItemPage.State(id: id))
    }
  )
  .onOutput(of: ItemPage.Action.self) { output, state, _, _ in
    switch output {
    case .deleted(let id): state.items.remove(id: id)
    }
    return .none
  }
  .persisted(
    \.items,
    saving: \.saving,
    action: /Action.saving,
    as: format,
    to: \.storage,
    scheduler: \.mainQueue
  )
}

@Suite struct SharedStateTests {
  @Test func `a bought item leaves the list`() {
    let store = TestStore(
      initialState: Sharing(ShoppingList.State(), [ShoppingItem(id: 1, name: "Milk")]),
      reducer: ShoppingList.reducer,
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
      initialState: Shopping.State(
        items: Shopping.format.load(from: storage).value ?? [ShoppingItem(id: 1, name: "Milk")],
        path: [ItemPage.State(id: 1)]
      ),
      reducer: Shopping.reducer,
      environment: Shopping.Environment(mainQueue: queue, storage: storage)
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
    #expect(Shopping.format.load(from: storage).value == [])
  }

  @Test @MainActor func `the list shows the shared items`() {
    let store = Store(
      initialState: Shopping.State(items: [ShoppingItem(id: 1, name: "Milk")]),
      reducer: Shopping.reducer,
      environment: Shopping.Environment(mainQueue: .noop, storage: .failing)
    )
    let list = store.scope(
      state: { Sharing($0.list, $0.items) },
      action: Shopping.Action.list
    )
    list.send(.buyButtonTapped(1))
    #expect(list.state.shared[id: 1]?.isBought == true)
  }

  @Test @MainActor func `a page shows its item`() {
    let store = Store(
      initialState: Shopping.State(
        items: [ShoppingItem(id: 1, name: "Milk")],
        path: [ItemPage.State(id: 1)]
      ),
      reducer: Shopping.reducer,
      environment: Shopping.Environment(mainQueue: .noop, storage: .failing)
    )
    let page = store.scope(screen: 0, of: \.path, sharing: \.items, action: Shopping.Action.path)?
      .sharingElement(\.id)
    #expect(page?.shared.name == "Milk")
  }
}

// MARK: Several values

struct Common: Equatable {
  var currency = "EUR"
  var items: ShoppingItems = []
}

enum Badge {
  struct State: Equatable {
    var taps = 0
  }

  enum Action: Equatable {
    case tapped
  }

  static let reducer = Reducer<Sharing<State, Common>, Action, Void>.withoutEffects {
    state,
    action in
    state.taps += 1
    state.shared.currency = state.shared.currency == "EUR" ? "USD" : "EUR"
  }
}

enum ShoppingTabs {
  struct State: Equatable {
    var badge = Badge.State()
    var common = Common()
    var list = ShoppingList.State()
  }

  enum Action: Equatable {
    case badge(Badge.Action)
    case list(ShoppingList.Action)
  }

  static let reducer = Reducer<State, Action, Shopping.Environment>.combine(
    Badge.reducer
      .environment { _ in }
      .pullback(state: \.badge, sharing: \.common, action: /Action.badge),
    ShoppingList.reducer.pullback(state: \.list, sharing: \.common.items, action: /Action.list)
  )
}

// MARK: Beside other libraries

enum CounterTab {
  struct State: Equatable {
    var taps = 0
  }

  enum Action: Equatable {
    case incrementButtonTapped
  }

  static let reducer = Reducer<Sharing<State, Int>, Action, Void>.withoutEffects { state, _ in
    state.taps += 1
    state.shared += 1
  }
}

enum TwoTabs {
  struct State: Equatable {
    var count = 0
    var first = CounterTab.State()
    var second = CounterTab.State()
  }

  enum Action: Equatable {
    case first(CounterTab.Action)
    case second(CounterTab.Action)
  }

  static let reducer = Reducer<State, Action, Void>.combine(
    CounterTab.reducer.pullback(state: \.first, sharing: \.count, action: /Action.first),
    CounterTab.reducer.pullback(state: \.second, sharing: \.count, action: /Action.second)
  )
}

extension SharedStateTests {
  @Test func `two tabs count on one value`() {
    let store = TestStore(initialState: TwoTabs.State(), reducer: TwoTabs.reducer, environment: ())
    store.send(.first(.incrementButtonTapped)) {
      $0.first.taps = 1
      $0.count = 1
    }
    store.send(.second(.incrementButtonTapped)) {
      $0.second.taps = 1
      $0.count = 2
    }
  }

  @Test func `a new currency changes each tab`() {
    let store = TestStore(
      initialState: ShoppingTabs.State(),
      reducer: ShoppingTabs.reducer,
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

enum Total {
  struct State: Equatable {
    var announced = 0
  }

  enum Action: Equatable {
    case announceButtonTapped
  }

  static let reducer = Reducer<Sharing<State, ShoppingItems>, Action, Void>.withoutEffects {
    state,
    _ in
    state.announced = state.shared.count
  }
}

extension SharedStateTests {
  @Test func `the total includes the shared items`() {
    let store = TestStore(
      initialState: Sharing(Total.State(), [ShoppingItem(id: 1, name: "Milk")]),
      reducer: Total.reducer,
      environment: ()
    )
    store.send(.announceButtonTapped) { $0.announced = 1 }
  }
}

extension Shopping.Environment {
  static let failing = Self(
    mainQueue: .failing("Shopping.Environment.mainQueue"),
    storage: .failing
  )
}
