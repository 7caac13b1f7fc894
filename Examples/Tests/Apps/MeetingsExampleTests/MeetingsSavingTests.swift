// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import MeetingsExample

/// Tests loading and saving of the meetings.
@MainActor @Suite struct MeetingsSavingTests {
  private let queue = DispatchQueue.test

  /// Returns the sample file of a format version.
  private func sample(_ version: Int) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try Data(contentsOf: folder.appending(path: "Saved/meetings-\(version).json"))
  }

  @Test(arguments: 1...MeetingsApp.formatVersion)
  func `files of all versions can be loaded`(version: Int) throws {
    let (meetings, problem) = MeetingsApp.format.load(from: .inMemory(try sample(version)))
    var standup = Meeting.standup
    if version >= 2 { standup.records = [Record(seconds: 60)] }
    #expect(meetings == [standup])
    #expect(problem == nil)
  }

  /// If this test fails, existing files may be unreadable: increment the version and add a migration.
  @Test func `saving the loaded sample of the current version writes the same JSON`() throws {
    let data = try sample(MeetingsApp.formatVersion)
    let storage = StorageClient.inMemory(data)
    let meetings = try #require(MeetingsApp.format.load(from: storage).value)
    try MeetingsApp.format.save(meetings, to: storage)
    let written = try #require(try storage.load())
    let objects = try [data, written].map {
      try #require(try JSONSerialization.jsonObject(with: $0) as? NSDictionary)
    }
    #expect(objects[0] == objects[1])
  }

  @Test func `the migration rounds a length below one minute up to one`() {
    let old = MeetingOfVersion1(id: UUID(1), title: "Short", seconds: 30, attendees: [])
    #expect(old.migrated.minutes == 1)
  }

  @Test func `the first launch shows two example meetings`() throws {
    let state = try MeetingsApp.State(from: .inMemory())
    #expect(state.meetings.value.map(\.title) == ["Design", "Engineering"])
    #expect(state.meetings.value.flatMap { MeetingForm.State(meeting: $0).problems } == [])
  }

  @Test func `the app sets an unreadable file aside and starts without meetings`() throws {
    let state = try MeetingsApp.State(from: .inMemory(Data("?".utf8)))
    #expect(state.meetings.value == [])
    #expect(state.saving.problem?.kind == .unreadable(setAsideAs: "unreadable-1"))
  }

  @Test func `the examples never replace a file that could not be read`() throws {
    let storage = StorageClient.inMemory(Data("?".utf8))
    _ = try MeetingsApp.State(from: storage)
    let next = try MeetingsApp.State(from: storage)
    #expect(next.meetings.value == [])
    #expect(next.saving.problem == nil)
  }

  @Test func `a file of a newer version is not changed`() throws {
    let newer = Data(#"{"version":3,"value":[]}"#.utf8)
    let storage = StorageClient.inMemory(newer)
    #expect { try MeetingsApp.State(from: storage) } throws: {
      ($0 as? SavingError)?.kind == .newerVersion(found: 3, supported: 2)
    }
    #expect(try storage.load() == newer)
  }

  @Test func `a change and its undo are both saved`() throws {
    let storage = StorageClient.inMemory(try sample(2))
    let first = try MeetingsApp.State(from: storage)
    let id = Meeting.standup.id
    let store = AppStore(
      initialState: first,
      reducer: MeetingsApp.savingReducer,
      environment: AppEnvironment(mainQueue: queue, storage: storage)
    )
    let record = first.meetings.value[0].records[0]
    store.send(.linkOpened(.detail(id))) { $0.path = [.detail(MeetingDetail.State(id: id))] }
    store.detail(0).send(
      .removeRecordTapped(record.id),
      parent: {
        $0.meetings.value[id: id]?.records = []
        $0.saving.hasChanges = true
      }
    )
    expectSaved(store)
    #expect(try MeetingsApp.State(from: storage).meetings.value == [.standup])
    store.send(.history(.undo)) {
      $0.meetings.value[id: id]?.records = [record]
      $0.saving.hasChanges = true
    }
    expectSaved(store)
    #expect(try MeetingsApp.State(from: storage).meetings == first.meetings)
  }

  private func expectSaved(_ store: AppStore) {
    queue.advance(by: 1)
    store.receive(.saving(.save)) {
      $0.saving.hasChanges = false
      $0.saving.isSaving = true
    }
    store.receive(.saving(.saved)) { $0.saving.isSaving = false }
  }
}
