// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization
// Makes `#_sourceLocation` available to tests that import only this library, such as XCTest cases.
@_exported public import Testing

extension CodeLocation {
  init(_ location: SourceLocation) {
    #if compiler(>=6.3)
    let filePath = location.filePath
    #else
    let filePath = location._filePath
    #endif
    self.init(
      fileID: FileNames.name(location.fileID),
      filePath: FileNames.name(filePath),
      line: UInt(location.line),
      column: UInt(location.column)
    )
  }
}

extension SourceLocation {
  init(_ location: CodeLocation) {
    self.init(
      fileID: location.fileID.description,
      filePath: location.filePath.description,
      line: Int(location.line),
      column: Int(location.column)
    )
  }
}

/// The names of source files as static strings, which XCTest requires and which are never freed.
private enum FileNames {
  private static let names = Mutex<[String: StaticString]>([:])

  static func name(_ text: String) -> StaticString {
    names.withLock { names in
      if let name = names[text] { return name }
      // A `StaticString` has a frozen layout: a pointer to its bytes, their count, and flags, which are zero here.
      let parts = (strdup(text), text.utf8.count, 0 as UInt8)
      let name = unsafeBitCast(parts, to: StaticString.self)
      names[text] = name
      return name
    }
  }
}
