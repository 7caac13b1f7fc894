// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// A test that fails, and all that it says.
struct DeskFailure: Sendable, CustomTestStringConvertible {
  @resultBuilder enum Texts {
    static func buildBlock(_ texts: String...) -> [String] { texts }
  }

  static let all = [missing, unexpected, states, ends].joined()

  let testDescription: String
  let play: @Sendable () -> Void
  /// The texts with their lines, as ``reportedTexts(_:)`` returns them.
  let texts: [String]

  init(
    _ description: String,
    play: @escaping @Sendable () -> Void,
    @Texts texts: () -> [String]
  ) {
    testDescription = description
    self.play = play
    self.texts = texts()
  }
}

/// Returns what is reported, with the context, each text below its line.
func reportedTexts(_ body: () -> Void) -> [String] {
  withReportedIssues(body).map { "\($0.location.line): \($0.text)" }
}
