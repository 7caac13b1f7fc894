// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

/// Tests a storage client that saves to a file.
@Suite final class StorageFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID())")

  private var file: URL { folder.appending(path: "notes.json") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func data(_ text: String) -> Data { Data(text.utf8) }

  /// Loads data that is good, whatever it is.
  @discardableResult
  private func open(_ storage: StorageClient) throws -> Data? {
    let data = try storage.load()
    storage.refuse(nil)
    return data
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `the next client loads the saved data`() throws {
    do {
      let storage = StorageClient.file(file)
      #expect(try open(storage) == nil)
      try storage.save(data("a"))
      try storage.save(data("b"))
      #expect(try storage.load() == data("b"))
    }
    #expect(try StorageClient.file(file).load() == data("b"))
    #expect(try files() == [".notes.json.lock", "notes.json"])
  }

  @Test func `a file is not saved before it is loaded`() throws {
    try data("old").write(to: file)
    let storage = StorageClient.file(file)
    #expect(throws: SavingError(.notLoaded, in: file.path)) { try storage.save(data("new")) }
    #expect(throws: SavingError(.notLoaded, in: file.path)) { try storage.setAside() }
    storage.refuse(nil)
    #expect(throws: SavingError(.notLoaded, in: file.path)) { try storage.save(data("new")) }
    // The loaded data may be invalid.
    #expect(try storage.load() == data("old"))
    #expect(throws: SavingError(.notLoaded, in: file.path)) { try storage.save(data("new")) }
    #expect(try Data(contentsOf: file) == data("old"))
  }

  @Test func `a refused client does not save until it loads the file again`() throws {
    let storage = StorageClient.file(file)
    try open(storage)
    let error = SavingError(.failed, in: "test")
    storage.refuse(error)
    #expect(throws: error) { try storage.save(data("new")) }
    try open(storage)
    try storage.save(data("new"))
    #expect(try storage.load() == data("new"))
  }

  @Test func `two clients cannot save to the same file`() throws {
    var first: StorageClient? = .file(file)
    try first.map { _ = try open($0) }
    let second = StorageClient.file(file)
    #expect(throws: SavingError(.inUse, in: file.path)) { try second.load() }
    #expect(throws: SavingError(.notLoaded, in: file.path)) { try second.save(data("b")) }
    try first?.save(data("a"))
    first = nil
    #expect(try open(second) == data("a"))
    try second.save(data("b"))
  }

  @Test func `saving creates missing folders`() throws {
    let file = folder.appending(path: "a/b/notes.json")
    let storage = StorageClient.file(file)
    #expect(try open(storage) == nil)
    try storage.save(data("a"))
    #expect(try Data(contentsOf: file) == data("a"))
  }

  @Test func `a file set aside is kept under a new name`() throws {
    let storage = StorageClient.file(file)
    for text in ["a", "b", "c"] {
      try data(text).write(to: file)
      _ = try storage.load()
      #expect(try storage.setAside().hasPrefix("notes.unreadable-"))
    }
    storage.refuse(nil)
    try storage.save(data("d"))
    #expect(
      try files() == [
        ".notes.json.lock", "notes.json", "notes.unreadable-1.json", "notes.unreadable-2.json",
        "notes.unreadable-3.json",
      ]
    )
    #expect(try Data(contentsOf: folder.appending(path: "notes.unreadable-2.json")) == data("b"))
  }

  @Test func `a file without an extension is set aside, too`() throws {
    let file = folder.appending(path: "notes")
    try data("a").write(to: file)
    let storage = StorageClient.file(file)
    _ = try storage.load()
    #expect(try storage.setAside() == "notes.unreadable-1")
  }

  @Test func `a temporary file left by a crash does not prevent saving`() throws {
    try data("half").write(to: folder.appending(path: ".notes.json.saving"))
    let storage = StorageClient.file(file)
    #expect(try open(storage) == nil)
    try storage.save(data("a"))
    #expect(try files() == [".notes.json.lock", "notes.json"])
  }

  @Test func `saving follows a link and preserves permissions`() throws {
    try data("old").write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let link = folder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let storage = StorageClient.file(link)
    #expect(try open(storage) == data("old"))
    try storage.save(data("new"))
    #expect(try Data(contentsOf: file) == data("new"))
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == file.path)
    let permissions = try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(permissions == 0o640)
  }

  @Test func `an error names the file and the failed operation`() throws {
    let isFolder = folder.appending(path: "folder")
    try FileManager.default.createDirectory(at: isFolder, withIntermediateDirectories: true)
    #expect {
      try StorageClient.file(isFolder).load()
    } throws: {
      "\($0)".hasPrefix("\(isFolder.path): reading it failed, ")
    }
    try data("a").write(to: file)
    #expect {
      try StorageClient.file(file.appending(path: "below.json")).load()
    } throws: {
      "\($0)".hasPrefix("\(file.path)/below.json: reading it failed, ")
    }
    let storage = StorageClient.file(file)
    try open(storage)
    try FileManager.default.removeItem(at: folder)
    #expect(
      throws: SavingError(
        .failed,
        in: file.path,
        reason: "writing it failed, No such file or directory: .notes.json.lock"
      )
    ) {
      try storage.save(data("b"))
    }
    #expect {
      try storage.setAside()
    } throws: {
      "\($0)".hasPrefix("\(file.path): renaming it failed, ")
    }
  }

  /// A concurrent reader sees one complete value.
  @Test func `a reader never sees partially written data`() async throws {
    let (storage, file) = (StorageClient.file(file), file)
    try open(storage)
    let values = (0..<8).map { Data(repeating: UInt8($0), count: 100_000) }
    try storage.save(values[0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<100 { try storage.save(values[round % 8]) }
      }
      group.addTask {
        for _ in 0..<400 {
          let data = try Data(contentsOf: file)
          #expect(values.contains(data))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `saving through a link creates the missing file`() throws {
    let link = folder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "notes.json")
    let storage = StorageClient.file(link)
    #expect(try open(storage) == nil)
    #expect(throws: SavingError(.inUse, in: file.path)) { try StorageClient.file(file).load() }
    try storage.save(data("a"))
    #expect(try Data(contentsOf: file) == data("a"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "notes.json")
  }

  @Test func `loading a URL that is not a file URL fails`() throws {
    let web = try #require(URL(string: "https://example.com/notes.json"))
    #expect {
      try StorageClient.file(web).load()
    } throws: {
      "\($0)"
        == "https://example.com/notes.json: reading it failed, the URL is not a file URL."
    }
  }

  @Test func `a failed load releases the file`() throws {
    let first = StorageClient.file(file)
    try open(first)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try first.load() }
    #expect(throws: SavingError(.notLoaded, in: file.path)) { try first.save(data("a")) }
    #expect(try files() == ["notes.json"])
    try FileManager.default.removeItem(at: file)
    try open(StorageClient.file(file))
    try open(first)
    try first.save(data("a"))
  }

  @Test func `a client without the lock leaves no file descriptor open`() throws {
    let first = StorageClient.file(file)
    try open(first)
    let before = try descriptorsOfLock()
    #expect(before == 1)
    for _ in 0..<20 {
      #expect(throws: SavingError(.inUse, in: file.path)) { try StorageClient.file(file).load() }
    }
    #expect(try descriptorsOfLock() == before)
    withExtendedLifetime(first) {}
  }

  /// Returns the number of descriptors of the lock file that this process has open.
  private func descriptorsOfLock() throws -> Int {
    var lock = stat()
    #expect(stat(folder.appending(path: ".notes.json.lock").path, &lock) == 0)
    return (0..<Int32(1_024)).count { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_ino == lock.st_ino
        && status.st_dev == lock.st_dev
    }
  }

  /// The file must have the value of the last call, so saves run in the order of the calls.
  @Test func `saving and loading wait for earlier saves on the queue`() throws {
    let storage = StorageClient.file(file)
    try open(storage)
    for round in 0..<50 {
      let (older, newer) = (data("older \(round)"), data("newer \(round)"))
      storage.queue.schedule { try? storage.save(older) }
      if round.isMultiple(of: 2) {
        try storage.save(newer)
        #expect(try Data(contentsOf: file) == newer)
      } else {
        #expect(try open(storage) == older)
      }
    }
  }
}
