// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

struct CounterState: Equatable, Sendable {
  var count = 0
  var other = 0
}

enum CounterAction: Equatable, Sendable {
  case increment
  case other
}

let counterReducer = Reducer<CounterState, CounterAction, Void> { state, action, _ in
  switch action {
  case .increment: state.count &+= 1
  case .other: state.other &+= 1
  }
  return .none
}

/// The costs of sending and reducing actions, and of creating stores.
let sendCosts: [Operation] = [
  Operation("send", times: 1_000) { times in
    let store = makeCounterStore()
    return { for _ in 0..<times { store.send(.increment) } }
  },
  Operation("send, one observer", times: 1_000) { times in
    let store = makeCounterStore()
    let observation = store.observe { state, _ in _ = opaque(state.count) }
    return {
      for _ in 0..<times { store.send(.increment) }
      withExtendedLifetime(observation) {}
    }
  },
  Operation("send through 5 scopes and pullbacks", times: 500) { times in
    let leaf: Store<CounterState, CounterAction> = makeNestedStore().nested().nested().nested()
    let observation = leaf.observe { state, _ in _ = opaque(state.count) }
    return {
      for _ in 0..<times { leaf.send(.increment) }
      withExtendedLifetime(observation) {}
    }
  },
  Operation("reduce, the last of 20", times: 1_000) { times in
    let reducer = opaque(houseReducer)
    return {
      var state = House()
      for _ in 0..<times { _ = reducer.run(&state, .room19(.increment), ()) }
      _ = opaque(state)
    }
  },
  Operation("reduce, presented", times: 1_000) { times in
    let reducer = opaque(
      Reducer<Book, BookAction, Void>.empty
        .presenting(\.sheet, action: /BookAction.sheet, counterReducer)
    )
    return {
      var state = Book(sheet: CounterState())
      for _ in 0..<times { _ = reducer.run(&state, .sheet(.presented(.increment)), ()) }
      _ = opaque(state)
    }
  },
  Operation("reduce, a screen of 100", times: 1_000) { times in
    let reducer = opaque(
      counterReducer.forEach(
        stack: \Path.screens,
        action: /PathAction.screens
      )
    )
    return {
      var state = Path()
      for _ in 0..<times {
        _ = reducer.run(&state, .screens(.element(id: 41, action: .increment)), ())
      }
      _ = opaque(state)
    }
  },
  Operation("send to one row of 1,000, observed", times: 500) { times in
    let list = makeListStore()
    guard let row = list.scope(element: 500, of: \.rows, action: ListAction.row) else { return {} }
    let observation = row.observe { state, _ in _ = opaque(state.counter.count) }
    return {
      for _ in 0..<times { row.send(.increment) }
      withExtendedLifetime(observation) {}
    }
  },
  Operation("send to one row of 1,000, all observed", times: 50) { times in
    let list = makeListStore()
    let observation = list.scope(state: \.rows).observe { rows, _ in _ = opaque(rows.count) }
    return {
      for _ in 0..<times { list.send(.row(500, .increment)) }
      withExtendedLifetime(observation) {}
    }
  },
  Operation("send to one row of 1,000, others observed", times: 200) { times in
    let list = makeListStore()
    let observation = list.scope(state: \.rows).observe { rows, _ in _ = opaque(rows.count) }
    return {
      for _ in 0..<times { list.send(.other) }
      withExtendedLifetime(observation) {}
    }
  },
  Operation("send, a screen with an effect", times: 500) { times in
    let store = makePathStore(
      count: 1,
      Reducer { _, action, _ in action == .increment ? .run { _ in AnyCancellable {} } : .none }
    )
    store.send(.screens(.element(id: 0, action: .increment)))
    return { for _ in 0..<times { store.send(.other) } }
  },
  Operation("send, a screen with a subscription", times: 500) { times in
    let store = makePathStore(count: 1, subscribingReducer)
    return { for _ in 0..<times { store.send(.other) } }
  },
  Operation("send, an identifiable child with a subscription", times: 500) { times in
    let store = makeCardStore(
      cardReducer.subscription(to: \.id) { _, _ in .run { _ in AnyCancellable {} } }
    )
    return { for _ in 0..<times { store.send(.other) } }
  },
  Operation("send, an identifiable child with an effect", times: 500) { times in
    let store = makeCardStore(cardReducer)
    store.send(.card)
    return { for _ in 0..<times { store.send(.other) } }
  },
  Operation("send, 1,000 screens with subscriptions", times: 200) { times in
    let store = makePathStore(count: 1_000, subscribingReducer)
    return { for _ in 0..<times { store.send(.other) } }
  },
  Operation("make a store", times: 200) { times in
    { for _ in 0..<times { _ = opaque(makeCounterStore()) } }
  },
  Operation("make a scope", times: 200) { times in
    let store: Store<Level<CounterState>, LevelAction<CounterAction>> = makeNestedStore()
      .nested().nested()
    return {
      for _ in 0..<times {
        _ = opaque(store.scope(state: \.child, action: LevelAction.child))
      }
    }
  },
  Operation("send, recorded", times: 3_000) { times in
    let store = makeCounterStore()
    let journal = store.journal()
    for _ in 0..<3_000 { store.send(.increment) }
    return {
      for _ in 0..<times { store.send(.increment) }
      withExtendedLifetime(journal) {}
    }
  },
]

