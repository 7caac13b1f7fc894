// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

/// A large array of numbers that change one at a time.
///
/// The address of the array changes if the array is copied.
private struct NumberList: Sendable {
  private var numbers: [Int]
  var count = 0

  init(_ count: Int) {
    numbers = Array(repeating: 0, count: count)
  }

  mutating func increment() {
    numbers[count] += 1
    count += 1
  }

  var place: UInt {
    numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}

private struct Item: Identifiable, Sendable {
  var id: Int
  var title = ""
  var numbers: NumberList
}

private struct State: Sendable {
  var title = ""
  var numbers: NumberList
  var optional: Item?
  var screen: Screen
  var items: IdentifiedArrayOf<Item>

  enum Screen: Sendable {
    case none
    case item(Item)
  }

  init(size: Int) {
    func item(_ id: Int) -> Item { Item(id: id, numbers: NumberList(size)) }
    numbers = NumberList(size)
    optional = item(1)
    screen = .item(item(2))
    items = [item(3), item(4)]
  }
}

private enum Action: Sendable {
  case own
  case optional
  case screen
  case item(id: Int, action: Change<Item>)
  case titles(String)
}

private let reducer = Reducer<State, Action, Void>.combine(
  Reducer<Item, Change<Item>, Void> { state, change, _ in
    change.apply(&state)
    return .none
  }
  .forEach(state: \.items, action: /Action.item),
  Reducer { state, action, _ in
    switch action {
    case .own:
      state.numbers.increment()
    case .optional:
      state.optional?.numbers.increment()
    case .screen:
      (/State.Screen.item).modify(&state.screen) { $0.numbers.increment() }
    case .item:
      break
    case .titles(let title):
      state.title = title
      state.optional?.title = title
      (/State.Screen.item).modify(&state.screen) { $0.title = title }
      state.items[id: 3]?.title = title
    }
    return .none
  }
)

/// Copies of a large array in a state, which change the address of the array.
@Suite @MainActor struct StoreCopyTests {
  private func makeStore(size: Int) -> Store<State, Action> {
    Store(initialState: State(size: size), reducer: reducer, environment: ())
  }

  /// Returns how often an address changes while actions are sent.
  private func moves(
    _ count: Int = 100,
    of place: () -> UInt?,
    _ send: () -> Void
  ) -> Int {
    var (moves, last) = (0, place())
    for _ in 0..<count {
      send()
      if place() != last { moves += 1 }
      last = place()
    }
    return moves
  }

  @Test
  func `a thousand actions copy no array while a scope and an observer of another property exist`()
  {
    let store = makeStore(size: 1_000)
    let scope = store.scope(state: \.numbers)
    let second = scope.scope { $0.count }
    var seen: [String] = []
    let observation = store.scope(state: \.title).observe { title, _ in seen.append(title) }
    let changes = Recorder(0)
    withObservationTracking {
      _ = store.title
    } onChange: {
      changes.update { $0 += 1 }
    }
    #expect(moves(1_000, of: { scope.place }, { store.send(.own) }) == 0)
    #expect((scope.count, second.state) == (1_000, 1_000))
    store.send(.titles("a"))
    #expect(seen == ["", "a"])
    #expect(changes.value == 1)
    observation.cancel()
  }

  @Test func `an observer of the whole state copies the array in each turn that changes it`() {
    let store = makeStore(size: 1_000)
    let neverTheSame: (State, State) -> Bool = { _, _ in false }
    let observation = store.observe(removeDuplicates: neverTheSame) { _, _ in }
    #expect(moves(10, of: { store.numbers.place }, { store.send(.own) }) == 10)
    observation.cancel()
    #expect(moves(10, of: { store.numbers.place }, { store.send(.own) }) == 0)
    var count = 0
    let eachTurn = store.observe(removeDuplicates: nil) { state, _ in count += state.numbers.count }
    count = 0
    #expect(moves(10, of: { store.numbers.place }, { store.send(.own) }) == 0)
    #expect(count == (21...30).reduce(0, +))
    eachTurn.cancel()
    withObservationTracking {
      _ = store.numbers
    } onChange: {
    }
    #expect(moves(10, of: { store.numbers.place }, { store.send(.own) }) == 1)
  }

  /// The store of a removable part keeps the part's value at the end of each turn.
  @Test
  func
    `a store of an optional, a case or an element copies its array once per turn that changes it`()
  {
    let store = makeStore(size: 1_000)
    var optional = store.scope(ifLet: \.optional) { (action: Action) in action }
    var screen = store.scope(state: \.screen)
      .scope(ifCaseLet: /State.Screen.item) { (action: Action) in action }
    var item = store.scope(element: 3, of: \.items, action: Action.item)
    // A store of an element that does not exist, and second stores that share the kept value.
    let other = store.scope(element: 2, of: \.items, action: Action.item)
    var more: [AnyObject?] = [
      store.scope(ifLet: \.optional) { (action: Action) in action },
      store.scope(element: 3, of: \.items, action: Action.item),
    ]
    let increment = Change<Item> { $0.numbers.increment() }
    let send = { (store: Store<Item, Change<Item>>?) in _ = store?.send(increment) }

    #expect(moves(10, of: { optional?.numbers.place }, { store.send(.optional) }) == 10)
    #expect(moves(10, of: { screen?.numbers.place }, { store.send(.screen) }) == 10)
    #expect(moves(10, of: { item?.numbers.place }, { send(item) }) == 10)
    #expect(moves(10, of: { store.numbers.place }, { send(item) }) == 0)
    #expect(moves(10, of: { other?.numbers.place }, { send(item) }) == 0)
    // After the stores are released, no value is kept.
    let sender = item?.sender
    (optional, screen, item, more) = (nil, nil, nil, [])
    #expect(moves(10, of: { store.optional?.numbers.place }, { store.send(.optional) }) == 0)
    #expect(
      moves(
        10,
        of: { store.items[id: 3]?.numbers.place },
        { store.send(.item(id: 3, action: increment)) }
      ) == 0
    )
    withExtendedLifetime((sender, other, more)) {}
  }

  @Test func `stores of elements that are released at once copy no array`() {
    let store = makeStore(size: 1_000)
    let increment = Change<Item> { $0.numbers.increment() }
    let drawAndSend = {
      store.scope(forEach: \.items, action: Action.item) { _ = $0.title }
      store.send(.item(id: 3, action: increment))
    }
    #expect(moves(10, of: { store.items[id: 3]?.numbers.place }, drawAndSend) == 0)
  }
}
