// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

@Suite struct StandardErrorReporterTests {
  private func text(_ message: String) -> String {
    let location = CodeLocation(fileID: "App/Settings.swift", filePath: "/Settings.swift", line: 12)
    return StandardErrorReporter.text(of: ReportedIssue(message, at: location))
  }

  @Test func `one line says whose it is, where and what`() {
    #expect(
      text("The save is broken.") == "Lockstep: App/Settings.swift:12: The save is broken."
    )
    #expect(text("") == "Lockstep: App/Settings.swift:12: ")
  }

  @Test func `a place in the library is left out`() {
    for file: StaticString in ["Lockstep/Domains.swift", "LockstepRouting/Router.swift"] {
      let location = CodeLocation(fileID: file, filePath: "/File.swift", line: 12)
      let issue = ReportedIssue("mainQueue - A failing scheduler was used.\n\nMore.", at: location)
      #expect(
        StandardErrorReporter.text(of: issue) == """
          Lockstep: mainQueue - A failing scheduler was used.

            More.
          """
      )
    }
  }

  @Test func `the following text is indented, and keeps its lines`() {
    #expect(
      text(
        """
        A reducer received an action while its state was 'nil'.

        Action: AppAction.counter(
          CounterAction.incrementButtonTapped
        )

        Usual causes:
        • A view sent it.
        """
      ) == """
        Lockstep: App/Settings.swift:12: A reducer received an action while its state was 'nil'.

          Action: AppAction.counter(
            CounterAction.incrementButtonTapped
          )

          Usual causes:
          • A view sent it.
        """
    )
  }

  @Test func `long lines go on in the next, as far in as they begin`() {
    #expect(
      text(
        """
        A reducer that was pulled back at App/AppFeature.swift:31 received an action while its state \
        was 'nil'.

        The action was ignored. Usual causes, of which there are more than a line has room for in \
        any terminal, are:
        • A parent reducer changed the state before this reducer ran. Combine this reducer before it, \
        or let the parent do it later.
            This is further in, and so is what does not fit into its line because it goes on and on \
        and on.
        """
      ) == """
        Lockstep: App/Settings.swift:12: A reducer that was pulled back at App/AppFeature.swift:31 received
          an action while its state was 'nil'.

          The action was ignored. Usual causes, of which there are more than a line has room for in any
          terminal, are:
          • A parent reducer changed the state before this reducer ran. Combine this reducer before it, or
            let the parent do it later.
              This is further in, and so is what does not fit into its line because it goes on and on and
              on.
        """
    )
  }

  @Test func `a word that fits into no line has one of its own`() {
    let word = String(repeating: "x", count: 120)
    #expect(
      text("A word:\n\(word) and \(word)") == """
        Lockstep: App/Settings.swift:12: A word:
          \(word)
          and
          \(word)
        """
    )
  }

  @Test func `no line is lost, and none is too long`() {
    let words = (1...2_000).map { "word\($0)" }
    let lines = text(words.joined(separator: " ")).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
    let printed = lines.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(Array(printed.dropFirst(2)) == words)
  }
}
