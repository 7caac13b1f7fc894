// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

/// A file that is replaced as a whole.
///
/// Isolation: any thread; a lock orders reading and writing.
final class StorageFile: Sendable {
  private let url: URL
  private let access = Mutex(StorageAccess.closed)

  var path: String { url.path }

  private var folder: URL { url.deletingLastPathComponent() }

  init(_ url: URL) {
    self.url = url.absoluteURL.resolvingSymlinksInPath()
  }

  func load() throws(StorageError) -> Data? {
    try access.withLock { access throws(StorageError) in
      do {
        // What is locked stays so: unlocking it for a moment would let another client in.
        var lock: FileLock?
        if case .open(let own) = consume access { lock = own }
        access = .closed
        if lock == nil {
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          lock = try FileLock(beside: url)
        }
        let data = try read()
        access = .open(lock)
        return data
      } catch let error as StorageError {
        throw error
      } catch {
        throw StorageError(.failed, in: path, reason: "reading it failed, \(error.inWords)")
      }
    }
  }

  func save(_ data: Data) throws(StorageError) {
    try access.withLock { access throws(StorageError) in
      try access.checkOpen(path)
      do {
        try replace(by: data)
      } catch {
        throw StorageError(.failed, in: path, reason: "writing it failed, \(error.inWords)")
      }
    }
  }

  func setAside() throws(StorageError) -> String {
    try access.withLock { access throws(StorageError) in
      try access.checkOpen(path)
      do {
        let name = freeName()
        // Fails if something has got the name in the meantime.
        try FileManager.default.moveItem(at: url, to: folder.appending(path: name))
        try flushFolder()
        return name
      } catch {
        throw StorageError(.failed, in: path, reason: "renaming it failed, \(error.inWords)")
      }
    }
  }

  func refuse(_ error: StorageError) {
    access.withLock { $0 = .refused(error) }
  }

  /// Returns the data of the file; `nil` if there is none.
  private func read() throws -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw systemError()
    }
    return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() ?? Data()
  }

  private func replace(by data: Data) throws {
    let copy = folder.appending(path: ".\(url.lastPathComponent).saving").path
    // The lock makes the name this client's own, so that what a crash has left behind is written anew.
    unlink(copy)
    let descriptor = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw systemError() }
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var status = stat()
      if stat(path, &status) == 0 {
        guard access(path, W_OK) == 0 else { throw systemError() }
        _ = fchmod(descriptor, status.st_mode & 0o7777)
      }
      try handle.write(contentsOf: data)
      guard fsync(descriptor) == 0, rename(copy, path) == 0 else { throw systemError() }
    } catch {
      unlink(copy)
      throw error
    }
    try flushFolder()
  }

  /// Flushes the names in the folder, so that a new name outlasts a loss of power.
  private func flushFolder() throws {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError() }
    defer { close(descriptor) }
    // Some file systems flush names with the files, and refuse to flush a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw systemError() }
  }

  /// Returns a name in the folder that nothing has, like that of the file.
  private func freeName() -> String {
    let name = url.deletingPathExtension().lastPathComponent
    let suffix = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
    var number = 1
    while true {
      let free = "\(name).unreadable-\(number)\(suffix)"
      var status = stat()
      if lstat(folder.appending(path: free).path, &status) != 0 { return free }
      number += 1
    }
  }

  private func access(_ path: String, _ mode: Int32) -> Int32 { Foundation.access(path, mode) }
}

/// A lock that the system releases when the process ends.
struct FileLock: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Locks a file, which others may still read.
  init(beside url: URL) throws {
    let lock = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).lock")
    descriptor = open(lock.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw systemError() }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        close(descriptor)
        throw StorageError(.inUse, in: url.path)
      // A file system without locks.
      default: return
      }
    }
  }

  deinit { close(descriptor) }
}

/// Returns the error of the system call that has failed last.
private func systemError() -> any Error {
  POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
}

extension Error {
  /// The error as a part of a sentence.
  fileprivate var inWords: String {
    (self as? POSIXError).map { String(cString: strerror($0.code.rawValue)) } ?? "\(self)"
  }
}
