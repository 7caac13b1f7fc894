// SPDX-License-Identifier: MIT

enum ControlSequence {
  static func enterScreen(_ features: Terminal.Features) -> String {
    "\u{1B}[?1049h\u{1B}[?25l" + modes(of: features).map { "\u{1B}[?\($0)h" }.joined()
  }

  /// Resets the style, line wrapping and the cursor, and returns to the main screen, in at most 64 bytes.
  static func leaveScreen(_ features: Terminal.Features) -> String {
    "\u{1B}[0m" + modes(of: features).reversed().map { "\u{1B}[?\($0)l" }.joined()
      + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  }

  /// The query for mode 2026 (DECRQM), whose answer ``EventDecoder`` decodes.
  static let askForSynchronizedOutput = "\u{1B}[?2026$p"

  static func synchronized(_ frame: String) -> String {
    "\u{1B}[?2026h\(frame)\u{1B}[?2026l"
  }

  private static func modes(of features: Terminal.Features) -> [Int] {
    (features.contains(.paste) ? [2004] : []) + (features.contains(.mouse) ? [1000, 1006] : [])
      + (features.contains(.focus) ? [1004] : [])
  }
}
