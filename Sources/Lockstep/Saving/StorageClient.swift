// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import Synchronization

/// A place where data is kept between runs of a program.
///
/// ```swift
/// let storage = StorageClient.file(URL(filePath: "notes.json"))
/// let (notes, problem) = notesFormat.load(from: storage)
/// ```
///
/// A feature uses it through a ``SavedFormat`` and
/// ``Reducer/persisted(_:saving:action:as:to:interval:scheduler:fileID:filePath:line:column:)``. A client is for one value:
/// two values that are saved to the same client overwrite each other.
///
/// For a place of another kind, replace the name and the functions of a client in memory that has not been loaded:
///
/// ```swift
/// var client = StorageClient.inMemory(Data())
/// client.name = "The settings"
/// client.load = { () throws(SavingError) in settings.data }
/// client.save = { data throws(SavingError) in settings.data = data }
/// client.setAside = { () throws(SavingError) in settings.moveAside() }
/// ```
///
/// A ``SavedFormat`` saves to such a client only after it has loaded from it and found that the data can be replaced. A store
/// calls its `save` on the thread of the store.
///
/// Isolation: any thread. The functions block while they read and write, so a store saves to a file on a queue.
public struct StorageClient: Sendable {
  /// The name in messages, such as the path of a file.
  public var name: String

  /// Returns the data that was saved last; `nil` if there is none.
  ///
  /// Saving is refused until ``SavedFormat/load(from:)`` has found that the data can be replaced.
  public var load: @Sendable () throws(SavingError) -> Data?

  /// Replaces what was saved before: after a failure or a crash, either the old or the new data is there.
  ///
  /// Data of another program, which is neither, is kept under a new name, and ``SavingError/Kind/changedElsewhere(keptAs:)``
  /// is thrown after the new data was saved.
  public var save: @Sendable (Data) throws(SavingError) -> Void

  /// Moves what was saved out of the way, and returns its new name, which was not in use before.
  public var setAside: @Sendable () throws(SavingError) -> String

  /// Makes every further `save` throw an error; with `nil`, saving is possible, because what was loaded is known.
  package var refuse: @Sendable (SavingError?) -> Void

  /// The queue on which a store saves, one write after the other.
  package var queue: SchedulerOf<DispatchQueue>

  /// Throws an error with the name of the client while saving is refused, even if ``save`` has been replaced.
  var check: @Sendable (_ name: String) throws(SavingError) -> Void = { _ in }

  /// Whether saving would fail because nothing has been loaded.
  ///
  /// The answer does not wait for a write in progress.
  var isUnread: @Sendable () -> Bool = { false }

  /// Creates a client from functions.
  ///
  /// - Parameters:
  ///   - name: The name in messages.
  ///   - load: Returns what was saved last; `nil` if there is nothing.
  ///   - save: Replaces what was saved before.
  ///   - setAside: Moves what was saved out of the way, and returns its new name.
  ///   - refuse: Makes every further `save` throw an error, or makes saving possible.
  ///   - queue: The queue on which a store saves.
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
  /// Saving writes another file beside it, flushes that to the disk, renames it, and flushes the folder. A reader, and a
  /// program that starts after a crash, therefore find either the old data or the new, and never a part.
  ///
  /// Loading locks the file for this client until that is released or the process ends, however it ends. Another client
  /// that loads it gets an error, and cannot save: two programs never overwrite each other's changes. The lock is a file
  /// named `.NAME.lock` in the same folder. A client that may not save removes it. If it is deleted, the next save locks the
  /// file again, or fails if another client has locked it. On a file system without locks, nothing is locked.
  ///
  /// A program that does not know the lock may replace or change the file. Before each save, the inode, the size and the
  /// time of the file are compared with those after the last load or save. If they differ, the other file is kept as
  /// `NAME.other-1.json` or with the next free number, and ``SavingError/Kind/changedElsewhere(keptAs:)`` is thrown after the
  /// data was saved. A deleted file is saved again.
  ///
  /// Loading creates a missing folder, follows a link, and works in a folder that cannot be written. Saving keeps the
  /// permissions of the file, and creates no folder: one that was deleted may be a disk that comes back. Only a regular
  /// file is loaded or replaced.
  ///
  /// Loading, saving and setting aside take place in the order of the calls, including those of a store: loading sees the
  /// data of every save that was requested before it.
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

  /// Returns a client that keeps data in memory, for tests and previews; a store saves to it at once.
  ///
  /// Without data, it counts as loaded. It does not keep data that it sets aside.
  ///
  /// - Parameter data: The data that is there at first.
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

/// Whether a client may save.
struct StorageAccess {
  /// Whether the data was loaded, whatever it is.
  private(set) var isLoaded = false
  /// Whether the data is known to be good, or set aside.
  private var isKnown = false
  private var refusal: SavingError?

  mutating func load() {
    (isLoaded, isKnown, refusal) = (true, false, nil)
  }

  mutating func refuse(_ error: SavingError?) {
    (isKnown, refusal) = (error == nil && isLoaded, error)
  }

  /// Throws the error of a client that may not save.
  func check(_ name: String) throws(SavingError) {
    if isKnown == false { throw refusal ?? SavingError(.notLoaded, in: name) }
  }
}

/// Data in memory, in place of a file.
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
      // There is nothing to overwrite.
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
      // Data that another function has read counts as loaded, too.
      contents.access.load()
      contents.access.refuse(error)
    }
  }
}
