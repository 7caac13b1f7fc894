// SPDX-License-Identifier: MIT

internal import Foundation

/// Replaces the contents of a file atomically.
///
/// The function follows symbolic links, keeps the file's permissions, and creates a missing file and its folder. It
/// locks the folder until the file is replaced, so that calls from several processes run in sequence.
///
/// - Throws: The error of `makeContents` or the file system. The file then stays unchanged.
func replaceFile(
  _ file: URL,
  with makeContents: (Data?) throws -> Data
) throws -> Data {
  let file = file.followingLinks
  let folder = file.deletingLastPathComponent()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let lock = open(folder.path, O_RDONLY | O_CLOEXEC)
  guard lock >= 0 else { throw systemError() }
  // Closing the folder unlocks it. On a file system without locks, the function continues unlocked.
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
      // Only a privileged process can restore the owner, so a failure is ignored.
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

private func systemError() -> any Error {
  POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
}

extension URL {
  /// The destination, if the path is a symbolic link.
  fileprivate var followingLinks: URL {
    var file = self
    // The usual limit of operating systems.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      else { break }
      file = URL(filePath: target, relativeTo: file.deletingLastPathComponent()).absoluteURL
    }
    return file
  }
}
