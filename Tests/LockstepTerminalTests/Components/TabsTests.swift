// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTesting
import Testing

@Suite struct TabsTests {
  private func makeTabs(_ selection: Int) -> Tabs {
    Tabs(["Games", "Scores", "Settings"], selection: selection)
  }

  @Test(
    arguments: [
      (0, 30, "[Games]  Scores   Settings"),
      (1, 30, " Games  [Scores]  Settings"),
      (.max, 30, " Games   Scores  [Settings]"),
      (0, 12, "[Games]  Sc›"),
      (1, 12, "‹ [Scores] ›"),
      (2, 12, "‹ [Settings]"),
      (1, 4, "‹Sc›"),
    ] as [(Int, Int, String)]
  )
  func `the selected title is visible`(selection: Int, columns: Int, expected: String) {
    let picture = drawn(2, columns) { screen, area in
      screen.draw(makeTabs(selection), in: area)
    }
    #expect(picture == expected)
  }

  @Test func `the selected title is highlighted`() {
    var screen = Screen(size: Screen.Size(rows: 1, columns: 12))
    screen.draw(makeTabs(1), in: screen.area)
    let chosen = (0..<12).filter { screen[row: 0, column: $0]?.style.inverse == true }
    #expect(chosen == Array(2..<10))
    screen.draw(makeTabs(1), in: screen.area, isFocused: false)
    let bold = (0..<12).filter { screen[row: 0, column: $0]?.style == Style(bold: true) }
    #expect(bold == Array(2..<10))
  }

  @Test func `tabs without titles draw nothing and handle no keys`() {
    #expect(drawn(1, 9) { screen, area in screen.draw(Tabs([]), in: area) } == "")
    let area = Screen.Area(row: 0, column: 0, rows: 1, columns: 9)
    #expect(Tabs([], selection: 3).action(for: .key(.right), in: area) == nil)
  }

  @Test func `left and right select the adjacent tabs`() {
    let area = Screen.Area(row: 0, column: 0, rows: 1, columns: 30)
    #expect(makeTabs(0).action(for: .key(.left), in: area) == nil)
    #expect(makeTabs(0).action(for: .key(.right), in: area) == .selected(1))
    #expect(makeTabs(2).action(for: .key(.left), in: area) == .selected(1))
    #expect(makeTabs(.max).action(for: .key(.right), in: area) == nil)
    #expect(makeTabs(0).action(for: .key(.tab), in: area) == nil)
  }

  @Test(
    arguments: [
      (1, 2, .selected(0)), (1, 3, nil), (1, 4, .selected(1)), (1, 11, .selected(1)), (1, 12, nil),
      (1, 13, .selected(2)), (1, 14, nil), (0, 4, nil), (2, 4, nil),
    ] as [(Int, Int, Tabs.Action?)]
  )
  func `a click selects the title under it`(row: Int, column: Int, action: Tabs.Action?) {
    let area = Screen.Area(row: 1, column: 2, rows: 2, columns: 12)
    let click = TerminalEvent.mouse(TerminalEvent.Mouse(.press(.left), row: row, column: column))
    #expect(makeTabs(1).action(for: click, in: area) == action)
  }

  @Test func `an action selects another tab`() {
    let store = TestStore(initialState: makeTabs(0), reducer: Tabs.reducer, environment: ())
    store.send(.selected(2)) { $0.selection = 2 }
  }
}
