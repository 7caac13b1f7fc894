// SPDX-License-Identifier: MIT

package import Foundation

/// Files of the command line.
package enum DemoFile {
  package static func read(_ path: String) throws(DemoError) -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .noInput("\(path): there is no such file")
    }
    guard isFolder.boolValue == false else { throw .noInput("\(path) is a folder") }
    // A file handle can also read pipes and other special files.
    guard
      let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.readToEnd() ?? Data()
    else { throw .noInput("\(path) cannot be read") }
    return data
  }

  /// Creates a folder and its parents if they are missing, and checks that the process can store files in it.
  package static func useFolder(_ path: String) throws(DemoError) {
    var folder = path.hasPrefix("/") ? "/" : "./"
    var reason: Int32 = 0
    for name in path.split(separator: "/") where reason == 0 {
      folder += name
      // Another process can create the same folder, so a failure of `mkdir` counts only if the folder is missing.
      if mkdir(folder, 0o755) != 0 {
        let problem = errno
        if access(folder, F_OK) != 0 { reason = problem }
      }
      folder += "/"
    }
    if reason == 0, access(folder, R_OK | W_OK | X_OK) != 0 { reason = errno }
    guard reason == 0 else {
      let text = String(cString: strerror(reason))
      throw .cannotCreate("\(path) cannot be used as a folder: \(text)")
    }
  }

  /// Creates a file, or truncates an existing one.
  @discardableResult
  package static func create(_ path: String) throws(DemoError) -> FileHandle {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .cannotCreate("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
