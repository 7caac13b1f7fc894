// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Versions of a saved value.
@Suite struct SavedFormatTests {
  struct Note: Codable, Equatable {
    var title: String
    var isDone: Bool
  }

  /// The second version had objects, the first only titles.
  struct NoteOfVersion2: Codable {
    var title: String
  }

  static let format = SavedFormat<[Note]>(
    version: 3,
    migrations: [
      SavedMigration(from: 1) { (titles: [String]) in titles.map { NoteOfVersion2(title: $0) } },
      SavedMigration(from: 2) { (notes: [NoteOfVersion2]) in
        notes.map { Note(title: $0.title, isDone: false) }
      },
    ]
  )

  private func data(_ text: String) -> Data { Data(text.utf8) }

  private func problem(of text: String, file: SourceLocation = #_sourceLocation) -> SavingError? {
    do throws(SavingError) {
      let value = try Self.format.decode(data(text))
      Issue.record("It was read: \(value)", sourceLocation: file)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      #"{"version":1,"value":["a"]}"#,
      #"{"version":2,"value":[{"title":"a"}]}"#,
      #"{"value":[{"isDone":false,"title":"a"}],"version":3}"#,
    ]
  )
  func `every version is read`(text: String) throws {
    #expect(try Self.format.decode(data(text)) == [Note(title: "a", isDone: false)])
  }

