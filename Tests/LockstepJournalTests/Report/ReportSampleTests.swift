// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LockstepJournal

@Suite struct ReportSampleTests {
  /// The folder from which Scripts/check-report reads the reports.
  private static let keptFolder = ProcessInfo.processInfo.environment["LOCKSTEP_REPORT_SAMPLES"]

  @Test func `the test writes the sample reports to a folder`() throws {
    let files = FileManager.default
    let folder =
      Self.keptFolder.map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? files.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if Self.keptFolder == nil { try? files.removeItem(at: folder) } }
    for sample in ReportSample.allCases {
      let file = folder.appending(path: "\(sample).html")
      let page = Data(sample.diagram.html().utf8)
      try page.write(to: file)
      #expect(try Data(contentsOf: file) == page)
    }
    try JSONEncoder().encode(Diagram.hostileTexts).write(to: folder.appending(path: "hostile.json"))
  }
}
