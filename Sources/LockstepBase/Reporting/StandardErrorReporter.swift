// SPDX-License-Identifier: MIT

internal import Foundation

/// A reporter that prints issues to standard error outside of tests.
///
/// The first line contains the location and the heading. The following lines are indented:
///
/// ```text
/// Lockstep: App/Settings.swift:12: The save is broken.
///
///   Usual causes:
///   • The disk is full.
/// ```
///
/// The reporter omits locations inside the library, because they do not help the user.
package struct StandardErrorReporter: IssueReporter {
  private static let width = 100

  package func report(_ issue: ReportedIssue) {
    Self.write(Self.text(of: issue))
  }

  /// Returns the printed text of an issue, with long lines wrapped and aligned.
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

  package static func write(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

extension CodeLocation {
  fileprivate var isOfLibrary: Bool {
    ["Lockstep/", "LockstepBase/", "LockstepRouting/"].contains { fileID.description.hasPrefix($0) }
  }
}
