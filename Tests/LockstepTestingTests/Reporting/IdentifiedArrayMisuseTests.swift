// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private struct Row: Identifiable, Equatable {
  var id: Int
  var title = ""
}

private typealias Rows = IdentifiedArrayOf<Row>

private enum Action: Equatable {
  case moved([Int], Int)
  case removed([Int])
  case modified
  case set
  case made
  case madeOfLiteral
  case row(Int, RowAction)
}

private enum RowAction: Equatable {
  case renumbered
}

private let reducer = Reducer<Rows, Action, Void>.combine(
  Reducer<Row, RowAction, Void> { row, _, _ in
    row.id = 9
    return .none
  }
  .forEach(
    state: \.self,
    action: /Action.row,
    fileID: "Feature/Rows.swift",
    line: 3
  ),
  Reducer { rows, action, _ in
    switch action {
    case .moved(let offsets, let destination):
      rows.move(
        fromOffsets: offsets,
        toOffset: destination,
        fileID: "Feature/Rows.swift",
        line: 10
      )
    case .removed(let offsets):
      rows.remove(atOffsets: offsets, fileID: "Feature/Rows.swift", line: 11)
    case .modified:
      rows.modify(id: 1, fileID: "Feature/Rows.swift", line: 12) { $0.id = 9 }
    case .set:
      rows[id: 1] = Row(id: 9)
    case .made:
      rows = Rows(uniqueElements: [Row(id: 1), Row(id: 1)], fileID: "Feature/Rows.swift", line: 15)
    case .madeOfLiteral:
      rows = [Row(id: 1), Row(id: 1)]
    case .row: break
    }
    return .none
  }
)

/// Reports at a step of the misuse of an identified array in a reducer: the array, the operation, the action, and the
/// line of the reducer where an operation can know it.
@Suite struct IdentifiedArrayMisuseTests {
  private func issues(_ action: Action) -> [String] {
    withReportedIssues {
      let store = TestStore(
        initialState: [Row(id: 1), Row(id: 2)],
        reducer: reducer,
        environment: ()
      )
      store.exhaustivity.remove(.stateChanges)
      store.send(action, at: .step(7))
    }
    .map(\.description)
  }

  @Test func `offsets out of bounds are reported`() {
    #expect(
      issues(.moved([7], 0)) == [
        """
        Tests/Step.swift:7: 1 offset is not a position of an identified array.

        Array: IdentifiedArray<Int, Row> of 2 elements with the ids [1, 2]
        Operation: move(fromOffsets: [7], toOffset: 0)
        Outside: 7

        Offset 7 was ignored. Usual cause: a list that was drawn before elements were removed. Compute the offsets \
        from the current array.

        Action in flight: Action.moved([7], 0)
        Reported at Feature/Rows.swift:10
        """
      ]
    )
    #expect(
      issues(.removed([2, 3])) == [
        """
        Tests/Step.swift:7: 2 offsets are not positions of an identified array.

        Array: IdentifiedArray<Int, Row> of 2 elements with the ids [1, 2]
        Operation: remove(atOffsets: [2, 3])
        Outside: 2, 3

        Offsets 2, 3 were ignored. Usual cause: a list that was drawn before elements were removed. Compute the \
        offsets from the current array.

        Action in flight: Action.removed([2, 3])
        Reported at Feature/Rows.swift:11
        """
      ]
    )
  }

  /// The report of an id that has become 9.
  private func change(_ operation: String, _ context: String) -> String {
    """
    Tests/Step.swift:7: The id of an element was changed in an identified array.

    Array: IdentifiedArray<Int, Row> of 2 elements with the ids [1, 2]
    Operation: \(operation)
    Old id: 1
    Element: Row(
      id: 9,
      title: ""
    )

    The array now finds the element under its new id. Keep the id constant. To change it, remove the element and \
    insert another one.

    \(context)
    """
  }

  @Test func `a changed id is reported, also if a child's reducer changes it`() {
    #expect(
      issues(.modified) == [
        change(
          "modify(id: 1)",
          "Action in flight: Action.modified\nReported at Feature/Rows.swift:12"
        )
      ]
    )
    #expect(
      issues(.row(1, .renumbered)) == [
        change(
          "modify(id: 1)",
          "Action in flight: Action.row(1, RowAction.renumbered)\nReported at Feature/Rows.swift:3"
        )
      ]
    )
  }

  @Test func `an element set under a different id is reported`() {
    #expect(
      issues(.set) == [
        """
        Tests/Step.swift:7: An element was set under an id that differs from its own.

        Array: IdentifiedArray<Int, Row> of 2 elements with the ids [1, 2]
        Operation: [id: 1] = …
        Id: 1
        Element: Row(
          id: 9,
          title: ""
        )

        The array was not changed. Set it under its own id, or use 'updateOrAppend(_:)'.

        Action in flight: Action.set
        """
      ]
    )
  }

  @Test func `elements with duplicate ids are reported`() {
    func duplicate(_ context: String) -> String {
      """
      Tests/Step.swift:7: An identified array was created from elements with duplicate ids.

      Array so far: IdentifiedArray<Int, Row> of 1 element with the id [1]
      Element: Row(
        id: 1,
        title: ""
      )

      An earlier element has this id, so this element was not added. Give each element its own id.

      \(context)
      """
    }
    #expect(
      issues(.made) == [
        duplicate("Action in flight: Action.made\nReported at Feature/Rows.swift:15")
      ]
    )
    #expect(issues(.madeOfLiteral) == [duplicate("Action in flight: Action.madeOfLiteral")])
  }
}
