// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import Testing

/// A row whose equality ignores its note.
private struct Row: Equatable, Identifiable, Sendable {
  let id: Int
  var name = ""
  var note = ""

  static func == (one: Self, other: Self) -> Bool {
    one.id == other.id && one.name == other.name
  }
}

private struct State: Sendable {
  var rows: IdentifiedArrayOf<Row> = [Row(id: 0, name: "a"), Row(id: 1, name: "b")]
  var isOpen = true
}

private enum Action: Sendable {
  case change(@Sendable (inout State) -> Void)
  case row(Int, Never)
}

/// Observers of a removable part, and the last value that its store returns after the removal.
@Suite @MainActor struct StoreFoundPartTests {
  private let store = Store<State, Action>(
    initialState: State(),
    reducer: Reducer { state, action, _ in
      if case .change(let change) = action { change(&state) }
      return .none
    },
    environment: ()
  )

  private func row(_ id: Int) throws -> Store<Row, Never> {
    try #require(store.scope(element: id, of: \.rows, action: Action.row))
  }

  private func send(_ change: @escaping @Sendable (inout State) -> Void) {
    store.send(.change(change))
  }

  @Test(arguments: [1, 2, 10])
  func `all observers of a row's store are called for the same changes`(
    count: Int
  ) throws {
    let row = try row(1)
    var names: [String] = []
    let observations = (0..<count).map { _ in row.observe { row, _ in names.append(row.name) } }
    #expect(names == Array(repeating: "b", count: count))
    names = []
    send { $0.isOpen = false }
    send { $0.rows[id: 0]?.name = "x" }
    #expect(names == [])
    send { $0.rows[id: 1]?.name = "c" }
    #expect(names == Array(repeating: "c", count: count))
    send { $0.rows.remove(id: 1) }
    send { $0.rows.append(Row(id: 1, name: "c")) }
    #expect(names.count == count)
    send { $0.rows[id: 1]?.name = "d" }
    #expect(names.suffix(count) == Array(repeating: "d", count: count)[...])
    withExtendedLifetime(observations) {}
  }

  @Test func `a change that compares equal calls no observer but is kept after the removal`()
    throws
  {
    let row = try row(1)
    var count = 0
    let observation = row.observe { _, _ in count += 1 }
    send { $0.rows[id: 1]?.note = "new" }
    #expect(count == 1)
    send { $0.rows.remove(id: 1) }
    #expect(row.state.note == "new")
    #expect(count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `a store without observers returns the last value of its removed part`() throws {
    let row = try row(1)
    let first = row.observe { _, _ in }
    let second = row.observe { _, _ in }
    send { $0.rows[id: 1]?.name = "c" }
    first.cancel()
    send { $0.rows[id: 1]?.name = "d" }
    second.cancel()
    send { $0.rows[id: 1]?.name = "e" }
    send { $0.rows.remove(id: 1) }
    #expect(row.state.name == "e")
  }

  @Test func `an observer can cancel another observation in the middle of a turn`() throws {
    let row = try row(1)
    var ending: StoreObservation?
    let first = store.observe(removeDuplicates: nil) { state, _ in
      if state.isOpen == false { ending?.cancel() }
    }
    var names: [String] = []
    ending = row.observe { row, _ in names.append(row.name) }
    send {
      $0.isOpen = false
      $0.rows[id: 1]?.name = "c"
    }
    send { $0.rows.remove(id: 1) }
    #expect(names == ["b"])
    #expect(row.state.name == "c")
    withExtendedLifetime(first) {}
  }

  @Test func `an observer added in the middle of a turn is called once for that turn`() throws {
    let row = try row(1)
    var names: [String] = []
    var observations: [StoreObservation] = []
    let first = store.observe(removeDuplicates: nil) { state, _ in
      guard state.isOpen == false, observations.isEmpty else { return }
      observations.append(row.observe { row, _ in names.append(row.name) })
    }
    send {
      $0.isOpen = false
      $0.rows[id: 1]?.name = "c"
    }
    #expect(names == ["c"])
    send { $0.rows[id: 1]?.name = "d" }
    #expect(names == ["c", "d"])
    withExtendedLifetime((first, observations)) {}
  }
}
