// SPDX-License-Identifier: MIT

internal import Foundation

/// Replaces what a file holds, all at once: others see what was there before or what is there now.
///
/// The file stays what it is otherwise: where a link leads to, with its permissions. Until the file is replaced, its
/// folder is locked, so that of several processes that call this function, each sees what the one before has made.
///
/// - Parameters:
///   - file: The file, which is created if there is none; its folder is created as well.
///   - makeContents: Turns the present contents, or nil if there is no file, into the new ones.
/// - Returns: The new contents.
/// - Throws: The error of `makeContents`, or the error of the file system; then the file is as it was.
func replaceFile(
  _ file: URL,
  with makeContents: (Data?) throws -> Data
) throws -> Data {
  let file = file.followingLinks
  let folder = file.deletingLastPathComponent()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let lock = open(folder.path, O_RDONLY | O_CLOEXEC)
  guard lock >= 0 else { throw systemError() }
  // Closing the folder unlocks it. A file system without locks replaces the file all the same.
  defer { close(lock) }
  while flock(lock, LOCK_EX) != 0 && errno == EINTR {}

  var status = stat()
  let exists = stat(file.path, &status) == 0
  guard exists == false || access(file.path, W_OK) == 0 else { throw systemError() }
  let data = try makeContents(exists ? try Data(contentsOf: file) : nil)

  let copy = folder.appending(path: ".\(file.lastPathComponent)-\(UUID())")
  let descriptor = open(copy.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw systemError() }
  do {
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if exists {
      // Only a privileged process may give the file to its owner.
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw systemError() }
    }
    try handle.write(contentsOf: data)
    guard fsync(descriptor) == 0, rename(copy.path, file.path) == 0 else { throw systemError() }
  } catch {
    unlink(copy.path)
    throw error
  }
  return data
}

/// The error of the system call that has failed last.
private func systemError() -> any Error {
  POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
}

extension URL {
  /// The file at the end of the symbolic links, if the path names one.
  fileprivate var followingLinks: URL {
    var file = self
    // As many as systems follow.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      else { break }
      file = URL(filePath: target, relativeTo: file.deletingLastPathComponent()).absoluteURL
    }
    return file
  }
}
