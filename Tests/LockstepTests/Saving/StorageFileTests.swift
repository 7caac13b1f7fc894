// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

/// Data in a file.
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

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `what was saved is there for the next client`() throws {
    do {
      let storage = StorageClient.file(file)
      #expect(try storage.load() == nil)
      try storage.save(data("a"))
      try storage.save(data("b"))
      #expect(try storage.load() == data("b"))
    }
    #expect(try StorageClient.file(file).load() == data("b"))
    #expect(try files() == [".notes.json.lock", "notes.json"])
  }

  @Test func `a file is not saved before it was loaded`() throws {
    try data("old").write(to: file)
    let storage = StorageClient.file(file)
    #expect(throws: StorageError(.notLoaded, in: file.path)) { try storage.save(data("new")) }
    #expect(throws: StorageError(.notLoaded, in: file.path)) { try storage.setAside() }
    #expect(try Data(contentsOf: file) == data("old"))
  }

  @Test func `a client that was refused does not save until it has loaded again`() throws {
    let storage = StorageClient.file(file)
    _ = try storage.load()
    let error = StorageError(.failed, in: "test")
    storage.refuse(error)
    #expect(throws: error) { try storage.save(data("new")) }
    _ = try storage.load()
    try storage.save(data("new"))
    #expect(try storage.load() == data("new"))
  }

  @Test func `two clients do not save to one file`() throws {
    var first: StorageClient? = .file(file)
    _ = try first?.load()
    let second = StorageClient.file(file)
    #expect(throws: StorageError(.inUse, in: file.path)) { try second.load() }
    #expect(throws: StorageError(.notLoaded, in: file.path)) { try second.save(data("b")) }
    _ = try first?.load()
    try first?.save(data("a"))
    first = nil
    #expect(try second.load() == data("a"))
    try second.save(data("b"))
  }

  @Test func `folders are made`() throws {
    let file = folder.appending(path: "a/b/notes.json")
    let storage = StorageClient.file(file)
    #expect(try storage.load() == nil)
    try storage.save(data("a"))
    #expect(try Data(contentsOf: file) == data("a"))
  }

  @Test func `what is set aside is kept under a new name`() throws {
    let storage = StorageClient.file(file)
    for text in ["a", "b", "c"] {
      try data(text).write(to: file)
      _ = try storage.load()
      #expect(try storage.setAside().hasPrefix("notes.unreadable-"))
    }
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

  @Test func `what a crash has left behind is no obstacle`() throws {
    try data("half").write(to: folder.appending(path: ".notes.json.saving"))
    let storage = StorageClient.file(file)
    #expect(try storage.load() == nil)
    try storage.save(data("a"))
    #expect(try files() == [".notes.json.lock", "notes.json"])
  }

  @Test func `a link is followed, and permissions stay`() throws {
    try data("old").write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let link = folder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let storage = StorageClient.file(link)
    #expect(try storage.load() == data("old"))
    try storage.save(data("new"))
    #expect(try Data(contentsOf: file) == data("new"))
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == file.path)
    let permissions = try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(permissions == 0o640)
  }

  @Test func `errors name the file and what has failed`() throws {
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
    _ = try storage.load()
    try FileManager.default.removeItem(at: folder)
    #expect(throws: (any Error).self) { try storage.save(data("b")) }
    #expect {
      try storage.setAside()
    } throws: {
      "\($0)".hasPrefix("\(file.path): renaming it failed, ")
    }
  }

  /// Whoever reads meanwhile sees one of the values as a whole.
  @Test func `a reader never sees a part`() async throws {
    let (storage, file) = (StorageClient.file(file), file)
    _ = try storage.load()
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
}