@MainActor func makeCounterStore() -> Store<CounterState, CounterAction> {
  Store(initialState: CounterState(), reducer: counterReducer, environment: ())
}

private let subscribingReducer = counterReducer.subscription(to: \.other) { _, _ in
  .run { _ in AnyCancellable {} }
}

/// Creates a store whose own reducer handles ``PathAction/other``.
@MainActor private func makePathStore(
  count: Int,
  _ screen: Reducer<CounterState, CounterAction, Void>
) -> Store<Path, PathAction> {
  Store(
    initialState: Path(count: count),
    reducer: .combine(
      screen.forEach(stack: \.screens, action: /PathAction.screens),
      Reducer { state, action, _ in
        if case .other = action { state.other &+= 1 }
        return .none
      }
    ),
    environment: ()
  )
}

private struct Card: Identifiable, Sendable {
  var id = 7
  var count = 0
}

private struct Board: Sendable {
  var card = Card()
  var other = 0
}

private enum BoardAction: Sendable { case card, other }

private let cardReducer = Reducer<Card, Void, Void> { _, _, _ in .run { _ in AnyCancellable {} } }

@MainActor private func makeCardStore(
  _ card: Reducer<Card, Void, Void>
) -> Store<Board, BoardAction> {
  Store(
    initialState: Board(),
    reducer: .combine(
      card.pullback(state: \.card, action: /BoardAction.card),
      Reducer { state, action, _ in
        if case .other = action { state.other &+= 1 }
        return .none
      }
    ),
    environment: ()
  )
}

// MARK: Five levels

struct Level<Child> {
  var child: Child
}

extension Level: Equatable where Child: Equatable {}
extension Level: Sendable where Child: Sendable {}

enum LevelAction<Child: Sendable>: Sendable {
  case child(Child)
}

private typealias State2<Child> = Level<Level<Child>>
private typealias State3<Child> = Level<State2<Child>>
private typealias Action2<Child: Sendable> = LevelAction<LevelAction<Child>>
private typealias Action3<Child: Sendable> = LevelAction<Action2<Child>>

extension Reducer where Environment == Void {
  fileprivate var nested: Reducer<Level<State>, LevelAction<Action>, Void> {
    pullback(state: \.child, action: /LevelAction.child)
  }
}

extension Store {
  fileprivate func nested<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Level<Child>, Action == LevelAction<ChildAction> {
    scope(state: \.child, action: LevelAction.child)
  }
}

@MainActor private func makeNestedStore()
  -> Store<State3<CounterState>, Action3<CounterAction>>
{
  let root = Store<State3<State2<CounterState>>, Action3<Action2<CounterAction>>>(
    initialState: Level(
      child: Level(child: Level(child: Level(child: Level(child: CounterState()))))
    ),
    reducer: counterReducer.nested.nested.nested.nested.nested,
    environment: ()
  )
  return root.nested().nested()
}

// MARK: Children

private struct Book: Sendable {
  var sheet: CounterState?
}

private enum BookAction: Sendable { case sheet(PresentationAction<CounterAction>) }

private struct Path: Sendable {
  var screens: StackState<CounterState>
  var other = 0

  init(count: Int = 100) {
    screens = StackState((0..<count).map { _ in CounterState() })
  }
}

private enum PathAction: Sendable {
  case screens(StackAction<CounterState, CounterAction>)
  case other
}

private struct Rows: Sendable {
  var rows: IdentifiedArrayOf<Row>
  var other = 0
}

private struct Row: Equatable, Identifiable, Sendable {
  let id: Int
  var counter = CounterState()
}

private enum ListAction: Sendable {
  case row(Int, CounterAction)
  case other
}

@MainActor private func makeListStore() -> Store<Rows, ListAction> {
  let rowReducer = Reducer<Row, CounterAction, Void> { state, _, _ in
    state.counter.count &+= 1
    return .none
  }
  return Store(
    initialState: Rows(rows: IdentifiedArray(uniqueElements: (0..<1_000).map { Row(id: $0) })),
    reducer: .combine(
      rowReducer.forEach(state: \.rows, action: /ListAction.row),
      Reducer { state, action, _ in
        if case .other = action { state.other &+= 1 }
        return .none
      }
    ),
    environment: ()
  )
}
