// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the versions of a saved value.
@Suite struct SavedFormatTests {
  struct Note: Codable, Equatable {
    var title: String
    var isDone: Bool
  }

  /// An object of the second version, where the first version only has a title.
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
  func `a format decodes data of every version`(text: String) throws {
    #expect(try Self.format.decode(data(text)) == [Note(title: "a", isDone: false)])
  }

  @Test func `a format decodes the data that it encodes`() throws {
    let notes = [Note(title: "a/ä", isDone: true)]
    let saved = try Self.format.encode(notes)
    #expect(
      String(decoding: saved, as: UTF8.self)
        == #"{"value":[{"isDone":true,"title":"a/ä"}],"version":3}"#
    )
    #expect(try Self.format.decode(saved) == notes)
  }

  @Test func `a format rejects data of a newer version`() {
    #expect(
      problem(of: #"{"version":4,"value":"from the future"}"#)?.description == """
        The data was saved by a newer version of this program: its format is version 4, and this program reads up to \
        version 3. Nothing is saved.
        """
    )
  }

  @Test(
    arguments: [
      ("", "Unexpected end of file"),
      (#"{"version":3,"value":[{"isDone"#, "Unexpected end of file"),
      (#"{"version":3,"value":[}"#, "Invalid value around character 22"),
      ("[]", "'version' is missing"),
      (#"{"value":[]}"#, "'version' is missing"),
      (#"{"version":"3","value":[]}"#, "expected Int at 'version'"),
      (#"{"version":0,"value":[]}"#, "the version must be at least 1 at 'version'"),
      (#"{"version":3}"#, "version 3, 'value' is missing"),
      (#"{"version":3,"value":null}"#, "version 3, expected an array, found null at 'value'"),
      (#"{"version":3,"value":[{"isDone":true}]}"#, "version 3, 'title' is missing at 'value.0'"),
      (#"{"version":1,"value":["a",2]}"#, "version 1, expected String at 'value.1'"),
      (#"{"version":2,"value":["a"]}"#, "version 2, expected an object at 'value.0'"),
      (#"{"version":1e99,"value":[]}"#, "a number does not fit its type"),
    ]
  )
  func `an error names the position of invalid data`(text: String, reason: String) {
    let error = problem(of: text)
    #expect(error?.kind == .unreadable(setAsideAs: nil))
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func `a failing migration makes the data unreadable`() {
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

  @Test func `encoding an unsupported value throws an error`() {
    #expect {
      try SavedFormat<[Double]>().encode([1, .nan])
    } throws: {
      ($0 as? SavingError)?.reason.contains("at 'value.1'") == true
    }
  }

  @Test(
    arguments: [
      (0, []), (-1, []), (2, []), (3, [1]), (3, [1, 1, 2]), (2, [1, 2]), (1, [0, 0]), (3, [2, 3]),
      (2, [0]), (3, [0, 2]), (.max, []), (.min, []),
    ] as [(Int, [Int])]
  )
  func `a format with missing or extra migrations is reported`(
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

  @Test func `the report of a missing migration names the required migrations`() {
    let issues = withReportedIssues {
      _ = SavedFormat<Int>(
        version: 4,
        migrations: [2, 3, 7].map { SavedMigration(from: $0) { (value: Int) in value } }
      )
    }
    #expect(
      issues.map(\.message) == [
        """
        The migrations of a saved format do not match its version.

        Value: Int
        Version: 4
        Migrations from: 2, 3, 7
        Needed from: 1 to 3

        Add the missing migrations, or remove the others.
        """
      ]
    )
  }

  @Test func `data without a migration is not overwritten`() throws {
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

  @Test func `unreadable data is set aside, and saving continues`() throws {
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

  @Test func `nothing is saved before the value is loaded`() {
    #expect {
      try Self.format.save([], to: .inMemory(data("unread")))
    } throws: {
      "\($0)" == """
        The memory cannot be saved before it is loaded: saving could overwrite unread contents. Call \
        'format.load(from:)' first.
        """
    }
  }

  @Test func `an empty memory counts as loaded`() throws {
    let storage = StorageClient.inMemory()
    try Self.format.save([], to: storage)
    #expect(Self.format.load(from: storage).value == [])
  }

  // MARK: Migrations

  private struct Item: Codable, Equatable {
    var id: UUID
    var title: String
  }

  private let items = SavedFormat<[Item]>(
    version: 2,
    migrations: [
      SavedMigration(from: 1) { (titles: [String]) in titles.map { Item(id: UUID(), title: $0) } }
    ]
  )

  @Test func `ids created by a migration stay the same`() throws {
    let storage = StorageClient.inMemory(data(#"{"version":1,"value":["a"]}"#))
    let (value, problem) = items.load(from: storage)
    #expect(value?.map(\.title) == ["a"])
    #expect(problem == nil)
    #expect(items.load(from: storage).value == value)
  }

  @Test func `a migrated value is loaded even if it cannot be saved`() throws {
    let full = SavingError(.failed, in: "The memory", reason: "it is full")
    let old = data(#"{"version":1,"value":["a"]}"#)
    var storage = StorageClient.inMemory(old)
    storage.save = { _ throws(SavingError) in throw full }
    let (value, problem) = items.load(from: storage)
    #expect(value?.map(\.title) == ["a"])
    #expect(problem == full)
    #expect(try storage.load() == old)
  }

  private static let unversioned = SavedFormat<[String]>(
    version: 2,
    migrations: [
      SavedMigration(from: 0) { (titles: [String]) in titles.joined(separator: ",") },
      SavedMigration(from: 1) { (titles: String) in [titles] },
    ]
  )

  @Test func `data without a version is migrated from version 0`() throws {
    #expect(try Self.unversioned.decode(data(#"["a","b"]"#)) == ["a,b"])
    #expect(try Self.unversioned.decode(data(#"{"version":1,"value":"c"}"#)) == ["c"])
    struct Old: Decodable { var title: String? }
    let objects = SavedFormat<String>(
      migrations: [SavedMigration(from: 0) { (old: Old) in old.title ?? "lost" }]
    )
    let storage = StorageClient.inMemory(data(#"{"title":"a"}"#))
    #expect(objects.load(from: storage).value == "a")
    #expect(try storage.load() == data(#"{"value":"a","version":1}"#))
  }

  /// A shape without required keys would read any object.
  @Test(
    arguments: [
      #"{"versiom":1,"value":"a"}"#, #"{"version":1,"valve":"a"}"#, #"{"version":0,"value":"a"}"#,
      #"{"version":1,"value":"a""#, "",
    ]
  )
  func `damaged data is not treated as data without a version`(text: String) {
    struct Old: Decodable { var title: String? }
    let format = SavedFormat<String>(
      migrations: [SavedMigration(from: 0) { (old: Old) in old.title ?? "lost" }]
    )
    #expect(throws: SavingError.self) { try format.decode(data(text)) }
  }

  // MARK: Sentences

  @Test func `an error names the position of a number out of range`() {
    let text = #"{"version":1,"value":[{"count":3},{"count":300}]}"#
    struct Row: Codable { var count: Int8 }
    #expect {
      try SavedFormat<[Row]>().decode(data(text))
    } throws: {
      ($0 as? SavingError)?.reason
        == "version 1, a number does not fit its type at 'value.1'"
    }
  }

  @Test func `an error names the position of bytes that are not UTF-8`() {
    var data = data(#"{"version":3,"value":[{"isDone":true,"title":"ä"}]}"#)
    data[data.count - 5] = 0xff
    #expect {
      try Self.format.decode(data)
    } throws: {
      ($0 as? SavingError)?.reason.contains("Invalid UTF-8 sequence") == true
    }
  }

  // MARK: Depth

  private struct Tree: Codable, Sendable {
    var children: [Tree] = []

    static func nested(_ count: Int) -> Self {
      (1..<count).reduce(into: Tree()) { tree, _ in tree = Tree(children: [tree]) }
    }
  }

  private indirect enum Chain: Codable, Sendable {
    case end
    case link(Chain)
  }

  /// Runs work on a thread with the smallest stack of a queue's threads.
  private func onSmallStack<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result?
  ) -> Result? {
    let (result, isDone) = (Recorder<Result?>(nil), DispatchSemaphore(value: 0))
    let thread = Thread {
      result.set(work())
      isDone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    isDone.wait()
    return result.value
  }

  @Test func `250 levels are saved and loaded on a small stack`() {
    let isEqual = onSmallStack { () -> Bool? in
      let format = SavedFormat<Tree>()
      let data = try? format.encode(.nested(125))
      let read = data.flatMap { try? format.decode($0) }
      return data != nil && (try? read.map(format.encode)) == data
    }
    #expect(isEqual == true)
  }

  @Test(arguments: [126, 200, 3_000, 10_000])
  func `deeper values are rejected with an error`(count: Int) {
    let reason = onSmallStack { () -> String? in
      do throws(SavingError) {
        // Kept forever: to release it, the compiler's code recurses.
        let tree = Unmanaged.passRetained(Box(Tree.nested(count)))
        _ = try SavedFormat<Tree>().encode(tree.takeUnretainedValue().tree)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason == "encoding failed, it is nested more than 250 levels deep")
  }

  private final class Box {
    let tree: Tree
    init(_ tree: Tree) { self.tree = tree }
  }

  @Test func `nested enum cases count as levels`() {
    let chain = (0..<150).reduce(into: Chain.end) { chain, _ in chain = .link(chain) }
    #expect {
      try SavedFormat<Chain>().encode(chain)
    } throws: {
      ($0 as? SavingError)?.reason == "encoding failed, it is nested more than 250 levels deep"
    }
  }

  @Test(arguments: [126, 200, 250, 400, 100_000])
  func `data with too many levels does not crash the process`(count: Int) {
    let start = #"{"version":1,"value":"# + String(repeating: #"{"children":["#, count: count)
    let text = data(start + String(repeating: "]}", count: count) + "}")
    let kind = onSmallStack { () -> SavingError.Kind? in
      do throws(SavingError) {
        _ = try SavedFormat<Tree>().decode(text)
        return nil
      } catch {
        return error.kind
      }
    }
    // `JSONDecoder` reads up to 512 levels.
    #expect(kind == (count > 256 ? .unreadable(setAsideAs: nil) : nil))
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
        == ["load", "save", "setAside"].map { "StorageClient.\($0) is unimplemented" }
    )
  }
}
