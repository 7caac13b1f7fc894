// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Lockstep
import LockstepTerminal
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct ScreenRecordingSVGTests {
  private func screen(
    _ text: String,
    rows: Int = 2,
    columns: Int = 4,
    style: Style = .plain
  ) -> Screen {
    var screen = Screen(size: Screen.Size(rows: rows, columns: columns))
    screen.put(text, row: 0, column: 0, style: style)
    return screen
  }

  private func recording(_ screens: (SchedulerStride, Screen)...) -> ScreenRecording {
    var recording = ScreenRecording()
    for (time, screen) in screens { recording.add(screen, at: time) }
    return recording
  }

  @Test func `each distinct row is drawn once`() {
    var first = screen("ab")
    first.put("終x", row: 1, column: 0)
    var second = screen("ab")
    second.put("<&>", row: 1, column: 0, style: Style(.red, on: .blue, bold: true))
    #expect(
      recording((0, first), (1, second)).svg(title: "A & B", pause: 1) == #"""
        <svg xmlns="http://www.w3.org/2000/svg" role="img" width="60" height="58" \#
        viewBox="0 0 60 58" \#
        font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" \#
        font-size="15">
        <title>A &amp; B</title>
        <rect width="60" height="58" rx="8" fill="#16181d"/>
        <g transform="translate(12 12)" fill="#d7dae0" xml:space="preserve">
        <g transform="translate(0 13)">\#
        <text x="0" textLength="18" lengthAdjust="spacingAndGlyphs">ab</text></g>
        <g transform="translate(0 30)">\#
        <animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" \#
        dur="2000ms" values="visible;hidden" keyTimes="0;0.5"/>\#
        <text x="0">終</text><text x="18">x</text></g>
        <g transform="translate(0 30)" visibility="hidden">\#
        <animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" \#
        dur="2000ms" values="hidden;visible" keyTimes="0;0.5"/>\#
        <rect x="0" y="-13" width="27" height="17" fill="#5f9ded"/>\#
        <text x="0" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#e5625e" \#
        font-weight="bold">&lt;&amp;&gt;</text></g>
        </g>
        </svg>

        """#
    )
  }

  /// The groups in a picture that draw its rows.
  private func groups(_ recording: ScreenRecording, pause: SchedulerStride = 2) -> [String] {
    recording.svg(title: "", pause: pause).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("<g transform=\"translate(0 ") }
  }

  /// The elements of a group that draw a text with a style.
  private func drawing(_ style: Style, _ text: String = "a") -> String? {
    groups(recording((0, screen(text, style: style)))).first
      .map {
        String($0.dropFirst(#"<g transform="translate(0 13)">"#.count).dropLast("</g>".count))
      }
  }

  @Test func `each style is drawn with its attributes`() {
    #expect(drawing(.plain) == #"<text x="0">a</text>"#)
    #expect(
      drawing(Style(italic: true, underline: true))
        == #"<text x="0" font-style="italic" text-decoration="underline">a</text>"#
    )
    #expect(drawing(Style(dim: true)) == #"<text x="0" opacity="0.6">a</text>"#)
    #expect(
      drawing(Style(inverse: true))
        == ##"<rect x="0" y="-13" width="9" height="17" fill="#d7dae0"/>"##
        + ##"<text x="0" fill="#16181d">a</text>"##
    )
    #expect(
      drawing(Style(.rgb(0, 10, 255), on: .indexed(231), inverse: true))
        == ##"<rect x="0" y="-13" width="9" height="17" fill="#000aff"/>"##
        + ##"<text x="0" fill="#ffffff">a</text>"##
    )
    #expect(drawing(Style(.indexed(8))) == drawing(Style(.gray)))
    #expect(drawing(Style(.indexed(110))) == ##"<text x="0" fill="#87afd7">a</text>"##)
    #expect(drawing(Style(.indexed(232))) == ##"<text x="0" fill="#080808">a</text>"##)
    #expect(drawing(Style(.indexed(255))) == ##"<text x="0" fill="#eeeeee">a</text>"##)
    // A space shows only its background and its underline.
    #expect(
      drawing(Style(on: .indexed(16)), " ")
        == ##"<rect x="0" y="-13" width="9" height="17" fill="#000000"/>"##
    )
    #expect(
      drawing(Style(underline: true), " ") == #"<text x="0" text-decoration="underline"> </text>"#
    )
    #expect(drawing(.plain, " ") == nil)
  }

  @Test func `a picture is as large as the largest screen`() {
    let recording = self.recording((0, screen("a", rows: 1, columns: 9)), (1, screen("a", rows: 3)))
    let text = recording.svg(title: "")
    #expect(text.contains(#"width="105" height="75" viewBox="0 0 105 75""#))
    // Both screens have the same row.
    #expect(groups(recording) == [#"<g transform="translate(0 13)"><text x="0">a</text></g>"#])
  }

  @Test func `key times are fractions of the duration, including the pause`() {
    let (a, b) = (screen("a"), screen("b"))
    func timing(_ recording: ScreenRecording, pause: SchedulerStride) -> [String] {
      groups(recording, pause: pause).map { group in
        let start = group.range(of: "dur=")?.lowerBound ?? group.endIndex
        return String(group[start...].prefix { $0 != "/" })
      }
    }
    #expect(
      timing(recording((0, a), (1, b), (2, a), (2.5, b), (3, b)), pause: 1) == [
        #"dur="4000ms" values="visible;hidden;visible;hidden" keyTimes="0;0.25;0.5;0.625""#,
        #"dur="4000ms" values="hidden;visible;hidden;visible" keyTimes="0;0.25;0.5;0.625""#,
      ]
    )
    #expect(
      timing(recording((0, a), (1, b)), pause: 2).first
        == #"dur="3000ms" values="visible;hidden" keyTimes="0;0.333333""#
    )
    #expect(
      timing(recording((0, a), (1, b)), pause: -5).first
        == #"dur="1000ms" values="visible;hidden" keyTimes="0;1""#
    )
    // A duration beyond the range of integers is clamped.
    #expect(
      timing(recording((0, a), (.nanoseconds(Int64.max), b)), pause: 2).first
        == #"dur="9223372036854ms" values="visible;hidden" keyTimes="0;1""#
    )
    // A duration below a millisecond is not animated.
    #expect(timing(recording((0, a), (.nanoseconds(1), b)), pause: 0) == [""])
    #expect(timing(recording((0, a)), pause: 2) == [""])
    #expect(timing(ScreenRecording(), pause: 2) == [])
  }

  @Test(arguments: 0..<30)
  func `every recording is drawn as a valid document, and always as the same one`(seed: Int) {
    let texts = ["a", "<b>", "終&", "]]>", "🏆", "e\u{301}", "\u{FFFE}\u{FFFF}", "\"'", "  x  ", "ﷺ"]
    func picture() -> String {
      var random = SplitMix64(seed: UInt64(seed))
      var recording = ScreenRecording()
      var screen = self.screen("", rows: 3, columns: 12)
      for step in 0..<8 {
        let style = Style(
          random.pick([nil, .green, .indexed(77)]),
          on: random.pick([nil, nil, .rgb(1, 2, 3)]),
          bold: Bool.random(using: &random),
          underline: Bool.random(using: &random),
          inverse: Bool.random(using: &random)
        )
        let row = Int.random(in: 0..<3, using: &random)
        let column = Int.random(in: -1..<12, using: &random)
        screen.put(random.pick(texts), row: row, column: column, style: style)
        recording.add(screen, at: .milliseconds(step * 100))
      }
      return recording.svg(title: random.pick(texts) + "\u{0}\u{1B}")
    }
    let text = picture()
    #expect(XMLParser(data: Data(text.utf8)).parse(), "seed \(seed): \(text)")
    #expect(picture() == text, "seed \(seed)")
  }

  @Test func `a recorded program is drawn with all of its rows`() throws {
    let counter = TerminalProgram<Int, CounterAction> { count, size, _ in
      var screen = Screen(size: size)
      screen.put("\(count)", row: 0, column: 0)
      return screen
    } action: { _, _, _ in
      .keyPressed
    }
    let terminal = MemoryTerminal(
      counter,
      ManualStore(
        initialState: 0,
        reducer: Reducer.withoutEffects { count, _ in
          count += 1
        },
        environment: ()
      ),
      clock: ContinuousClock.test
    )
    let recording = terminal.record(try TerminalScript("wait 1s\npress a\nwait 1s\npress a"))
    #expect(groups(recording).count == 3)
    #expect(recording.svg(title: "A counter").contains("<title>A counter</title>"))
  }
}

private enum CounterAction: Sendable {
  case keyPressed
}

extension SplitMix64 {
  /// Returns a random element of a nonempty array.
  fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
