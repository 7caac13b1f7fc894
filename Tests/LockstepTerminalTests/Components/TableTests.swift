// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTesting
import Testing

@Suite struct TableTests {
  private func makeTable(selection: Int? = nil) -> Table {
    Table(
      columns: [
        Table.Column("Player", length: .flexible(minimum: 6)),
        Table.Column("Score", alignment: .trailing),
      ],
      rows: [["Blob", "27"], ["Blob, Jr.", "9"]],
      selection: selection
    )
  }

  private func picture(_ table: Table, _ rows: Int = 3, _ columns: Int = 20) -> String {
    drawn(rows, columns) { screen, area in screen.draw(table, in: area) }
  }

  @Test func `columns share the width`() {
    #expect(
      picture(makeTable(), 4, 18) == """
        Player       Score
        Blob            27
        Blob, Jr.        9
        """
    )
  }

  @Test func `columns are truncated in a narrow table`() {
    #expect(
      picture(makeTable(), 4, 10) == """
        Pl…  Score
        Bl…     27
        Bl…      9
        """
    )
    #expect(picture(makeTable(), 4, 4) == "  S›\n  2›\n   ›")
  }

  @Test func `the selected row is marked`() {
    #expect(
      picture(makeTable(selection: 1)) == """
          Player       Score
          Blob            27
        > Blob, Jr.        9
        """
    )
    #expect(
      picture(makeTable(selection: .max), 2) == """
          Player      Score
        > Blob, Jr.       9↑
        """
    )
    #expect(picture(makeTable(selection: 0), 1) == "> Blob           27↓")
  }

  @Test func `cells are aligned, and missing texts leave them empty`() {
    let table = Table(
      columns: [Table.Column("A"), Table.Column("Wide title", alignment: .center)],
      rows: [["a"], ["b", "x", "further"], []]
    )
    #expect(
      picture(table, 4) == """
        A  Wide title
        a
        b      x
        """
    )
  }

  @Test func `an empty table is drawn without rows`() {
    #expect(picture(Table(columns: [], rows: [])) == "")
    #expect(picture(Table(columns: [], rows: [["a"]], selection: 0)) == "\n>")
    #expect(picture(Table(columns: [Table.Column("A")], rows: [])) == "A")
  }

  @Test func `moving the selection stops at the first and the last row`() {
    let store = TestStore(
      initialState: makeTable(selection: 0),
      reducer: Table.reducer,
      environment: ()
    )
    store.send(.moved(by: 1, rows: 1)) {
      $0.selection = 1
      $0.firstRow = 1
    }
    store.send(.moved(by: .max, rows: 1))
    store.send(.moved(by: .min, rows: .max)) {
      $0.selection = 0
      $0.firstRow = 0
    }
  }

  @Test func `a table without a selection scrolls`() {
    let store = TestStore(initialState: makeTable(), reducer: Table.reducer, environment: ())
    store.send(.moved(by: 1, rows: 1)) { $0.firstRow = 1 }
    #expect(picture(store.state, 2, 19) == "Player       Score\nBlob, Jr.        9↑")
    store.send(.moved(by: 1, rows: 1))
    store.send(.moved(by: -2, rows: 1)) { $0.firstRow = 0 }
  }

  @Test func `a table without rows keeps its selection`() {
    let store = TestStore(
      initialState: Table(columns: [], rows: [], selection: 0),
      reducer: Table.reducer,
      environment: ()
    )
    store.send(.moved(by: 1, rows: 3))
  }

  @Test func `keys, clicks and the wheel map to actions`() {
    let area = Screen.Area(row: 0, column: 0, rows: 3, columns: 20)
    func action(_ event: TerminalEvent, selection: Int? = 1) -> Table.Action? {
      makeTable(selection: selection).action(for: event, in: area)
    }
    func click(row: Int) -> TerminalEvent {
      .mouse(TerminalEvent.Mouse(.press(.left), row: row, column: 4))
    }
    #expect(action(.key(.up)) == .moved(by: -1, rows: 2))
    #expect(action(.key(.pageDown)) == .moved(by: 2, rows: 2))
    #expect(action(.key(.return)) == nil)
    #expect(action(click(row: 0)) == nil)
    #expect(action(click(row: 1)) == .moved(by: -1, rows: 2))
    #expect(action(click(row: 2)) == .moved(by: 0, rows: 2))
    #expect(action(click(row: 1), selection: nil) == nil)
    let wheel = TerminalEvent.mouse(TerminalEvent.Mouse(.wheelDown, row: 1, column: 4))
    #expect(action(wheel, selection: nil) == .moved(by: 1, rows: 2))
  }
}
