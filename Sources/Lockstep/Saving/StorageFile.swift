// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Foundation
internal import Synchronization

/// A file that is replaced as a whole.
///
/// Isolation: any thread. All that is done happens on a queue, in the order of the calls.
final class StorageFile: Sendable {
  private struct Contents {
    /// The file at the end of all links, and its lock, once it was loaded.
    var file: URL?
    var lock: FileLock?
    var access = StorageAccess()
  }

  let name: String
  let queue: DispatchQueue
  private let url: URL
  private let isOnQueue = DispatchSpecificKey<Void>()
  private let contents = Mutex(Contents())

  init(_ url: URL) {
    self.url = url.absoluteURL
    name = url.isFileURL ? url.path : url.absoluteString
    queue = DispatchQueue(label: "Saving \(name)", qos: .utility)
    queue.setSpecific(key: isOnQueue, value: ())
  }

  func load() throws(SavingError) -> Data? {
    try inOrder { contents throws(SavingError) in
      // The lock is kept even if loading fails, so that no other client gets in.
      contents.access.refuse(SavingError(.notLoaded, in: name))
      do {
        let file = try contents.file ?? findFile()
        if contents.lock == nil { contents.lock = try FileLock(beside: file, name: name) }
        contents.file = file
        let data = try read(file)
        contents.access.load()
        return data
      } catch {
        throw SavingError(error, in: name, "reading it failed")
      }
    }
  }

  func save(_ data: Data) throws(SavingError) {
    try inOrder { contents throws(SavingError) in
      try contents.access.check(name)
      guard let file = contents.file else { return }
      do {
        try replace(file, by: data)
      } catch {
        throw SavingError(error, in: name, "writing it failed")
      }
    }
  }

  func setAside() throws(SavingError) -> String {
    try inOrder { contents throws(SavingError) in
      guard let file = contents.file, contents.access.isLoaded else {
        throw SavingError(.notLoaded, in: name)
      }
      do {
        let free = freeName(beside: file)
        // Fails if something has got the name in the meantime.
        try FileManager.default.moveItem(at: file, to: file.sibling(free))
        try flush(file.deletingLastPathComponent())
        return free
      } catch {
        throw SavingError(error, in: name, "renaming it failed")
      }
    }
  }

  func refuse(_ error: SavingError?) {
    contents.withLock { $0.access.refuse(error) }
  }

  /// Does something after all that was asked for before, by whomever.
  private func inOrder<Result>(
    _ body: (inout Contents) throws(SavingError) -> Result
  ) throws(SavingError) -> Result {
    func locked() throws(SavingError) -> Result {
      try contents.withLock { contents throws(SavingError) in try body(&contents) }
    }
    if DispatchQueue.getSpecific(key: isOnQueue) != nil { return try locked() }
    return try queue.sync { Swift.Result { () throws(SavingError) in try locked() } }.get()
  }

  /// Returns the file at the end of the links, in a folder that is there.
  private func findFile() throws -> URL {
    guard url.isFileURL else { throw NoFile(reason: "the URL is not a file URL") }
    var file = url
    // As many links as systems follow.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      else { break }
      file = URL(filePath: target, relativeTo: file.deletingLastPathComponent()).absoluteURL
    }
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return file
  }

  /// Returns the data of a file; `nil` if there is none.
  private func read(_ file: URL) throws -> Data? {
    // A pipe without a writer would wait for one.
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw systemError()
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw systemError() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw NoFile(reason: "it is not a regular file")
    }
    return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data()
  }

  private func replace(_ file: URL, by data: Data) throws {
    let copy = file.sibling(".\(file.lastPathComponent).saving").path
    // The lock makes the name this client's own, so that what a crash has left behind is written anew.
    unlink(copy)
    let descriptor = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw systemError() }
    defer { close(descriptor) }
    do {
      var status = stat()
      if stat(file.path, &status) == 0 {
        guard access(file.path, W_OK) == 0 else { throw systemError() }
        // Only a privileged process may give the file to its owner.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw systemError() }
      }
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
      guard fsync(descriptor) == 0, rename(copy, file.path) == 0 else { throw systemError() }
    } catch {
      unlink(copy)
      throw error
    }
    try flush(file.deletingLastPathComponent())
  }

  /// Flushes the names in a folder, so that a new name outlasts a loss of power.
  private func flush(_ folder: URL) throws {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError() }
    defer { close(descriptor) }
    // Some file systems flush names with the files, and refuse to flush a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw systemError() }
  }

  /// Returns a name beside a file, like that of the file, that nothing has.
  private func freeName(beside file: URL) -> String {
    let name = file.deletingPathExtension().lastPathComponent
    let suffix = file.pathExtension.isEmpty ? "" : ".\(file.pathExtension)"
    var number = 1
    while true {
      let free = "\(name).unreadable-\(number)\(suffix)"
      var status = stat()
      if lstat(file.sibling(free).path, &status) != 0 { return free }
      number += 1
    }
  }
}

/// A lock that the system releases when the process ends.
private final class FileLock: Sendable {
  private let descriptor: Int32

  /// Locks a file, which others may still read.
  init(beside file: URL, name: String) throws {
    let descriptor = open(
      file.sibling(".\(file.lastPathComponent).lock").path,
      O_RDWR | O_CREAT | O_CLOEXEC,
      0o666
    )
    guard descriptor >= 0 else { throw systemError() }
    // From here on, it is closed at the end of this object, also after an error.
    self.descriptor = descriptor
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: throw SavingError(.inUse, in: name)
      // A file system without locks.
      default: return
      }
    }
  }

  deinit { close(descriptor) }
}

/// The reason why a URL is not that of a file that can be saved.
private struct NoFile: Error {
  let reason: String
}

extension URL {
  /// Returns another file in the folder of this one.
  fileprivate func sibling(_ name: String) -> URL {
    deletingLastPathComponent().appending(path: name)
  }
}

/// Returns the error of the system call that has failed last.
private func systemError() -> any Error {
  POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
}

extension SavingError {
  /// The error of a file.
  fileprivate init(_ error: any Error, in name: String, _ problem: String) {
    if let error = error as? Self {
      self = error
    } else if let error = error as? NoFile {
      self.init(.failed, in: name, reason: "\(problem), \(error.reason)")
    } else {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
      let system = cause as? POSIXError
      let reason = system.map { String(cString: strerror($0.code.rawValue)) } ?? "\(cause)"
      self.init(.failed, in: name, reason: "\(problem), \(reason)")
    }
  }
}
