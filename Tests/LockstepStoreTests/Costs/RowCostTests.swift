// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The cost of an action for one row does not depend on the number of rows.
@Suite @MainActor struct RowCostTests {
  private struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
    let comparisons: Recorder<Int>

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.comparisons.update { $0 += 1 }
      return lhs.id == rhs.id && lhs.count == rhs.count
    }
  }

  private struct State {
    var rows: IdentifiedArrayOf<Row>

    /// The address of the rows in memory.
    var address: UInt {
      rows.elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  private enum Action: Sendable {
    case row(Int, Int)
  }

  private struct Cost: Equatable {
    var visits = 0
    var comparisons = 0
    var projections = 0
    var wakes = 0
    var isCopied = false
  }

  /// Returns the cost of an action for one row that is observed.
  private func cost(rows count: Int) -> Cost {
    var cost = Cost()
    let visits = Recorder(0)
    let comparisons = Recorder(0)
    let addresses = Recorder<[UInt]>([])
    let row = Reducer<Row, Int, Void> { state, action, _ in
      visits.update { $0 += 1 }
      state.count += action
      return .none
    }
    let rows = row.forEach(state: \State.rows, action: /Action.row, environment: { (_: Void) in })
    let store = Store<State, Action>(
      initialState: State(
        rows: IdentifiedArray(
          uniqueElements: (0..<count).map { Row(id: $0, comparisons: comparisons) }
        )
      ),
      reducer: rows.combined(
        with: Reducer { state, _, _ in
          addresses.update { [address = state.address] in $0.append(address) }
          return .none
        }
      ),
      environment: ()
    )
    let id = count / 2
    let observation = store.scope(
      state: { state in
        cost.projections += 1
        return state.rows[id: id]
      },
      action: { Action.row(id, $0) }
    )
    .observe { _, _ in cost.wakes += 1 }
    store.send(.row(id, 1))
    cost = Cost()
    visits.set(0)
    comparisons.set(0)
    store.send(.row(id, 1))
    cost.visits = visits.value
    cost.comparisons = comparisons.value
    cost.isCopied = Set(addresses.value).count != 1
    withExtendedLifetime(observation) {}
    return cost
  }

  @Test(arguments: [100, 10_000, 1_000_000])
  func `an action for one row visits, compares and projects only that row`(rows: Int) {
    #expect(cost(rows: rows) == Cost(visits: 1, comparisons: 1, projections: 1, wakes: 1))
  }
}
