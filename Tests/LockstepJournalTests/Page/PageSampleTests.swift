// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LockstepJournal

@Suite struct PageSampleTests {
  private static let folder = ProcessInfo.processInfo.environment["LOCKSTEP_PAGE_SAMPLES"]

  @Test(.enabled(if: folder != nil, "Scripts/check-page says where to"))
  func `sample pages are written`() throws {
    let folder = URL(filePath: try #require(Self.folder), directoryHint: .isDirectory)
    for sample in PageSample.allCases {
      try Data(sample.picture.html().utf8).write(to: folder.appending(path: "\(sample).html"))
    }
    try JSONEncoder().encode(Picture.hostileTexts).write(to: folder.appending(path: "hostile.json"))
  }
}
