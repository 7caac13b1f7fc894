// SPDX-License-Identifier: MIT

internal import Foundation

/// The reporter used outside of tests, which prints a text to standard error for each issue.
///
/// The first line of the text says that it comes from Lockstep, where the issue belongs, and what went wrong;
/// the rest is indented below it, so that the text stands out from the other output of a program:
///
/// ```text
/// Lockstep: App/Settings.swift:12: The save is broken.
///
///   Usual causes:
///   • The disk is full.
/// ```
///
/// A place in this library itself is left out: it is used only if no other is known, and tells the reader
/// nothing.
package struct StandardErrorReporter: IssueReporter {
  /// The maximum length of a line that can be broken.
  private static let width = 100

  package func report(_ issue: ReportedIssue) {
    Self.write(Self.text(of: issue))
  }

  /// Returns the text that is printed for an issue; a long line continues on the next, aligned with its
  /// beginning.
  package static func text(of issue: ReportedIssue) -> String {
    let place = issue.location.isOfLibrary ? "" : "\(issue.location): "
    let lines = "\(place)\(issue.message)".split(separator: "\n", omittingEmptySubsequences: false)
    let heading = wrapped(lines[0], after: "Lockstep: ", indentation: "  ")
    let details = lines.dropFirst().flatMap { line in
      let text = line.drop { $0 == " " || $0 == "•" }
      let beginning = "  " + line[..<text.startIndex]
      let indentation = String(repeating: " ", count: beginning.count)
      return text.isEmpty ? [""] : wrapped(text, after: beginning, indentation: indentation)
    }
    return (heading + details).joined(separator: "\n")
  }

  /// Breaks a text at spaces where its line would be too long.
  private static func wrapped(
    _ text: Substring,
    after beginning: String,
    indentation: String
  ) -> [String] {
    var lines: [String] = []
    var line = beginning
    var length = beginning.count
    for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0, length + 1 + word.count > width {
        lines.append(line)
        line = indentation
        length = indentation.count
      } else if index > 0 {
        line += " "
        length += 1
      }
      line += word
      length += word.count
    }
    return lines + [line]
  }

  /// Prints a text and a line break to standard error.
  package static func write(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

extension CodeLocation {
  /// Whether the location is in one of this package's libraries for apps.
  fileprivate var isOfLibrary: Bool {
    ["Lockstep/", "LockstepBase/", "LockstepRouting/"].contains { fileID.description.hasPrefix($0) }
  }
}