  @Test func `the data of a value is read again`() throws {
    let notes = [Note(title: "a/ä", isDone: true)]
    let saved = try Self.format.encode(notes)
    #expect(
      String(decoding: saved, as: UTF8.self)
        == #"{"value":[{"isDone":true,"title":"a/ä"}],"version":3}"#
    )
    #expect(try Self.format.decode(saved) == notes)
  }

  @Test func `a newer version is refused`() {
    #expect(
      problem(of: #"{"version":4,"value":"from the future"}"#)?.description == """
        The data was saved by a newer version of this program: its format is version 4, and this program reads up to \
        version 3. Nothing is saved.
        """
    )
  }

  @Test(
    arguments: [
      ("", "The given data was not valid JSON"),
      (#"{"version":3,"value":[{"isDone"#, "The given data was not valid JSON"),
      ("[]", "expected an object"),
      (#"{"value":[]}"#, "'version' is missing"),
      (#"{"version":"3","value":[]}"#, "expected Int at 'version'"),
      (#"{"version":0,"value":[]}"#, "version 0, versions count from 1"),
      (#"{"version":3}"#, "version 3, 'value' is missing"),
      (#"{"version":3,"value":null}"#, "version 3, expected an array, found null at 'value'"),
      (#"{"version":3,"value":[{"isDone":true}]}"#, "version 3, 'title' is missing at 'value.0'"),
      (#"{"version":1,"value":["a",2]}"#, "version 1, expected String at 'value.1'"),
      (#"{"version":2,"value":["a"]}"#, "version 2, expected an object at 'value.0'"),
    ]
  )
  func `an error says where the data differs`(text: String, reason: String) {
    let error = problem(of: text)
    #expect(error?.kind == .unreadable(setAsideAs: nil))
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func `a migration that fails makes the data unreadable`() {
    struct Refusal: Error {}
    let format = SavedFormat<Int>(
      version: 2,
      migrations: [SavedMigration(from: 1) { (_: Int) -> Int in throw Refusal() }]
    )
    #expect {
      try format.decode(data(#"{"version":1,"value":1}"#))
    } throws: {
      ($0 as? SavingError)?.reason == "version 1, Refusal()"
    }
  }

  @Test func `a value that cannot be encoded is an error`() {
    #expect {
      try SavedFormat<[Double]>().encode([1, .nan])
    } throws: {
      ($0 as? SavingError)?.reason.contains("at 'value.1'") == true
    }
  }

  @Test(
    arguments: [
      (0, []), (-1, []), (2, []), (3, [1]), (3, [1, 1, 2]), (2, [1, 2]), (1, [0]), (3, [2, 3]),
      (.max, []),
    ] as [(Int, [Int])]
  )
  func `a format with other migrations than it needs is reported`(
    version: Int,
    migrations: [Int]
  ) {
    let issues = withReportedIssues {
      _ = SavedFormat<Int>(
        version: version,
        migrations: migrations.map { SavedMigration(from: $0) { (value: Int) in value } }
      )
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("Version: \(version)\n") == true)
  }

  @Test func `the report of a missing migration says which ones are needed`() {
    let issues = withReportedIssues {
      _ = SavedFormat<Int>(
        version: 4,
        migrations: [2, 3, 7].map { SavedMigration(from: $0) { (value: Int) in value } }
      )
    }
    #expect(
      issues.map(\.message) == [
        """
        A format of saved values needs one migration from each version before its own, and no other.

        Value: Int
        Version: 4
        Migrations from: 2, 3, 7
        Needed from: 1 to 3
        """
      ]
    )
  }

  @Test func `data without a migration stays where it is`() throws {
    var found: SavedFormat<Int>?
    _ = withReportedIssues { found = SavedFormat<Int>(version: 2) }
    let format = try #require(found)
    let storage = StorageClient.inMemory(data(#"{"version":1,"value":1}"#))
    let (value, problem) = format.load(from: storage)
    #expect(value == nil)
    #expect(
      problem?.description
        == "The memory has version 1, and this program has no migration from it. Nothing is saved."
    )
    #expect(throws: try #require(problem)) { try format.save(7, to: storage) }
    #expect(try storage.load() == data(#"{"version":1,"value":1}"#))
  }

  // MARK: A storage

  @Test func `a saved value is loaded`() throws {
    let storage = StorageClient.inMemory()
    #expect(Self.format.load(from: storage).value == nil)
    try Self.format.save([Note(title: "a", isDone: true)], to: storage)
    let (value, problem) = Self.format.load(from: storage)
    #expect(value == [Note(title: "a", isDone: true)])
    #expect(problem == nil)
  }

  @Test func `data of a newer version is never overwritten`() throws {
    let newer = data(#"{"version":9,"value":"from the future"}"#)
    let storage = StorageClient.inMemory(newer)
    let (value, problem) = Self.format.load(from: storage)
    #expect(value == nil)
    #expect(problem?.kind == .newerVersion(found: 9, supported: 3))
    #expect(throws: try #require(problem)) { try Self.format.save([], to: storage) }
    #expect(try storage.load() == newer)
  }

  @Test func `data that cannot be read is set aside, and saving goes on`() throws {
    let storage = StorageClient.inMemory(data("?"))
    let (value, problem) = Self.format.load(from: storage)
    #expect(value == nil)
    #expect(problem?.kind == .unreadable(setAsideAs: "unreadable-1"))
    try Self.format.save([], to: storage)
    #expect(Self.format.load(from: storage).value == [])
  }

  @Test func `data that can neither be read nor set aside is never overwritten`() throws {
    var storage = StorageClient.inMemory(data("?"))
    storage.setAside = { () throws(SavingError) in
      throw SavingError(.failed, in: "The memory", reason: "renaming it failed, it is full")
    }
    let (_, problem) = Self.format.load(from: storage)
    #expect(problem?.kind == .unreadable(setAsideAs: nil))
    #expect(problem?.reason.hasSuffix("; renaming it failed, it is full") == true)
    #expect(throws: try #require(problem)) { try Self.format.save([], to: storage) }
    #expect(try storage.load() == data("?"))
  }

  @Test func `nothing is saved before it was loaded`() {
    #expect {
      try Self.format.save([], to: .inMemory())
    } throws: {
      "\($0)"
        == "The memory cannot be saved before it is loaded: saving could overwrite unread contents."
    }
  }

  @Test func `a failing storage reports each use`() {
    let storage = StorageClient.failing
    let issues = withReportedIssues {
      _ = try? storage.load()
      try? storage.save(Data())
      _ = try? storage.setAside()
      storage.refuse(SavingError(.inUse, in: ""))
    }
    #expect(
      issues.map(\.message)
        == ["load", "save", "setAside", "refuse"].map { "StorageClient.\($0) is unimplemented" }
    )
  }
}
