// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

@Suite struct StandardErrorReporterTests {
  private func text(_ message: String) -> String {
    let location = CodeLocation(fileID: "App/Settings.swift", filePath: "/Settings.swift", line: 12)
    return StandardErrorReporter.text(of: ReportedIssue(message, at: location))
  }

  @Test func `one line contains the name of the library, the location and the message`() {
    #expect(
      text("The save is broken.") == "Lockstep: App/Settings.swift:12: The save is broken."
    )
    #expect(text("") == "Lockstep: App/Settings.swift:12: ")
  }

  @Test func `a location in the library is omitted`() {
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

  @Test func `the lines after the first line are indented`() {
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

  @Test func `a wrapped line keeps the indentation of its first part`() {
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

  @Test func `a word that is longer than a line has its own line`() {
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

  @Test func `wrapping loses no words and leaves no line too long`() {
    let words = (1...2_000).map { "word\($0)" }
    let lines = text(words.joined(separator: " ")).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
    let printed = lines.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(Array(printed.dropFirst(2)) == words)
  }
}
