// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import Testing

@Suite struct ScreenRecordingTests {
  private func screen(_ text: String) -> Screen {
    var screen = Screen(size: Screen.Size(rows: 2, columns: 4))
    screen.put(text, row: 0, column: 0)
    return screen
  }

  private func recording(_ screens: (SchedulerStride, Screen)...) -> ScreenRecording {
    var recording = ScreenRecording()
    for (time, screen) in screens { recording.add(screen, at: time) }
    return recording
  }

  /// The times and texts of a recording.
  private func lines(_ recording: ScreenRecording) -> [String] {
    recording.frames.map { "\($0.start): \($0.screen.plainText)" } + ["\(recording.duration)"]
  }

  @Test func `a recorded screen lasts until the next different screen`() {
    let (a, b, c) = (screen("a"), screen("b"), screen("c"))
    #expect(lines(ScreenRecording()) == ["0 s"])
    #expect(lines(recording((0, a), (1, a), (2, b), (5, b))) == ["0 s: a", "2 s: b", "5 s"])
    // Of several at one time the last is shown.
    #expect(lines(recording((0, a), (1, b), (1, c))) == ["0 s: a", "1 s: c", "1 s"])
    #expect(lines(recording((0, a), (1, b), (1, a), (2, b))) == ["0 s: a", "2 s: b", "2 s"])
    // Time does not go back.
    #expect(lines(recording((-1, a), (2, b), (1, c))) == ["0 s: a", "2 s: c", "2 s"])
    #expect(lines(recording((0, a), (.nanoseconds(Int64.max), b))).last == "9223372036.854776 s")
  }
}
