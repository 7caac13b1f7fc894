// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Testing

@Suite struct TextStateTests {
  @Test func `a text can be made from literals, strings and interpolations`() {
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

  @Test func `an interpolation can have a format style`() {
    let locale = Locale(identifier: "en_US_POSIX")
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
