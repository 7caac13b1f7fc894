// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests a custom storage client that replaces the functions of an in-memory client.
@Suite struct ReplacedStorageTests {
  private static let format = SavedFormat<Int>(
    version: 2,
    migrations: [SavedMigration(from: 1) { (text: String) in text.utf8.count }]
  )

  private let settings: Recorder<Data?>
  private let isOut = Recorder(false)
  private let client: StorageClient

  init() {
    let (settings, isOut) = (Recorder<Data?>(nil), self.isOut)
    var client = StorageClient.inMemory(Data())
    client.name = "The settings"
    client.load = { () throws(SavingError) in
      if isOut.value { throw SavingError(.failed, in: "The settings", reason: "they are out") }
      return settings.value
    }
    client.save = { data throws(SavingError) in settings.set(data) }
    client.setAside = { () throws(SavingError) in
      settings.set(nil)
      return "old settings"
    }
    (self.settings, self.client) = (settings, client)
  }

  @Test func `a storage with replaced functions is loaded and saved`() throws {
    #expect(Self.format.load(from: client).value == nil)
    try Self.format.save(1, to: client)
    #expect(settings.value == Data(#"{"value":1,"version":2}"#.utf8))
    let (value, problem) = Self.format.load(from: client)
    #expect(value == 1)
    #expect(problem == nil)
  }

  @Test func `nothing is saved before it is loaded`() {
    #expect(throws: SavingError(.notLoaded, in: "The settings")) {
      try Self.format.save(1, to: client)
    }
    #expect(settings.value == nil)
  }

  @Test(arguments: [#"{"value":1,"version":3}"#, #"{"value":1,"version":9}"#])
  func `data of a newer version is not overwritten`(text: String) throws {
    settings.set(Data(text.utf8))
    let (value, found) = Self.format.load(from: client)
    let problem = try #require(found)
    #expect(value == nil)
    #expect(problem.storage == "The settings")
    #expect(throws: problem) { try Self.format.save(1, to: client) }
    #expect(settings.value == Data(text.utf8))
  }

  @Test func `nothing is saved after a failed load until a load succeeds`() throws {
    settings.set(Data(#"{"value":1,"version":2}"#.utf8))
    isOut.set(true)
    let problem = try #require(Self.format.load(from: client).problem)
    #expect(throws: problem) { try Self.format.save(2, to: client) }
    isOut.set(false)
    #expect(Self.format.load(from: client).value == 1)
    try Self.format.save(2, to: client)
    #expect(Self.format.load(from: client).value == 2)
  }

  @Test func `a replaced save function does not save a file that is in use`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    let owner = StorageClient.file(file)
    #expect(Self.format.load(from: owner).problem == nil)
    var other = StorageClient.file(file)
    let saved = Recorder<Data?>(nil)
    other.save = { data throws(SavingError) in saved.set(data) }
    let problem = try #require(Self.format.load(from: other).problem)
    #expect(problem.kind == .inUse)
    #expect(throws: problem) { try Self.format.save(1, to: other) }
    #expect(saved.value == nil)
    try Self.format.save(2, to: owner)
  }

  @Test func `unreadable data is set aside, and older data is migrated`() throws {
    settings.set(Data("?".utf8))
    let (_, problem) = Self.format.load(from: client)
    #expect(problem?.kind == .unreadable(setAsideAs: "old settings"))
    try Self.format.save(3, to: client)
    settings.set(Data(#"{"value":"abc","version":1}"#.utf8))
    #expect(Self.format.load(from: client).value == 3)
    #expect(settings.value == Data(#"{"value":3,"version":2}"#.utf8))
  }
}
