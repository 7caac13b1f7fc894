// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of saving.
@Suite struct SavingCommentTests {
  /// Keeps the files of the examples in memory.
  enum StorageClient {
    static func file(_ url: URL) -> Lockstep.StorageClient {
      .inMemory(
        url.lastPathComponent == "notes.json" ? Data(#"{"version":1,"value":["Milk"]}"#.utf8) : nil
      )
    }

    static func inMemory(_ data: Data) -> Lockstep.StorageClient { .inMemory(data) }
  }

  struct Note: Codable, Equatable {
    var title: String
  }

  enum Notes {
    struct State: Equatable {
      var notes: [Note] = []
      var saving = Saving()
    }

    enum Action: Equatable {
      case added(Note)
      case saving(SavingAction)
    }

    struct Environment: Sendable {
      var mainQueue: SchedulerOf<DispatchQueue>
      var storage: Lockstep.StorageClient
    }

    static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, action in
      if case .added(let note) = action { state.notes.append(note) }
    }
  }

  @Test func `titles become notes, which are saved`() {
    let notesFormat = SavedFormat<[Note]>(
      version: 2,
      migrations: [
        SavedMigration(from: 1) { (titles: [String]) in titles.map { Note(title: $0) } }
      ]
    )

    let storage = StorageClient.file(URL(filePath: "notes.json"))
    let (notes, problem) = notesFormat.load(from: storage)
    var state = Notes.State(notes: notes ?? [])
    state.saving.problem = problem

    let queue = DispatchQueue.test
    let store = TestStore(
      initialState: state,
      reducer:
        Notes.reducer.persisted(
          \.notes,
          saving: \.saving,
          action: /Notes.Action.saving,
          as: notesFormat,
          to: \.storage,
          scheduler: \.mainQueue
        ),
      environment: Notes.Environment(mainQueue: queue, storage: storage)
    )
    #expect(store.state == Notes.State(notes: [Note(title: "Milk")]))
    store.send(.added(Note(title: "Bread"))) {
      $0.notes.append(Note(title: "Bread"))
      $0.saving.hasChanges = true
    }
    queue.advance(by: 1)
    store.receive(.saving(.save)) {
      $0.saving.hasChanges = false
      $0.saving.isSaving = true
    }
    store.receive(.saving(.saved)) { $0.saving.isSaving = false }
    #expect(
      notesFormat.load(from: storage).value == [Note(title: "Milk"), Note(title: "Bread")]
    )
  }

  @Test func `the functions of a client are replaced`() throws {
    final class Settings: Sendable {
      private let contents = Recorder(Data(#"{"version":1,"value":["Milk"]}"#.utf8))
      var data: Data {
        get { contents.value }
        set { contents.set(newValue) }
      }
      func moveAside() -> String { "old settings" }
    }
    let settings = Settings()
    var client = StorageClient.inMemory(Data())
    client.name = "The settings"
    client.load = { () throws(SavingError) in settings.data }
    client.save = { data throws(SavingError) in settings.data = data }
    client.setAside = { () throws(SavingError) in settings.moveAside() }

    let format = SavedFormat<[String]>()
    #expect(throws: SavingError.self) { try format.save(["Tea"], to: client) }
    #expect(format.load(from: client).value == ["Milk"])
    try format.save(["Tea"], to: client)
    #expect(settings.data == Data(#"{"value":["Tea"],"version":1}"#.utf8))
  }
}
