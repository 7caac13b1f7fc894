// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Foundation
internal import Synchronization

/// A file that is replaced as a whole.
///
/// Isolation: any thread. Loading, saving and setting aside run on a queue, in the order of the calls.
final class StorageFile: Sendable {
  private struct Contents {
    var file: URL?
    var lock: FileLock?
    /// The identity of the file after the last read or write; `nil` if the file was missing.
    var known: FileIdentity?
    var kept: String?
    var access = StorageAccess()

    mutating func unlock() {
      lock?.remove()
      lock = nil
    }
  }

  let name: String
  let queue: DispatchQueue
  private let url: URL
  private let isOnQueue = DispatchSpecificKey<Void>()
  private let contents = Mutex(Contents())
  private let wasLoaded = Atomic(false)

  /// Whether the file has never been loaded; does not wait for a write.
  var isUnread: Bool { wasLoaded.load(ordering: .relaxed) == false }

  init(_ url: URL) {
    self.url = url.absoluteURL
    name = url.isFileURL ? url.path : url.absoluteString
    queue = DispatchQueue(label: "Saving \(name)", qos: .utility)
    queue.setSpecific(key: isOnQueue, value: ())
  }

  func load() throws(SavingError) -> Data? {
    wasLoaded.store(true, ordering: .relaxed)
    return try inOrder { contents throws(SavingError) in
      contents.access.refuse(SavingError(.notLoaded, in: name))
      do {
        let file = try findFile()
        _ = try status(of: file)
        if contents.file != file { contents.unlock() }
        contents.file = file
        do {
          try lock(file, &contents.lock)
        } catch let error as SavingError {
          throw error
        } catch {
          // A file in a read-only folder can still be read. Saving tries to lock it again.
        }
        let read = try read(file)
        contents.known = read?.identity
        contents.access.load()
        return read?.data
      } catch {
        contents.unlock()
        throw SavingError(error, in: name, "reading it failed")
      }
    }
  }

  func check(_ name: String) throws(SavingError) {
    try inOrder { contents throws(SavingError) in try contents.access.check(name) }
  }

  func save(_ data: Data) throws(SavingError) {
    try inOrder { contents throws(SavingError) in
      try contents.access.check(name)
      guard let file = contents.file else { return }
      do {
        // The lock file may have been deleted, with or without its folder.
        try lock(file, &contents.lock)
        try replace(file, by: data, &contents)
      } catch {
        throw SavingError(error, in: name, "writing it failed")
      }
      if let kept = contents.kept {
        contents.kept = nil
        throw SavingError(.changedElsewhere(keptAs: kept), in: name)
      }
    }
  }

  func setAside() throws(SavingError) -> String {
    try inOrder { contents throws(SavingError) in
      guard let file = contents.file, contents.access.isLoaded else {
        throw SavingError(.notLoaded, in: name)
      }
      do {
        // Without the lock, this would move another client's data.
        try lock(file, &contents.lock)
        let name = try keep(file, as: "unreadable")
        // A file that has replaced the original in the meantime stays.
        if try status(of: file).map(FileIdentity.init) == contents.known { unlink(file.path) }
        contents.known = nil
        try flush(file.deletingLastPathComponent())
        return name
      } catch {
        throw SavingError(error, in: name, "renaming it failed")
      }
    }
  }

  func refuse(_ error: SavingError?) {
    contents.withLock { contents in
      contents.access.refuse(error)
      // A client that may not save must not prevent others from saving.
      if error != nil { contents.unlock() }
    }
  }

  private func inOrder<Result>(
    _ body: (inout Contents) throws(SavingError) -> Result
  ) throws(SavingError) -> Result {
    func locked() throws(SavingError) -> Result {
      try contents.withLock { contents throws(SavingError) in try body(&contents) }
    }
    if DispatchQueue.getSpecific(key: isOnQueue) != nil { return try locked() }
    return try queue.sync { Swift.Result { () throws(SavingError) in try locked() } }.get()
  }

