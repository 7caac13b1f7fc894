// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// An id that counts its lookups.
private struct CountedID: Hashable, Sendable {
  let number: Int
  let lookups: Recorder<Int>

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }

  func hash(into hasher: inout Hasher) {
    lookups.update { $0 += 1 }
    hasher.combine(number)
  }
}

private struct CountedRow: Identifiable, Sendable {
  let id: CountedID
  var guest = Guest()
  var optional: Guest? = Guest()
}

private struct CountedState: Sendable {
  var rows: IdentifiedArrayOf<CountedRow>
  var squares: [Guest] = []
  var optional: Guest?
  /// The number of reads and writes of the computed properties.
  let reads = Recorder(0)
  let writes = Recorder(0)

  var computed: Guest? {
    get {
      reads.update { $0 += 1 }
      return optional
    }
    set {
      writes.update { $0 += 1 }
      optional = newValue
    }
  }

  var computedRows: IdentifiedArrayOf<CountedRow> {
    get {
      reads.update { $0 += 1 }
      return rows
    }
    set {
      writes.update { $0 += 1 }
      rows = newValue
    }
  }
}

private enum CountedAction: Sendable {
  case row(CountedID, GuestAction)
  case deep(CountedID, GuestAction)
  case computed(GuestAction)
  case computedRow(CountedID, GuestAction)
  case square(Int, GuestAction)
  case set(@Sendable (inout CountedState) -> Void)
}

private let rowReducer = guestReducer.pullback(
  state: \CountedRow.guest,
  action: CasePath<GuestAction, GuestAction>.`self`,
  environment: { (_: Void) in }
)

private let deepReducer = guestReducer.optional().pullback(
  state: \CountedRow.optional,
  action: CasePath<GuestAction, GuestAction>.`self`,
  environment: { (_: Void) in }
)

private let countedReducer = Reducer<CountedState, CountedAction, Void>.combine(
  rowReducer.forEach(state: \.rows, action: /CountedAction.row),
  deepReducer.forEach(state: \.rows, action: /CountedAction.deep),
  rowReducer.forEach(
    state: \.computedRows,
    action: /CountedAction.computedRow
  ),
  guestReducer.optional()
    .pullback(state: \.computed, action: /CountedAction.computed),
  guestReducer.forEach(state: \.squares, action: /CountedAction.square),
  Reducer { state, action, _ in
    if case .set(let change) = action { change(&state) }
    return .none
  }
)

/// Tests the cost of checking whether the state of effects still exists, counted in visited values.
@Suite struct AutomaticCancellationCostTests {
  private let lookups = Recorder(0)
  private let around = Surroundings()

  private func makeStore(rows: Int) -> ManualStore<CountedState, CountedAction> {
    let rows = (0..<rows).map { CountedRow(id: CountedID(number: $0, lookups: lookups)) }
    return ManualStore(
      initialState: CountedState(rows: IdentifiedArray(rows)),
      reducer: countedReducer,
      environment: ()
    )
  }

  private func id(_ number: Int) -> CountedID { CountedID(number: number, lookups: lookups) }

  /// Returns the number of id lookups during `body`.
  private func lookups(during body: () -> Void) -> Int {
    let before = lookups.value
    body()
    return lookups.value - before
  }

  @Test(arguments: [10, 1_000])
  func `an action that removes no row visits no other rows`(count: Int) {
    let store = makeStore(rows: count)
    for number in 0..<count { store.send(.row(id(number), .start(around.callback))) }
    #expect(lookups { store.send(.set { $0.squares = [] }) } == 0)
    #expect(lookups { store.send(.set { $0.rows[3].guest.touches = 1 }) } == 0)
    #expect(lookups { store.send(.row(id(5), .touch)) } <= 4)
    #expect(around.cancelled.value == 0)
  }

  @Test func `starting an effect of a row visits only that row`() {
    let costs = [10, 1_000].map { count in
      let store = makeStore(rows: count)
      for number in 1..<count { store.send(.row(id(number), .start(around.callback))) }
      return lookups { store.send(.row(id(0), .start(around.callback))) }
    }
    #expect(costs[0] == costs[1])
    #expect(costs[0] < 20)
  }

