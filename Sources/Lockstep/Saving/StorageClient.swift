// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import Synchronization

/// A place that keeps data between runs of a program.
///
/// ```swift
/// let storage = StorageClient.file(URL(filePath: "notes.json"))
/// let (notes, problem) = notesFormat.load(from: storage)
/// ```
///
/// A feature uses a client through a ``SavedFormat`` and
/// ``Reducer/persisted(_:saving:action:as:to:interval:scheduler:fileID:filePath:line:column:)``. A client stores one
/// value: two values that are saved to the same client overwrite each other.
///
/// For another kind of storage, replace the name and the functions of an in-memory client that has not been loaded:
///
/// ```swift
/// var client = StorageClient.inMemory(Data())
/// client.name = "The settings"
/// client.load = { () throws(SavingError) in settings.data }
/// client.save = { data throws(SavingError) in settings.data = data }
/// client.setAside = { () throws(SavingError) in settings.moveAside() }
/// ```
///
/// A ``SavedFormat`` saves to such a client only after loading from it. A store calls `save` on the store's thread.
///
/// Isolation: any thread. The functions block while they read and write, so a store saves to a file on a queue.
public struct StorageClient: Sendable {
  /// The name in messages, such as the path of a file.
  public var name: String

  /// Returns the last saved data; `nil` if none was saved.
  ///
  /// Saving is refused until ``SavedFormat/load(from:)`` has found that the data can be replaced.
  public var load: @Sendable () throws(SavingError) -> Data?

  /// Replaces the saved data.
  ///
  /// After a failure or a crash, either the old or the new data is present. Data from another program is kept under a
  /// new name, and ``SavingError/Kind/changedElsewhere(keptAs:)`` is thrown after the new data is saved.
  public var save: @Sendable (Data) throws(SavingError) -> Void

  /// Moves the saved data aside, and returns its new name, which was unused before.
  public var setAside: @Sendable () throws(SavingError) -> String

  /// Makes every further `save` throw an error; `nil` allows saving.
  package var refuse: @Sendable (SavingError?) -> Void

  package var queue: SchedulerOf<DispatchQueue>

  /// Throws an error with the client's name while saving is refused, even if ``save`` has been replaced.
  var check: @Sendable (_ name: String) throws(SavingError) -> Void = { _ in }

  /// Returns whether saving would fail because nothing has been loaded, without waiting for a write in progress.
  var isUnread: @Sendable () -> Bool = { false }

