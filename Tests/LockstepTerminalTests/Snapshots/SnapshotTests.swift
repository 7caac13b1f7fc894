// SPDX-License-Identifier: MIT

import LockstepTerminal
import LockstepTerminalTesting
import Testing

@Suite struct SnapshotTests {
  private func difference(_ old: String, _ new: String) -> String? {
    Snapshot(new).difference(from: Snapshot(old))
  }

  @Test func `a snapshot has a frame for the start, each step and the end of the program`()
    throws
  {
    func snapshot(_ script: String) throws -> String {
      Snapshot(of: makeStopwatch(), try TerminalScript(script)).text
    }
    #expect(
      try snapshot("press s\nwait 6s\npress r") == """
        == at first ==
        0 s

        == press s ==
        0 s

        == wait 6s ==
        5 s

        == finished ==
        """
    )
    #expect(
      try snapshot("press ctrl-c") == """
        == at first ==
        0 s

        == press ctrl-c ==
        0 s

        == interrupted ==
        """
    )
    #expect(try snapshot("") == "== at first ==\n0 s")
  }

  @Test func `the rows that differ are shown below their step`() {
    let difference = self.difference(
      """
      == at first ==
      same

      == press p ==
      a
      b
      c

      d
      e

      == wait 2s ==
      f
      """,
      """
      == at first ==
      same

      == press p ==
      a
      x
      y

      d
      z

      == wait 2s ==
      f
      g
      """
    )
    #expect(
      difference == """
        == press p ==
          … (1 unchanged)
        - b
        - c
        + x
        + y
          … (2 unchanged)
        - e
        + z

        == wait 2s ==
          … (1 unchanged)
        + g

        (Expected: -, Actual: +)
        """
    )
  }

  @Test func `a difference shows the screens of changed steps`() {
    let difference = self.difference(
      """
      == at first ==
      a

      == press p ==
      b
      c
      """,
      """
      == at first ==
      a

      == press q ==
      d
      c

      == wait 2s ==
      e
      """
    )
    #expect(
      difference == """
        - == press p ==
        + == press q ==
        - b
        + d
          … (1 unchanged)

        + == wait 2s ==
        + e

        (Expected: -, Actual: +)
        """
    )
  }

  @Test func `at most five differing frames are shown`() {
    func snapshot(_ row: String) -> String {
      (1...7).map { "== wait \($0)s ==\n\(row)" }.joined(separator: "\n\n")
    }
    #expect(
      difference(snapshot("a"), snapshot("")) == """
        == wait 1s ==
        - a

        == wait 2s ==
        - a

        == wait 3s ==
        - a

        == wait 4s ==
        - a

        == wait 5s ==
        - a

        … (2 more frames)

        (Expected: -, Actual: +)
        """
    )
  }

  @Test func `rows are compared byte by byte`() {
    #expect(
      difference("== at first ==\ne\u{301}", "== at first ==\n\u{E9}")
        == "== at first ==\n- e\u{301}\n+ \u{E9}\n\n(Expected: -, Actual: +)"
    )
    #expect(
      difference("== at first ==\n a", "== at first ==\na")
        == "== at first ==\n-  a\n+ a\n\n(Expected: -, Actual: +)"
    )
  }

  @Test func `line endings and empty lines below a frame are ignored`() {
    #expect(
      difference(
        "\r\n== at first ==\r\na\r\n\r\n\r\n== press p ==",
        "== at first ==\na\n== press p ==\n"
      )
        == nil
    )
  }

  @Test func `empty rows above other rows are compared`() {
    #expect(
      difference("== at first ==\n\na", "== at first ==\na")
        == "== at first ==\n-\n- a\n+ a\n\n(Expected: -, Actual: +)"
    )
  }
}
