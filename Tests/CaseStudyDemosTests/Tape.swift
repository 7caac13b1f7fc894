// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Testing

/// Plays the steps in the headings of a tape, and compares each screen with the one on the tape.
@MainActor
func play<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>(
  _ tape: String,
  on demo: Demo<State, Action, Environment>,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let steps = tape.split(separator: "\n")
    .filter { $0.hasPrefix("== ") && $0 != "== at first ==" }
    .map { $0.dropFirst(3).dropLast(3) }
  let script = try DemoScript(steps.joined(separator: "\n"), named: "tape")
  var text = ""
  try PlainDemo(demo).run(script) { text += $0 }
  let frames = text.components(separatedBy: "== ").map { $0.trimmingSuffix("\n") }
  let expected = tape.components(separatedBy: "== ").map { $0.trimmingSuffix("\n") }
  #expect(frames.count == expected.count, sourceLocation: sourceLocation)
  for (frame, expected) in zip(frames, expected) {
    #expect(frame == expected, sourceLocation: sourceLocation)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    var text = self[...]
    while text.last == character { text.removeLast() }
    return text
  }
}
