// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/SavingAndMigrating.md`.

struct JournalEntry: Codable, Equatable {
  var text: String
  var isFavorite = false
}

private struct EntryOfVersion1: Decodable { var text: String }

extension Journal {
  static let version = 2

  static let format = SavedFormat<[JournalEntry]>(
    version: version,
    migrations: [
      SavedMigration(from: 1) { (old: [EntryOfVersion1]) in
        old.map { JournalEntry(text: $0.text) }
      }
    ]
  )
}

enum Journal {
  struct State: Equatable {
    var entries: [JournalEntry] = []
    var saving = Saving()
  }

  enum Action: Equatable {
    case entryAdded(String)
    case saving(SavingAction)
  }

  struct Environment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue> = .failing("Journal.Environment.mainQueue")
    var storage: StorageClient = .failing
  }

  static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, action in
    if case .entryAdded(let text) = action { state.entries.append(JournalEntry(text: text)) }
  }
  .persisted(
    \.entries,
    saving: \.saving,
    action: /Action.saving,
    as: format,
    to: \.storage,
    scheduler: \.mainQueue
  )
}

@MainActor func openJournal(_ storage: StorageClient) -> Store<Journal.State, Journal.Action> {
  let (entries, problem) = Journal.format.load(from: storage)
  return Store(
    initialState: Journal.State(entries: entries ?? [], saving: Saving(problem: problem)),
    reducer: Journal.reducer,
    environment: Journal.Environment(mainQueue: .main, storage: storage)
  )
}

@Suite struct SavingArticleTests {
  @Test(arguments: 1...Journal.version) func `a file of each version is loaded`(
    version: Int
  ) throws {
    let sample = "../Fixtures/Samples/journal-\(version).json"
    let data = try Data(contentsOf: URL(filePath: sample, relativeTo: URL(filePath: #filePath)))
    let (entries, problem) = Journal.format.load(from: .inMemory(data))
    #expect(entries?.map(\.text) == ["Rain", "Sun"])
    #expect(problem == nil)
  }

  @Test func `an entry is written after the interval`() {
    let (queue, storage) = (DispatchQueue.test, StorageClient.inMemory())
    let store = TestStore(
      initialState: Journal.State(entries: Journal.format.load(from: storage).value ?? []),
      reducer: Journal.reducer,
      environment: Journal.Environment(mainQueue: queue, storage: storage)
    )
    store.send(.entryAdded("Rain")) {
      $0.entries = [JournalEntry(text: "Rain")]
      $0.saving.hasChanges = true
    }
    queue.advance(by: 1)
    store.receive(.saving(.save)) { ($0.saving.hasChanges, $0.saving.isSaving) = (false, true) }
    store.receive(.saving(.saved)) { $0.saving.isSaving = false }
    #expect(Journal.format.load(from: storage).value == [JournalEntry(text: "Rain")])
  }

  @Test func `the latest sample matches the format of the program`() throws {
    let entries = [JournalEntry(text: "Rain"), JournalEntry(text: "Sun", isFavorite: true)]
    let file = MarkdownFile.root.appending(
      path: "Tests/Fixtures/Samples/journal-\(Journal.version).json"
    )
    #expect(try Journal.format.encode(entries) == Data(contentsOf: file))
  }

  @Test @MainActor func `an opened journal has the entries of an older version`() throws {
    let storage = StorageClient.inMemory(Data(#"{"version":1,"value":[{"text":"Rain"}]}"#.utf8))
    var store: Store<Journal.State, Journal.Action>? = openJournal(storage)
    store?.send(.entryAdded("Sun"))
    store?.send(.saving(.save))
    #expect(Journal.format.load(from: storage).value?.map(\.text) == ["Rain", "Sun"])
    store?.send(.entryAdded("Wind"))
    let entries = try #require(store?.state.entries)
    store = nil
    try Journal.format.save(entries, to: storage)
    #expect(Journal.format.load(from: storage).value == entries)
  }

  /// A write that still waits does not replace the data that was saved after the store was released.
  @Test @MainActor func `an ending program saves its last entry`() throws {
    let (queue, writes) = (DispatchQueue.test, DispatchQueue.test)
    var storage = StorageClient.inMemory()
    storage.queue = writes
    _ = Journal.format.load(from: storage)
    var store: Store<Journal.State, Journal.Action>? = Store(
      initialState: Journal.State(),
      reducer: Journal.reducer,
      environment: Journal.Environment(mainQueue: queue, storage: storage)
    )
    store?.send(.entryAdded("Rain"))
    queue.advance(by: 1)
    store?.send(.entryAdded("Sun"))
    let entries = try #require(store?.state.entries)
    store = nil
    try Journal.format.save(entries, to: storage)
    writes.run()
    #expect(Journal.format.load(from: storage).value == entries)
  }

  @Test @MainActor func `a newer journal is not overwritten`() throws {
    let newer = Data(#"{"version":3,"value":[]}"#.utf8)
    let storage = StorageClient.inMemory(newer)
    let store = openJournal(storage)
    store.send(.entryAdded("Rain"))
    store.send(.saving(.save))
    #expect(store.state.saving.problem?.kind == .newerVersion(found: 3, supported: 2))
    #expect(try storage.load() == newer)
  }

  @Test func `a test without a storage fails`() {
    let issues = withReportedIssues {
      let queue = DispatchQueue.test
      let store = ManualStore(
        initialState: Journal.State(),
        reducer: Journal.reducer,
        environment: Journal.Environment(mainQueue: queue)
      )
      store.send(.entryAdded("Rain"))
      store.send(.saving(.save))
    }
    #expect(issues.map(\.message) == ["StorageClient.save is unimplemented"])
  }
}
