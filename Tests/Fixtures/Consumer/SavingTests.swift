// SPDX-License-Identifier: MIT

import ConsumerFeature
import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite nonisolated struct SavingTests {
  private let mainQueue = DispatchQueue.test

  private func makeStore(
    _ storage: StorageClient
  ) -> TestStore<StudyState, StudyAction, StudyEnvironment> {
    let (sketch, problem) = sketchFormat.load(from: storage)
    let store = TestStore(
      initialState: StudyState(sketch ?? Sketch(), saving: Saving(problem: problem)),
      reducer: studyReducer,
      environment: StudyEnvironment()
    )
    store.environment.mainQueue = mainQueue
    store.environment.storage = storage
    return store
  }

  @Test func `a drawn line is saved`() {
    let storage = StorageClient.inMemory()
    let store = makeStore(storage)
    store.send(.editor(.lineDrawn(1))) {
      $0.editor.sketch.value.lines = [Sketch.Line(length: 1)]
      $0.saving.hasChanges = true
    }
    mainQueue.advance(by: 0.5)
    store.receive(.saving(.save)) { ($0.saving.hasChanges, $0.saving.isSaving) = (false, true) }
    store.receive(.saving(.saved)) { $0.saving.isSaving = false }
    #expect(sketchFormat.load(from: storage).value == Sketch(lines: [Sketch.Line(length: 1)]))
    store.send(.editor(.history(.undo))) {
      $0.editor.sketch.value.lines = []
      $0.saving.hasChanges = true
    }
    store.send(.saving(.save)) { ($0.saving.hasChanges, $0.saving.isSaving) = (false, true) }
    store.receive(.saving(.saved)) { $0.saving.isSaving = false }
    #expect(sketchFormat.load(from: storage).value == Sketch())
  }

  @Test(
    arguments: [
      #"{"version":1,"value":{"lengths":[1,2]}}"#,
      ##"{"version":2,"value":{"lines":[{"length":1,"color":"black"},{"length":2,"color":"#000"}]}}"##,
    ]
  )
  func `an older sketch is migrated`(_ old: String) throws {
    let storage = StorageClient.inMemory(Data(old.utf8))
    let sketch = try #require(sketchFormat.load(from: storage).value)
    #expect(sketch.lines.map(\.length) == [1, 2])
    #expect(try storage.load() != Data(old.utf8))
    let (saved, problem) = sketchFormat.load(from: storage)
    #expect(saved == sketch)
    #expect(problem == nil)
    let store = makeStore(.inMemory(Data(old.utf8)))
    #expect(store.state == StudyState(sketch))
  }

  @Test func `a newer file is not overwritten`() throws {
    let newer = Data(#"{"version":4,"value":1}"#.utf8)
    let storage = StorageClient.inMemory(newer)
    let (sketch, problem) = sketchFormat.load(from: storage)
    #expect(sketch == nil)
    let refusal = try #require(problem)
    #expect(refusal.kind == .newerVersion(found: 4, supported: 3))
    #expect(throws: refusal) { try sketchFormat.save(Sketch(), to: storage) }

    let full = SavingError(.failed, in: "The disk", reason: "it is full")
    let store = makeStore(.inMemory())
    store.environment.storage.save = { _ throws(SavingError) in throw full }
    store.send(.editor(.colorMoved("red"))) {
      $0.editor.sketch.value.color = "red"
      $0.saving.hasChanges = true
    }
    mainQueue.advance(by: 0.5)
    store.receive(.saving(.save)) { ($0.saving.hasChanges, $0.saving.isSaving) = (false, true) }
    store.receive(.saving(.failed(full))) {
      $0.saving.hasChanges = true
      $0.saving.isSaving = false
      $0.saving.problem = full
    }
  }

  @Test @MainActor func `a journal is saved to a file`() async throws {
    let folder = URL.temporaryDirectory.appending(path: "consumer-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "sketch.json")
    let store = openStudy(file, mainQueue: .immediate)
    #expect(store.saving == Saving())
    store.send(.editor(.lineDrawn(1)))
    for await state in store.states where state.saving.isUpToDate { break }
    let saved = StorageClient.inMemory(try Data(contentsOf: file))
    #expect(sketchFormat.load(from: saved).value?.lines == [Sketch.Line(length: 1)])
    let other = openStudy(file, mainQueue: .immediate)
    #expect(other.saving.problem?.kind == .inUse)
    #expect(other.editor.sketch.value == Sketch())
    // The file stays locked until here.
    withExtendedLifetime(store) {}
  }

  @Test func `a failing storage reports each use`() {
    let issues = withReportedIssues {
      #expect(sketchFormat.load(from: .failing).value == nil)
      try? sketchFormat.save(Sketch(), to: .failing)
    }
    #expect(
      issues.map(\.message) == [
        "StorageClient.load is unimplemented", "StorageClient.save is unimplemented",
      ]
    )
  }
}
