// SPDX-License-Identifier: MIT

public import Dispatch
public import Foundation
internal import Synchronization

/// A place where data is kept between runs of a program.
///
/// ```swift
/// let storage = StorageClient.file(URL(filePath: "meetings.json"))
/// let data = try storage.load()
/// try storage.save(Data("{}".utf8))
/// ```
///
/// A feature uses it through a ``SavedFormat`` and
/// ``Reducer/persisted(_:saving:action:as:to:interval:scheduler:fileID:filePath:line:column:)``.
///
/// Isolation: any thread. The functions block while they read and write, so a store calls `save` on the queue.
public struct StorageClient: Sendable {
  /// The name in messages, such as the path of a file.
  public var name: String

  /// Returns what was saved last; `nil` if there is nothing.
  ///
  /// Saving is possible afterwards.
  public var load: @Sendable () throws(StorageError) -> Data?

  /// Replaces what was saved before: after a failure or a crash, either the old or the new data is there.
  public var save: @Sendable (Data) throws(StorageError) -> Void

  /// Moves what was saved out of the way, and returns its new name, which was not in use before.
  public var setAside: @Sendable () throws(StorageError) -> String

  /// Makes every further `save` throw an error, until something is loaded again.
  public var refuse: @Sendable (StorageError) -> Void

  /// The queue on which a store saves, one write after the other.
  public var queue: AnySchedulerOf<DispatchQueue>

  /// Creates a client from functions.
  ///
  /// - Parameters:
  ///   - name: The name in messages.
  ///   - load: Returns what was saved last; `nil` if there is nothing.
  ///   - save: Replaces what was saved before.
  ///   - setAside: Moves what was saved out of the way, and returns its new name.
  ///   - refuse: Makes every further `save` throw an error.
  ///   - queue: The queue on which a store saves.
  public init(
    name: String,
    load: @escaping @Sendable () throws(StorageError) -> Data?,
    save: @escaping @Sendable (Data) throws(StorageError) -> Void,
    setAside: @escaping @Sendable () throws(StorageError) -> String,
    refuse: @escaping @Sendable (StorageError) -> Void,
    queue: AnySchedulerOf<DispatchQueue>
  ) {
    self.name = name
    self.load = load
    self.save = save
    self.setAside = setAside
    self.refuse = refuse
    self.queue = queue
  }
}

extension StorageClient {
  /// Returns a client that keeps data in a file.
  ///
  /// Saving writes another file beside it, flushes that to the disk, renames it, and flushes the folder. A reader, and a
  /// program that starts after a crash, therefore find either the old data or the new, and never a part.
  ///
  /// Loading locks the file for this client until that is released or the process ends, however it ends. Another client
  /// that loads it gets an error, and cannot save: two programs never overwrite each other's changes. The lock is a file
  /// named `.NAME.lock` in the same folder. On a file system without locks, nothing is locked.
  ///
  /// A missing folder is created. A link is followed, and the permissions of the file stay.
  ///
  /// - Parameter url: The file.
  /// - Returns: The client.
  public static func file(_ url: URL) -> Self {
    let file = StorageFile(url)
    return Self(
      name: file.path,
      load: { () throws(StorageError) in try file.load() },
      save: { data throws(StorageError) in try file.save(data) },
      setAside: { () throws(StorageError) in try file.setAside() },
      refuse: { file.refuse($0) },
      queue: DispatchQueue(label: "Saving \(file.path)", qos: .utility).eraseToAnyScheduler()
    )
  }

  /// Returns a client that keeps data in memory, for tests and previews; a store saves to it at once.
  ///
  /// Data that it sets aside is gone.
  ///
  /// - Parameter data: The data that is there at first.
  /// - Returns: The client.
  public static func inMemory(_ data: Data? = nil) -> Self {
    let memory = StorageMemory(data)
    return Self(
      name: "The memory",
      load: { () throws(StorageError) in try memory.load() },
      save: { data throws(StorageError) in try memory.save(data) },
      setAside: { () throws(StorageError) in memory.setAside() },
      refuse: { memory.refuse($0) },
      queue: .immediate
    )
  }

  /// A client that reports each use, with a message such as `StorageClient.save is unimplemented`.
  public static var failing: Self {
    Self(
      name: "The failing storage",
      load: { () throws(StorageError) in unimplemented("StorageClient.load", placeholder: nil) },
      save: { _ throws(StorageError) in unimplemented("StorageClient.save") },
      setAside: { () throws(StorageError) in
        unimplemented("StorageClient.setAside", placeholder: "")
      },
      refuse: { _ in unimplemented("StorageClient.refuse") },
      queue: .immediate
    )
  }
}

/// Whether a client may save.
enum StorageAccess: ~Copyable {
  case closed
  case open(FileLock?)
  case refused(StorageError)

  /// Throws the error of a client that may not save.
  borrowing func checkOpen(_ name: String) throws(StorageError) {
    switch self {
    case .closed: throw StorageError(.notLoaded, in: name)
    case .open: return
    case .refused(let error): throw error
    }
  }
}

/// Data in memory, in place of a file.
private final class StorageMemory: Sendable {
  private struct Contents: ~Copyable {
    var data: Data?
    var access = StorageAccess.closed
    var asideCount = 0
  }

  private let contents: Mutex<Contents>

  init(_ data: Data?) {
    contents = Mutex(Contents(data: data))
  }

  func load() throws(StorageError) -> Data? {
    contents.withLock { contents in
      contents.access = .open(nil)
      return contents.data
    }
  }

  func save(_ data: Data) throws(StorageError) {
    try contents.withLock { contents throws(StorageError) in
      try contents.access.checkOpen("The memory")
      contents.data = data
    }
  }

  func setAside() -> String {
    contents.withLock { contents in
      contents.data = nil
      contents.asideCount += 1
      return "unreadable-\(contents.asideCount)"
    }
  }

  func refuse(_ error: StorageError) {
    contents.withLock { $0.access = .refused(error) }
  }
}