  /// Returns the file at the end of all links, and creates its folder if it is missing.
  private func findFile() throws -> URL {
    guard url.isFileURL else { throw FileProblem(reason: "the URL is not a file URL") }
    var file = url
    // The number of links that operating systems follow.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      else { break }
      file = URL(filePath: target, relativeTo: file.deletingLastPathComponent()).absoluteURL
    }
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return file
  }

  /// Locks a file, unless the lock is held and its file is still in the folder.
  private func lock(_ file: URL, _ lock: inout FileLock?) throws {
    // The previous owner may remove the lock file at the same time, but not repeatedly.
    for _ in 0..<100 where lock?.isInPlace != true {
      lock = try FileLock(file.sibling(".", ".lock"), name: name)
    }
  }

  private func status(of file: URL) throws -> stat? {
    var status = stat()
    if lstat(file.path, &status) == 0 { return try status.ofRegularFile() }
    if errno == ENOENT { return nil }
    throw systemError()
  }

  private func read(_ file: URL) throws -> (data: Data, identity: FileIdentity)? {
    // Without `O_NONBLOCK`, opening a pipe that has no writer would block.
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw systemError()
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw systemError() }
    // Recorded before reading, so that a change during the read is noticed later.
    let identity = FileIdentity(try status.ofRegularFile())
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return (try handle.readToEnd() ?? Data(), identity)
  }

  private func replace(_ file: URL, by data: Data, _ contents: inout Contents) throws {
    let copy = file.sibling(".", ".saving")
    // Only the owner of the lock uses this name, so a file left behind by a crash can be deleted.
    unlink(copy.path)
    let descriptor = open(copy.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw systemError(copy) }
    defer { close(descriptor) }
    do {
      if let status = try status(of: file) {
        guard access(file.path, W_OK) == 0 else { throw systemError() }
        // Changing the owner requires privileges, so a failure is ignored.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw systemError() }
      }
      let written = try write(data, descriptor)
      if let found = try status(of: file).map(FileIdentity.init), found != contents.known {
        contents.kept = try keep(file, as: "other")
        contents.known = found
      }
      guard rename(copy.path, file.path) == 0 else { throw systemError() }
      contents.known = written
    } catch {
      unlink(copy.path)
      throw error
    }
    try flush(file.deletingLastPathComponent())
  }

  private func write(_ data: Data, _ descriptor: Int32) throws -> FileIdentity {
    // Beyond this limit, a signal would terminate the process.
    var limit = rlimit()
    #if canImport(Glibc)
    let resource = Int32(RLIMIT_FSIZE.rawValue)
    #else
    let resource = RLIMIT_FSIZE
    #endif
    if getrlimit(resource, &limit) == 0, limit.rlim_cur < data.count {
      throw systemError(code: EFBIG)
    }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
    // File systems may record times in steps of milliseconds, so an immediate change could have the same time.
    var (now, status) = (timespec(), stat())
    clock_gettime(CLOCK_REALTIME, &now)
    _ = futimens(descriptor, [now, now])
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw systemError() }
    return FileIdentity(status)
  }

  /// Flushes the names in a folder, so that a new name survives a power loss.
  private func flush(_ folder: URL) throws {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError() }
    defer { close(descriptor) }
    // Some file systems flush names together with files, and refuse to flush a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw systemError() }
  }

  /// Gives a file a second, unused name and returns it; renames the file if hard links are not available.
  private func keep(_ file: URL, as word: String) throws -> String {
    var number = 1
    while true {
      let free = file.sibling("", ".\(word)-\(number)", beforeExtension: true)
      var status = stat()
      if lstat(free.path, &status) != 0 {
        if link(file.path, free.path) == 0 { return free.lastPathComponent }
        if errno != EEXIST {
          guard rename(file.path, free.path) == 0 else { throw systemError(free) }
          return free.lastPathComponent
        }
      }
      number += 1
    }
  }
}

/// A lock that the system releases when the process ends.
private final class FileLock: Sendable {
  private let path: String
  private let descriptor: Int32

  init(_ url: URL, name: String) throws {
    path = url.path
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var descriptor = open(path, flags | O_RDWR | O_CREAT, 0o666)
    let code = errno
    if descriptor < 0, code == EACCES || code == EROFS {
      // The lock file belongs to another user, or is in a read-only folder.
      descriptor = open(path, flags | O_RDONLY)
    }
    guard descriptor >= 0 else { throw systemError(url, code: code) }
    // From here on, `deinit` closes the descriptor, even after an error.
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

  deinit {
    // A child process shares the descriptor until it calls `exec`, so closing it here would not release the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  var isInPlace: Bool {
    var (locked, found) = (stat(), stat())
    return fstat(descriptor, &locked) == 0 && lstat(path, &found) == 0
      && locked.st_ino == found.st_ino && locked.st_dev == found.st_dev
  }

  func remove() {
    if isInPlace { unlink(path) }
  }
}

private struct FileIdentity: Equatable {
  private let inode: ino_t
  private let size: off_t
  private let seconds: time_t
  private let nanoseconds: Int

  init(_ status: stat) {
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    inode = status.st_ino
    size = status.st_size
    seconds = time.tv_sec
    nanoseconds = time.tv_nsec
  }
}

extension stat {
  fileprivate func ofRegularFile() throws -> Self {
    let kind = st_mode & S_IFMT
    guard kind != S_IFREG else { return self }
    let names = [S_IFDIR: "a folder", S_IFLNK: "a link", S_IFIFO: "a pipe", S_IFSOCK: "a socket"]
    throw FileProblem(reason: "it is \(names[kind] ?? "a device"), not a regular file")
  }
}

extension URL {
  /// Returns a file in the same folder, with a prefix and a suffix added to its name.
  ///
  /// A name of more than 255 bytes, which operating systems refuse, is shortened.
  fileprivate func sibling(
    _ prefix: String,
    _ suffix: String,
    beforeExtension: Bool = false
  ) -> URL {
    let hasExtension = beforeExtension && (1...16).contains(pathExtension.utf8.count)
    var name = hasExtension ? deletingPathExtension().lastPathComponent : lastPathComponent
    let end = hasExtension ? "\(suffix).\(pathExtension)" : suffix
    let room = 255 - prefix.utf8.count - end.utf8.count
    if name.utf8.count > room {
      // The FNV-1a hash distinguishes long names with the same beginning.
      let hash = lastPathComponent.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
      let mark = "-\(String(hash, radix: 16))"
      while name.utf8.count + mark.utf8.count > room, name.popLast() != nil {}
      name += mark
    }
    return deletingLastPathComponent().appending(path: prefix + name + end)
  }
}

private struct FileProblem: Error {
  let reason: String
}

private func systemError(_ sibling: URL? = nil, code: Int32 = errno) -> any Error {
  let reason = String(cString: strerror(code))
  return FileProblem(reason: sibling.map { "\(reason): \($0.lastPathComponent)" } ?? reason)
}

extension SavingError {
  fileprivate init(_ error: any Error, in name: String, _ problem: String) {
    if let error = error as? Self {
      self = error
    } else if let error = error as? FileProblem {
      self.init(.failed, in: name, reason: "\(problem), \(error.reason)")
    } else {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
      let system = cause as? POSIXError
      let reason = system.map { String(cString: strerror($0.code.rawValue)) } ?? "\(cause)"
      self.init(.failed, in: name, reason: "\(problem), \(reason)")
    }
  }
}
