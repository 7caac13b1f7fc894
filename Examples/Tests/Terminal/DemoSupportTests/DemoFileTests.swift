// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Testing

@Suite struct DemoFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID())")

  @Test func `a folder is created with its parent folders and can be used again`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a/b").path
    for _ in 1...2 {
      try DemoFile.useFolder(path)
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
      #expect(isFolder.boolValue)
    }
  }

  @Test func `threads can create the same folder at the same time`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    for round in 0..<200 {
      let path = folder.appending(path: "\(round)/a/b").path
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        #expect(throws: Never.self) { try DemoFile.useFolder(path) }
      }
    }
  }

  @Test(arguments: ["/dev/null", "/dev/null/x", "/dev/null/x/y"])
  func `a path that cannot be a folder is refused`(path: String) {
    let message = "\(path) cannot be used as a folder: Not a directory"
    #expect(throws: DemoError(message: message, exitCode: 73)) {
      try DemoFile.useFolder(path)
    }
  }

  @Test(.enabled("The superuser may use every folder.") { geteuid() != 0 }, arguments: ["", "/a"])
  func `a folder without write permission is refused`(name: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o500]
    )
    let path = folder.path + name
    let message = "\(path) cannot be used as a folder: Permission denied"
    #expect(throws: DemoError(message: message, exitCode: 73)) {
      try DemoFile.useFolder(path)
    }
  }
}
