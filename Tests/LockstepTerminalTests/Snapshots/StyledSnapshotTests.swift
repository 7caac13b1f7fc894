// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTesting
import Testing

@Suite struct StyledSnapshotTests {
  private struct Started: Sendable {}

  private func terminal(
    size: Screen.Size = Screen.Size(rows: 2, columns: 12),
    _ draw: @escaping (inout Screen, Bool) -> Void
  ) -> MemoryTerminal<Bool, Started> {
    let program = TerminalProgram<Bool, Started>(
      keys: { _, _ in [KeyBinding(" ", "Start", Started())] },
      screen: { isStarted, size, _ in
        var screen = Screen(size: size)
        draw(&screen, isStarted)
        return screen
      }
    )
    let reducer = Reducer<Bool, Started, Void> { isStarted, _, _ in
      isStarted = true
      return .none
    }
    return MemoryTerminal(
      program,
      ManualStore(initialState: false, reducer: reducer, environment: ()),
      size: size
    )
  }

  @Test func `a snapshot lists every attribute and kind of color`() {
    let terminal = terminal { screen, _ in
      let styles = [
        Style(bold: true, dim: true), Style(italic: true, underline: true, inverse: true),
        Style(.gray, on: .indexed(214)), Style(on: .rgb(255, 8, 0)), .plain,
        Style(.white, on: .theme(.brightYellow)),
      ]
      for (column, style) in styles.enumerated() {
        screen.put("a", row: 1, column: column, style: style)
      }
      // A wide character has a look in both of its columns, and spaces at the end have one, too.
      screen.put("世 ", row: 0, column: 0, style: Style(inverse: true))
    }
    assertSnapshot(
      of: terminal,
      script: "",
      includingStyles: true,
      matches: """
        == at first ==
        世
        aaaaaa
        -- styles --
        row 0, columns 0...2: inverse
        row 1, column 0: bold dim
        row 1, column 1: italic underline inverse
        row 1, column 2: brightBlack on color 214
        row 1, column 3: on #ff0800
        row 1, column 5: white on brightYellow
        """
    )
  }

  @Test func `a snapshot contains the position of a visible cursor`() {
    let terminal = terminal { screen, isStarted in
      screen.put("Name", row: 0, column: 0)
      screen.cursor = isStarted ? Screen.Place(row: 1, column: 2) : nil
    }
    assertSnapshot(
      of: terminal,
      script: "press space",
      includingStyles: true,
      matches: """
        == at first ==
        Name
        -- styles --

        == press space ==
        Name
        -- styles --
        cursor: row 1, column 2
        """
    )
  }

  @Test func `a style mismatch is reported with the expected and the actual style`() {
    let terminal = terminal { screen, _ in
      screen.put("27", row: 0, column: 3, style: Style(.red))
    }
    let issues = withReportedIssues {
      assertSnapshot(
        of: terminal,
        script: "",
        includingStyles: true,
        matches: """
          == at first ==
             27
          -- styles --
          row 0, columns 3...4: bold red
          """
      )
    }
    #expect(
      issues.map(\.message) == [
        """
        The terminal does not match the snapshot in the test: …

        == at first ==
          … (2 unchanged)
        - row 0, columns 3...4: bold red
        + row 0, columns 3...4: red

        (Expected: -, Actual: +)

        If the current screens are correct, replace the text in the test with:

        == at first ==
           27
        -- styles --
        row 0, columns 3...4: red
        """
      ]
    )
  }

  @Test func `a snapshot without styles compares only text`() {
    let terminal = terminal { screen, _ in
      screen.put("27", row: 0, column: 0, style: Style(.red))
    }
    assertSnapshot(of: terminal, script: "", matches: "== at first ==\n27")
  }
}
