// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests subscriptions whose keys the store does not read after each turn: those of rows, of children of rows, and
/// of reducers that are run by hand.
@Suite struct RowSubscriptionTests {
  struct Row: Equatable, Identifiable, Sendable {
    var id = 1
    var stations: [String] = []
    var taps = 0
    var heard: [Int] = []

    mutating func apply(_ change: (inout Row) -> Void) { change(&self) }
  }

  indirect enum RowAction: Equatable, Sendable {
    case tap
    case tune([String])
    case heard(Int)
  }

  /// Records the stations with a running effect.
  final class Radio: Sendable {
    let running = Recorder<[String]>([])
    let made = Recorder<[String]>([])
    let send = Recorder<[String: @Sendable (Int) -> Void]>([:])

    func listen(_ station: String) -> Effect<RowAction, Never> {
      made.update { $0.append(station) }
      return .run { [self] subscriber in
        running.update { $0.append(station) }
        send.update { $0[station] = { subscriber.send(.heard($0)) } }
        return AnyCancellable { [self] in
          running.update { stations in
            stations.firstIndex(of: station).map { _ = stations.remove(at: $0) }
          }
        }
      }
    }
  }

  enum Kind: CaseIterable {
    case one
    case several
  }

  static func row(_ kind: Kind) -> Reducer<Row, RowAction, Radio> {
    let row = Reducer<Row, RowAction, Radio> { state, action, _ in
      switch action {
      case .tap: state.taps += 1
      case .tune(let stations): state.stations = stations
      case .heard(let value): state.heard.append(value)
      }
      return .none
    }
    switch kind {
    case .one: return row.subscription(to: \.stations.first) { $1.listen($0) }
    case .several: return row.subscriptions(for: \.stations) { $1.listen($0) }
    }
  }

  // MARK: Places

  struct Card: Equatable, Identifiable, Sendable {
    var id = 1
    var row = Row()
    var optional: Row? = Row()
    var sheet: Row? = Row()
    var stack: StackState<Row> = [Row()]
  }

  enum CardAction: Equatable, Sendable {
    case row(RowAction)
    case optional(RowAction)
    case sheet(PresentationAction<RowAction>)
    case stack(StackAction<Row, RowAction>)
  }

  struct List: Equatable, Sendable {
    var rows: IdentifiedArrayOf<Row> = [Row(), Row(id: 2)]
    var cards: IdentifiedArrayOf<Card> = [Card()]
    var byHand = Row()
    var array = [Row()]
    var dictionary = ["a": Row()]
  }

  enum ListAction: Sendable {
    case row(id: Int, action: RowAction)
    case card(id: Int, action: CardAction)
    case byHand(RowAction)
    case array(Int, RowAction)
    case dictionary(String, RowAction)
    case change(@Sendable (inout List) -> Void)
  }

  enum Place: CaseIterable {
    case row, belowRow, optionalBelowRow, presentedByRow, stackOfRow, byHand, array, dictionary

    func action(_ action: RowAction) -> ListAction {
      switch self {
      case .row: .row(id: 1, action: action)
      case .belowRow: .card(id: 1, action: .row(action))
      case .optionalBelowRow: .card(id: 1, action: .optional(action))
      case .presentedByRow: .card(id: 1, action: .sheet(.presented(action)))
      case .stackOfRow: .card(id: 1, action: .stack(.element(id: 0, action: action)))
      case .byHand: .byHand(action)
      case .array: .array(0, action)
      case .dictionary: .dictionary("a", action)
      }
    }

    /// Returns an action of the parent that changes the row.
    func change(_ change: @escaping @Sendable (inout Row) -> Void) -> ListAction {
      .change { state in
        switch self {
        case .row: _ = state.rows.modify(id: 1, change)
        case .belowRow: _ = state.cards.modify(id: 1) { change(&$0.row) }
        case .optionalBelowRow: _ = state.cards.modify(id: 1) { $0.optional?.apply(change) }
        case .presentedByRow: _ = state.cards.modify(id: 1) { $0.sheet?.apply(change) }
        case .stackOfRow: _ = state.cards.modify(id: 1) { $0.stack.modify(id: 0, change) }
        case .byHand: change(&state.byHand)
        case .array: change(&state.array[0])
        case .dictionary: state.dictionary["a"]?.apply(change)
        }
      }
    }
  }

  static func list(_ kind: Kind) -> Reducer<List, ListAction, Radio> {
    let row = row(kind)
    let card = Reducer<Card, CardAction, Radio>.combine(
      row.pullback(state: \.row, action: /CardAction.row),
      row.optional().pullback(state: \.optional, action: /CardAction.optional),
      row.forEach(stack: \.stack, action: /CardAction.stack)
    )
    .presenting(\.sheet, action: /CardAction.sheet, row)
    return .combine(
      row.forEach(state: \.rows, action: /ListAction.row),
      card.forEach(state: \.cards, action: /ListAction.card),
      row.forEach(state: \.array, action: /ListAction.array),
      row.forEach(state: \.dictionary, action: /ListAction.dictionary),
      Reducer { state, action, radio in
        switch action {
        case .byHand(let action):
          return row.run(&state.byHand, action, radio).map(ListAction.byHand)
        case .change(let change): change(&state)
        case .row, .card, .array, .dictionary: break
        }
        return .none
      }
    )
  }

