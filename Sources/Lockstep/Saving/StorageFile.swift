// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Foundation
internal import Synchronization

/// A file that is replaced as a whole.
///
/// Isolation: any thread. All that is done happens on a queue, in the order of the calls.
final class StorageFile: Sendable {
  private struct Contents {
    /// The file at the end of all links, once it was loaded.
    var file: URL?
    var lock: FileLock?
    /// The file as it was last read or written; `nil` if there was none.
    var known: FileIdentity?
    /// The name under which another program's file was kept, until a save has reported it.
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

  /// Whether nobody has tried to load the file; does not wait for a write.
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
          // A file in a folder that cannot be written can be read. Saving tries again.
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
        // Without the lock, this would move the data of another client.
        try lock(file, &contents.lock)
        let name = try keep(file, as: "unreadable")
        // A file that has replaced it meanwhile stays.
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
      // A client that may not save does not keep others from it.
      if error != nil { contents.unlock() }
    }
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
    guard url.isFileURL else { throw FileProblem(reason: "the URL is not a file URL") }
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

  /// Locks a file if the lock is not held, or is no longer in its folder.
  private func lock(_ file: URL, _ lock: inout FileLock?) throws {
    // The client that held it before may remove the file just now, but not endlessly.
    for _ in 0..<100 where lock?.isInPlace != true {
      lock = try FileLock(file.sibling(".", ".lock"), name: name)
    }
  }

  /// Returns the status of a regular file; `nil` if there is no file.
  private func status(of file: URL) throws -> stat? {
    var status = stat()
    if lstat(file.path, &status) == 0 { return try status.ofRegularFile() }
    if errno == ENOENT { return nil }
    throw systemError()
  }

  /// Returns the data of a file; `nil` if there is none.
  private func read(_ file: URL) throws -> (data: Data, identity: FileIdentity)? {
    // A pipe without a writer would wait for one.
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw systemError()
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw systemError() }
    // Taken first, so that a change while it is read is noticed later.
    let identity = FileIdentity(try status.ofRegularFile())
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return (try handle.readToEnd() ?? Data(), identity)
  }

  private func replace(_ file: URL, by data: Data, _ contents: inout Contents) throws {
    let copy = file.sibling(".", ".saving")
    // The lock makes the name this client's own, so that what a crash has left behind is written anew.
    unlink(copy.path)
    let descriptor = open(copy.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw systemError(copy) }
    defer { close(descriptor) }
    do {
      if let status = try status(of: file) {
        guard access(file.path, W_OK) == 0 else { throw systemError() }
        // Only a privileged process may give the file to its owner.
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

  /// Writes data and flushes it; returns the identity of the file.
  private func write(_ data: Data, _ descriptor: Int32) throws -> FileIdentity {
    // Beyond this limit, a signal would end the process.
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
    // The times that systems set have steps of milliseconds, so that a change at once could have the same.
    var (now, status) = (timespec(), stat())
    clock_gettime(CLOCK_REALTIME, &now)
    _ = futimens(descriptor, [now, now])
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw systemError() }
    return FileIdentity(status)
  }

  /// Flushes the names in a folder, so that a new name outlasts a loss of power.
  private func flush(_ folder: URL) throws {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError() }
    defer { close(descriptor) }
    // Some file systems flush names with the files, and refuse to flush a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw systemError() }
  }

  /// Gives a file a second name that was free, and returns it; without hard links, the file is renamed.
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

  /// Locks a file, which others may still read.
  init(_ url: URL, name: String) throws {
    path = url.path
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var descriptor = open(path, flags | O_RDWR | O_CREAT, 0o666)
    let code = errno
    if descriptor < 0, code == EACCES || code == EROFS {
      // Another user's lock file, or one in a folder that cannot be written.
      descriptor = open(path, flags | O_RDONLY)
    }
    guard descriptor >= 0 else { throw systemError(url, code: code) }
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

  deinit {
    // A child process shares the descriptor until it runs its program, so closing ours would not release the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// A Boolean value that indicates whether the locked file is still the one with its name.
  var isInPlace: Bool {
    var (locked, found) = (stat(), stat())
    return fstat(descriptor, &locked) == 0 && lstat(path, &found) == 0
      && locked.st_ino == found.st_ino && locked.st_dev == found.st_dev
  }

  /// Removes the lock file, on which no other client relies while it is locked.
  func remove() {
    if isInPlace { unlink(path) }
  }
}

/// The properties of a file that differ after another program has replaced or changed it.
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
  /// Returns the status of a regular file.
  fileprivate func ofRegularFile() throws -> Self {
    let kind = st_mode & S_IFMT
    guard kind != S_IFREG else { return self }
    let names = [S_IFDIR: "a folder", S_IFLNK: "a link", S_IFIFO: "a pipe", S_IFSOCK: "a socket"]
    throw FileProblem(reason: "it is \(names[kind] ?? "a device"), not a regular file")
  }
}

extension URL {
  /// Returns a file in the same folder, whose name has a prefix and a suffix more.
  ///
  /// A name of more than 255 bytes, which systems refuse, is shortened.
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
      // The hash (FNV-1a) tells long names apart that begin in the same way.
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

/// The reason why a file cannot be read or saved.
private struct FileProblem: Error {
  let reason: String
}

/// Returns the error of the system call that has failed last, with the name of the file unless that is the saved one.
private func systemError(_ sibling: URL? = nil, code: Int32 = errno) -> any Error {
  let reason = String(cString: strerror(code))
  return FileProblem(reason: sibling.map { "\(reason): \($0.lastPathComponent)" } ?? reason)
}

extension SavingError {
  /// The error of a file.
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
