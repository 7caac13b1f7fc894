// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Testing

@Suite struct DemoVersionTests {
  @Test func `the version is the newest one in the changelog`() throws {
    let changelog = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "CHANGELOG.md")
    let text = try String(contentsOf: changelog, encoding: .utf8)
    let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## [") })
    #expect(heading.dropFirst(4).prefix { $0 != "]" } == demoVersion)
  }
}