  @Test func `an action visits only the rows whose children have effects`() {
    let count = 1_000
    let store = makeStore(rows: count)
    for number in 0..<count { store.send(.row(id(number), .start(around.callback))) }
    for number in 0..<10 { store.send(.deep(id(number), .start(around.callback))) }
    #expect(lookups { store.send(.set { $0.squares = [] }) } <= 10)
    let started = around.started.value
    store.send(.set { $0.rows[3].optional = nil })
    #expect(around.started.value == started)
    #expect(around.cancelled.value == 1)
  }

  @Test func `an action does not read the state if no child has an effect`() {
    let store = makeStore(rows: 10)
    store.send(.set { $0.optional = Guest() })
    let state = store.store.state
    func reads(_ body: () -> Void) -> Int {
      let before = state.reads.value
      body()
      return state.reads.value - before
    }
    #expect(reads { store.send(.set { _ in }) } == 0)
    store.send(.computed(.start(around.callback.cancellable(id: "id"))))
    #expect(reads { store.send(.set { _ in }) } == 1)
    store.send(.set { $0.optional = nil })
    #expect(around.cancelled.value == 1)
    #expect(reads { store.send(.set { _ in }) } == 0)
  }

  @Test func `checking for removed children sets no properties`() {
    let store = makeStore(rows: 10)
    store.send(.set { $0.optional = Guest() })
    store.send(.computed(.start(around.callback)))
    store.send(.computedRow(id(3), .start(around.callback)))
    let writes = store.store.state.writes
    let before = writes.value
    store.send(.set { _ in })
    store.send(.set { $0.rows.remove(at: 9) })
    #expect(writes.value == before)
    #expect(around.cancelled.value == 0)
    store.send(.set { $0.rows.remove(at: 3) })
    #expect(around.cancelled.value == 1)
    #expect(writes.value == before)
  }

  @Test func `checking for removed children copies no rows, even if the array is shared`() {
    let store = makeStore(rows: 1_000)
    for number in 0..<3 {
      store.send(.row(id(number), .start(around.callback)))
      store.send(.deep(id(number), .start(around.callback)))
    }
    func address() -> UInt {
      store.store.state.rows.elements
        .withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let held = store.store.state
    let before = address()
    store.send(.set { $0.optional = nil })
    store.send(.set { $0.squares = [Guest()] })
    #expect(address() == before)
    #expect(held.rows.count == 1_000)
  }

  @Test func `effects of array elements are cancelled only if their position is removed`() {
    // Positions cannot count lookups, so the test checks which effects are cancelled.
    let store = makeStore(rows: 0)
    store.send(.set { $0.squares = Array(repeating: Guest(), count: 5) })
    for index in 0..<5 { store.send(.square(index, .start(around.callback))) }
    store.send(.set { $0.squares = Array(repeating: Guest(touches: 1), count: 5) })
    #expect(around.cancelled.value == 0)
    store.send(.set { $0.squares.append(Guest()) })
    #expect(around.cancelled.value == 0)
    store.send(.set { $0.squares.removeFirst(2) })
    #expect(around.cancelled.value == 1)
    store.send(.set { $0.squares = [] })
    #expect(around.cancelled.value == 5)
  }

  @Test func `the effects of rows removed together are cancelled in the order of their start`() {
    let count = 500
    let store = makeStore(rows: count)
    let order = Recorder<[Int]>([])
    var generator = SplitMix64(seed: 7)
    let started = (0..<count).shuffled(using: &generator)
    for number in started {
      let effect = Numbers.run { _ in
        AnyCancellable { order.update { $0.append(number) } }
      }
      store.send(
        number % 3 == 0 ? .deep(id(number), .start(effect)) : .row(id(number), .start(effect))
      )
    }
    store.send(.set { $0.rows.removeAll { $0.id.number % 2 == 0 } })
    #expect(order.value == started.filter { $0 % 2 == 0 })
    store.send(.set { $0.rows = [] })
    #expect(
      order.value == started.filter { $0 % 2 == 0 } + started.filter { $0 % 2 == 1 }
    )
  }
}
