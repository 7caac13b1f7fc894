// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LockstepJournal

@Suite struct PageSampleTests {
  /// The folder that Scripts/check-page takes the pages from.
  private static let keptFolder = ProcessInfo.processInfo.environment["LOCKSTEP_PAGE_SAMPLES"]

  @Test func `sample pages are written`() throws {
    let files = FileManager.default
    let folder =
      Self.keptFolder.map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? files.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if Self.keptFolder == nil { try? files.removeItem(at: folder) } }
    for sample in PageSample.allCases {
      let file = folder.appending(path: "\(sample).html")
      let page = Data(sample.picture.html().utf8)
      try page.write(to: file)
      #expect(try Data(contentsOf: file) == page)
    }
    try JSONEncoder().encode(Picture.hostileTexts).write(to: folder.appending(path: "hostile.json"))
  }
}
