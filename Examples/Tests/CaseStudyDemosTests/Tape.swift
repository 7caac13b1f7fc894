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
  let script = try DemoScript(tape: tape)
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
