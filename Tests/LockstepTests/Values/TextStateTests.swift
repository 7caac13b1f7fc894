// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

/// A formatter whose texts do not depend on the machine.
private final class StarFormatter: Formatter {
  override func string(for value: Any?) -> String? {
    (value as? Int).map { String(repeating: "*", count: $0) }
  }
}

@Suite struct TextStateTests {
  @Test func `from literals, strings and interpolations`() {
    let literal: TextState = "Hello"
    let name = "Blob"
    let interpolated: TextState = "Hello, \(name)! You are number \(1)\(Int?.none as Any)."
    #expect(literal.string == "Hello")
    #expect(interpolated.string == "Hello, Blob! You are number 1nil.")
    #expect(TextState("Hello") == literal)
    #expect(TextState("Hel\("lo")") == literal)
    #expect(TextState(name).string == "Blob")
    #expect(TextState(name.dropFirst()).string == "lob")
    #expect(TextState("\(literal), \(name)").string == "Hello, Blob")
  }

  @Test func `with formatters and format styles`() {
    let stars = StarFormatter()
    let locale = Locale(identifier: "en_US_POSIX")
    #expect(TextState("Rated \(3, formatter: stars)").string == "Rated ***")
    #expect(TextState("Rated \("so", formatter: stars)").string == "Rated so")
    let style = FloatingPointFormatStyle<Double>.number.locale(locale).precision(.fractionLength(2))
    #expect(TextState("\(0.5, format: style) points").string == "0.50 points")
  }

  @Test func `texts are compared by their strings`() {
    #expect(("1 + 1" as TextState) == "\(1) + \(1)")
    #expect(("2" as TextState) != "\(1) + \(1)")
    #expect(Set<TextState>(["a", "\("a")", "b"]).count == 2)
  }

  @Test func `texts are described and dumped by their strings`() {
    #expect("\(TextState("Hello"))" == "Hello")
    #expect(Dump(TextState("Hello")).text == "TextState(\n  \"Hello\"\n)")
  }
}
