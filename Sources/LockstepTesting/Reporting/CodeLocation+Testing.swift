// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization
// So that a test that imports only this library, such as one of XCTest, knows `#_sourceLocation`.
@_exported public import Testing

extension CodeLocation {
  /// Creates a location from that of Swift Testing, which a call of this library passes.
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
  /// Creates the location that Swift Testing shows for one of Lockstep.
  init(_ location: CodeLocation) {
    self.init(
      fileID: location.fileID.description,
      filePath: location.filePath.description,
      line: Int(location.line),
      column: Int(location.column)
    )
  }
}

/// The names of source files as static strings, which XCTest asks for; one for each, kept for good.
private enum FileNames {
  private static let names = Mutex<[String: StaticString]>([:])

  static func name(_ text: String) -> StaticString {
    names.withLock { names in
      if let name = names[text] { return name }
      // The layout of a static string is frozen: where its bytes begin, their count, and no flags.
      let parts = (strdup(text), text.utf8.count, 0 as UInt8)
      let name = unsafeBitCast(parts, to: StaticString.self)
      names[text] = name
      return name
    }
  }
}