  private func makeStore(_ kind: Kind, _ radio: Radio) -> ManualStore<List, ListAction> {
    ManualStore(initialState: List(), reducer: Self.list(kind), environment: radio)
  }

  @Test(arguments: Kind.allCases, Place.allCases)
  func `the next action of a row replaces the effect if a parent has changed the key`(
    kind: Kind,
    place: Place
  ) {
    let radio = Radio()
    let store = makeStore(kind, radio)
    store.send(place.action(.tune(["A"])))
    #expect(radio.running.value == ["A"])
    store.send(place.change { $0.stations = ["B"] })
    store.send(place.action(.tap))
    #expect(radio.running.value == ["B"])
    store.send(place.change { $0.stations = [] })
    store.send(place.action(.tap))
    #expect(radio.running.value == [])
    store.send(place.change { $0.stations = ["C"] })
    store.send(place.action(.tap))
    #expect(radio.running.value == ["C"])
    store.send(place.action(.tune([])))
    #expect(radio.running.value == [])
    #expect(radio.made.value == ["A", "B", "C"])
  }

  @Test(arguments: Kind.allCases, Place.allCases)
  func `an effect for an unchanged key is not started again, even if it has completed`(
    kind: Kind,
    place: Place
  ) {
    let radio = Radio()
    let store = makeStore(kind, radio)
    store.send(place.action(.tune(["A"])))
    for _ in 1...3 { store.send(place.action(.tap)) }
    radio.send.value["A"]?(5)
    store.run()
    store.send(place.action(.tap))
    #expect(radio.made.value == ["A"])
    // The key changes and changes back between two actions of the row.
    store.send(place.change { $0.stations = ["B"] })
    store.send(place.change { $0.stations = ["A"] })
    store.send(place.action(.tap))
    #expect(radio.made.value == ["A"])
    #expect(radio.running.value == ["A"])
  }

  @Test func `each of several keys has one effect`() {
    let radio = Radio()
    let store = makeStore(.several, radio)
    store.send(.row(id: 1, action: .tune(["A", "B", "A"])))
    #expect(radio.running.value == ["A", "B"])
    store.send(Place.row.change { $0.stations = ["C", "B"] })
    store.send(.row(id: 1, action: .tap))
    #expect(radio.running.value == ["B", "C"])
    #expect(radio.made.value == ["A", "B", "C"])
  }

  @Test(arguments: Kind.allCases)
  func `rows with the same key have separate effects`(kind: Kind) {
    let radio = Radio()
    let store = makeStore(kind, radio)
    store.send(.row(id: 1, action: .tune(["A"])))
    store.send(.row(id: 2, action: .tune(["A"])))
    #expect(radio.running.value == ["A", "A"])
    store.send(Place.row.change { $0.stations = [] })
    store.send(.row(id: 2, action: .tap))
    #expect(radio.running.value == ["A", "A"])
    store.send(.row(id: 1, action: .tap))
    #expect(radio.running.value == ["A"])
  }

  @Test(arguments: Kind.allCases)
  func `removing a row ends its effect, and adding the row again starts a new effect`(kind: Kind) {
    let radio = Radio()
    let store = makeStore(kind, radio)
    store.send(.row(id: 1, action: .tune(["A"])))
    store.send(.change { _ = $0.rows.remove(id: 1) })
    #expect(radio.running.value == [])
    store.send(.change { $0.rows.append(Row(stations: ["A"])) })
    store.send(.row(id: 1, action: .tap))
    #expect(radio.running.value == ["A"])
    #expect(radio.made.value == ["A", "A"])
  }

  @Test func `two stores with the same reducer have separate subscriptions`() {
    let radios = [Radio(), Radio()]
    let reducer = Self.list(.one)
    let stores = radios.map { ManualStore(initialState: List(), reducer: reducer, environment: $0) }
    stores[0].send(.row(id: 1, action: .tune(["A"])))
    stores[1].send(.row(id: 1, action: .tap))
    stores[1].send(.row(id: 1, action: .tune(["A"])))
    #expect(radios.map(\.running.value) == [["A"], ["A"]])
    stores[0].send(.row(id: 1, action: .tune([])))
    #expect(radios.map(\.running.value) == [[], ["A"]])
    withExtendedLifetime(stores) {}
  }

  @Test func `the next action of a row replaces the effect after an undo`() {
    struct State: Equatable, Sendable {
      var rows = Undoable<IdentifiedArrayOf<Row>>([Row()])
    }
    enum Action: Equatable, Sendable {
      case row(id: Int, action: RowAction)
      case history(UndoAction)
    }
    let radio = Radio()
    let store = ManualStore(
      initialState: State(),
      reducer: Self.row(.one)
        .forEach(state: \State.rows.value, action: /Action.row)
        .undoable(\.rows, action: /Action.history),
      environment: radio
    )
    store.send(.row(id: 1, action: .tune(["A"])))
    store.send(.row(id: 1, action: .tune(["B"])))
    #expect(radio.running.value == ["B"])
    store.send(.history(.undo))
    store.send(.row(id: 1, action: .heard(1)))
    #expect(radio.running.value == ["A"])
  }
}