  package init(
    name: String,
    load: @escaping @Sendable () throws(SavingError) -> Data?,
    save: @escaping @Sendable (Data) throws(SavingError) -> Void,
    setAside: @escaping @Sendable () throws(SavingError) -> String,
    refuse: @escaping @Sendable (SavingError?) -> Void,
    queue: SchedulerOf<DispatchQueue>
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
  /// Saving writes another file in the same folder, flushes it to disk, renames it, and flushes the folder. A reader,
  /// or a program that starts after a crash, therefore finds either the old data or the new data, but never a part.
  ///
  /// Loading locks the file for this client until the client is released or the process ends. Another client that loads
  /// the file receives an error and cannot save, so two programs never overwrite each other's changes. The lock is a
  /// file named `.NAME.lock` in the same folder. A client that may not save removes its lock. If the lock file is
  /// deleted, the next save locks the file again, or fails if another client has locked it. On a file system without
  /// locks, nothing is locked.
  ///
  /// A program that ignores the lock may replace or change the file. Before each save, the client compares the file's
  /// inode, size and modification time with those after the last load or save. If they differ, the client keeps the
  /// other file as `NAME.other-1.json` or with the next unused number, saves the data, and throws
  /// ``SavingError/Kind/changedElsewhere(keptAs:)``. If the file was deleted, saving creates it again.
  ///
  /// Loading creates a missing folder, follows symbolic links, and works in a read-only folder. Saving keeps the
  /// permissions of the file. It creates no folder, because a missing folder may belong to a disk that is temporarily
  /// unavailable. The client loads and replaces only regular files.
  ///
  /// Loading, saving and setting aside run in the order of the calls, including calls from a store. Loading therefore
  /// reflects every save that was requested before it.
  ///
  /// - Parameter url: The file.
  /// - Returns: The client.
  public static func file(_ url: URL) -> Self {
    let file = StorageFile(url)
    var client = Self(
      name: file.name,
      load: { () throws(SavingError) in try file.load() },
      save: { data throws(SavingError) in try file.save(data) },
      setAside: { () throws(SavingError) in try file.setAside() },
      refuse: { file.refuse($0) },
      queue: file.queue.eraseToAnyScheduler()
    )
    client.check = { name throws(SavingError) in try file.check(name) }
    client.isUnread = { file.isUnread }
    return client
  }

  /// Returns a client that keeps data in memory, for tests and previews.
  ///
  /// A store saves to it immediately. Without data, the client counts as loaded. It discards data that it sets aside.
  ///
  /// - Parameter data: The initial data.
  /// - Returns: The client.
  public static func inMemory(_ data: Data? = nil) -> Self {
    let memory = StorageMemory(data)
    var client = Self(
      name: "The memory",
      load: { () throws(SavingError) in try memory.load() },
      save: { data throws(SavingError) in try memory.save(data) },
      setAside: { () throws(SavingError) in memory.setAside() },
      refuse: { memory.refuse($0) },
      queue: .immediate
    )
    client.check = { name throws(SavingError) in try memory.check(name) }
    client.isUnread = { memory.isUnread }
    return client
  }

  /// A client that reports each use, with a message such as `StorageClient.save is unimplemented`.
  public static var failing: Self {
    Self(
      name: "The failing storage",
      load: { () throws(SavingError) in unimplemented("StorageClient.load", placeholder: nil) },
      save: { _ throws(SavingError) in unimplemented("StorageClient.save") },
      setAside: { () throws(SavingError) in
        unimplemented("StorageClient.setAside", placeholder: "")
      },
      refuse: { _ in },
      queue: .immediate
    )
  }
}

struct StorageAccess {
  private(set) var isLoaded = false
  /// Whether the data was read successfully or set aside.
  private var isKnown = false
  private var refusal: SavingError?

  mutating func load() {
    (isLoaded, isKnown, refusal) = (true, false, nil)
  }

  mutating func refuse(_ error: SavingError?) {
    (isKnown, refusal) = (error == nil && isLoaded, error)
  }

  func check(_ name: String) throws(SavingError) {
    if isKnown == false { throw refusal ?? SavingError(.notLoaded, in: name) }
  }
}

private final class StorageMemory: Sendable {
  private struct Contents {
    var data: Data?
    var access = StorageAccess()
    var asideCount = 0
  }

  private let contents: Mutex<Contents>

  init(_ data: Data?) {
    var empty = Contents(data: data)
    if data == nil {
      empty.access.load()
      empty.access.refuse(nil)
    }
    contents = Mutex(empty)
  }

  var isUnread: Bool { contents.withLock { $0.access.isLoaded == false } }

  func load() throws(SavingError) -> Data? {
    contents.withLock { contents in
      contents.access.load()
      return contents.data
    }
  }

  func save(_ data: Data) throws(SavingError) {
    try contents.withLock { contents throws(SavingError) in
      try contents.access.check("The memory")
      contents.data = data
    }
  }

  func check(_ name: String) throws(SavingError) {
    try contents.withLock { contents throws(SavingError) in try contents.access.check(name) }
  }

  func setAside() -> String {
    contents.withLock { contents in
      contents.data = nil
      contents.asideCount += 1
      return "unreadable-\(contents.asideCount)"
    }
  }

  func refuse(_ error: SavingError?) {
    contents.withLock { contents in
      // Data that a replaced `load` function returned counts as loaded, too.
      contents.access.load()
      contents.access.refuse(error)
    }
  }
}
