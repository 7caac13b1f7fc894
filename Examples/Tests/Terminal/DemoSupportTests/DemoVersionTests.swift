// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Testing

@Suite struct DemoVersionTests {
  @Test func `the version of the demos matches the changelog`() throws {
    let changelog = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "CHANGELOG.md")
    let text = try String(contentsOf: changelog, encoding: .utf8)
    let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## [") })
    let version = heading.dropFirst(4).prefix { $0 != "]" }
    guard version == "Unreleased" else {
      #expect(demoVersion == version)
      return
    }
    let next = try #require(text.range(of: "the next one is ")).upperBound
    let number = text[next...].prefix { $0.isNumber || $0 == "." }.split(separator: ".")
    #expect(number.count == 3)
    #expect(demoVersion == "\(number.joined(separator: "."))-dev")
  }
}
