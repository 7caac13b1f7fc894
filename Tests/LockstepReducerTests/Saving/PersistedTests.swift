// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests values that are saved after they change.
@MainActor @Suite struct PersistedTests {
  struct Notes: Equatable {
    var notes: [String] = []
    var cursor = 0
    var saving = Saving()
  }

  enum NotesAction: Equatable {
    case added(String)
    case cursorMoved
    case saving(SavingAction)
  }

  struct World: Sendable {
    var storage = StorageClient.failing
    var mainQueue: SchedulerOf<DispatchQueue> = .failing("World.mainQueue")
  }

  static let format = SavedFormat<[String]>()

  static let notes = Reducer<Notes, NotesAction, World> { state, action, _ in
    switch action {
    case .added(let note): state.notes.append(note)
    case .cursorMoved: state.cursor += 1
    case .saving: break
    }
    return .none
  }
  .persisted(
    \.notes,
    saving: \.saving,
    action: /NotesAction.saving,
    as: format,
    to: \.storage,
    scheduler: \.mainQueue
  )

  private let storage = StorageClient.inMemory()
  private let clock = DispatchQueue.test

  init() { _ = Self.format.load(from: storage) }

  private var world: World { World(storage: storage, mainQueue: clock) }

  private var saved: [String]? { Self.format.load(from: storage).value }

  private func makeStore(_ notes: Notes = Notes()) -> TestStore<Notes, NotesAction, World> {
    TestStore(initialState: notes, reducer: Self.notes, environment: world)
  }

  @Test func `a change is saved after the interval, together with all later changes`() {
    let store = makeStore()
    store.send(.added("a")) {
      $0.notes = ["a"]
      $0.saving.hasChanges = true
    }
    clock.advance(by: .milliseconds(999))
    store.send(.added("b")) { $0.notes = ["a", "b"] }
    #expect(saved == nil)
    clock.advance(by: .milliseconds(1))
    store.receive(.saving(.save)) {
      $0.saving.hasChanges = false
      $0.saving.isSaving = true
    }
    store.receive(.saving(.saved)) { $0.saving.isSaving = false }
    #expect(saved == ["a", "b"])
  }

  @Test func `nothing is saved without a change`() {
    let store = TestStore(
      initialState: Notes(notes: ["loaded"]),
      reducer: Self.notes,
      environment: World()
    )
    store.send(.cursorMoved) { $0.cursor = 1 }
    store.send(.saving(.save))
    #expect(store.state.saving.isUpToDate)
  }

  @Test func `continuous changes are saved once per interval`() {
    let store = makeStore()
    store.exhaustivity.remove(.stateChanges)
    for number in 1...20 {
      store.send(.added("\(number)"))
      clock.advance(by: .milliseconds(100))
      if number % 10 == 0 {
        store.receive(.saving(.save))
        store.receive(.saving(.saved))
        #expect(saved?.count == number)
      }
    }
  }

  @Test func `a save action saves changes at once`() {
    let store = makeStore()
    store.send(.added("a")) {
      $0.notes = ["a"]
      $0.saving.hasChanges = true
    }
    store.send(.saving(.save)) {
      $0.saving.hasChanges = false
      $0.saving.isSaving = true
    }
    store.receive(.saving(.saved)) { $0.saving.isSaving = false }
    #expect(saved == ["a"])
    // The interval has also ended.
    clock.advance(by: .seconds(2))
  }

  @Test func `a failed save is shown, and the next change saves again`() {
    let problem = SavingError(.failed, in: "The memory", reason: "it is full")
    let isFull = Recorder(true)
    var world = world
    world.storage.save = { [storage] data throws(SavingError) in
      if isFull.value { throw problem }
      try storage.save(data)
    }
    let store = TestStore(initialState: Notes(), reducer: Self.notes, environment: world)
    store.send(.added("a")) {
      $0.notes = ["a"]
      $0.saving.hasChanges = true
    }
    clock.advance(by: .seconds(1))
    store.receive(.saving(.save)) {
      $0.saving.hasChanges = false
      $0.saving.isSaving = true
    }
    store.receive(.saving(.failed(problem))) {
      $0.saving.hasChanges = true
      $0.saving.isSaving = false
      $0.saving.problem = problem
    }
    clock.advance(by: .seconds(10))
    isFull.set(false)
    store.send(.added("b")) { $0.notes = ["a", "b"] }
    clock.advance(by: .seconds(1))
    store.receive(.saving(.save)) {
      $0.saving.hasChanges = false
      $0.saving.isSaving = true
    }
    store.receive(.saving(.saved)) {
      $0.saving.isSaving = false
      $0.saving.problem = nil
    }
    #expect(saved == ["a", "b"])
  }

  @Test func `a value with a loading problem is not saved and shows the problem`() throws {
    let newer = Data(#"{"version":2,"value":[]}"#.utf8)
    let storage = StorageClient.inMemory(newer)
    let problem = Self.format.load(from: storage).problem
    var world = world
    world.storage = storage
    let store = TestStore(
      initialState: Notes(saving: Saving(problem: problem)),
      reducer: Self.notes,
      environment: world
    )
    store.exhaustivity.remove(.stateChanges)
    store.send(.added("a"))
    store.send(.saving(.save))
    store.receive(.saving(.failed(try #require(problem))))
    #expect(try storage.load() == newer)
  }

  @Test func `the notice about a file set aside stays after the next save`() {
    let storage = StorageClient.inMemory(Data("?".utf8))
    let problem = Self.format.load(from: storage).problem
    var world = world
    world.storage = storage
    let store = TestStore(
      initialState: Notes(saving: Saving(problem: problem)),
      reducer: Self.notes,
      environment: world
    )
    store.exhaustivity.remove(.stateChanges)
    store.send(.added("a"))
    store.send(.saving(.save))
    store.receive(.saving(.saved))
    #expect(store.state.saving.problem?.kind == .unreadable(setAsideAs: "unreadable-1"))
    #expect(store.state.saving.isUpToDate)
  }

  // MARK: Storages that were not loaded

  private let unread = StorageClient.inMemory(Data("unread".utf8))

  private static let notLoaded = """
    The memory cannot be saved before it is loaded: saving could overwrite unread contents. Call 'format.load(from:)' \
    first.
    """

  @Test func `a live store reports once that its value was not loaded`() {
    var world = world
    world.storage = unread
    let store = makeLiveStore(world)
    let issues = withReportedIssues { store.send(.added("a")) }
    #expect(issues.map(\.message) == [Self.notLoaded])
    #expect(store.state.saving.problem?.kind == .notLoaded)
    clock.advance(by: .seconds(1))
    store.send(.added("b"))
    clock.advance(by: .seconds(1))
    #expect(issues.first?.location.fileID.description.hasSuffix("PersistedTests.swift") == true)
    #expect(store.state.saving.problem?.kind == .notLoaded)
  }

  @Test func `a test fails if the value was not loaded`() {
    var world = world
    world.storage = unread
    let issues = withReportedIssues {
      let store = TestStore(initialState: Notes(), reducer: Self.notes, environment: world)
      store.exhaustivity.remove(.stateChanges)
      store.send(.added("a"))
      clock.advance(by: .seconds(1))
      store.receive(.saving(.save))
      store.receive(.saving(.failed(SavingError(.notLoaded, in: "The memory"))))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains(Self.notLoaded) == true)
  }

  /// A client with custom functions reports at its first save that no value was loaded.
  @Test func `a refusal by a custom client is also reported`() {
    var world = world
    let error = SavingError(.notLoaded, in: "The memory")
    world.storage.save = { _ throws(SavingError) in throw error }
    let store = makeLiveStore(world)
    let issues = withReportedIssues {
      store.send(.added("a"))
      clock.advance(by: .seconds(1))
    }
    #expect(issues.map(\.message) == [Self.notLoaded])
  }

  @Test func `a file that was not loaded is reported at the first change`() {
    let folder = FileManager.default.temporaryDirectory.appending(path: "unread-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var world = world
    world.storage = .file(folder.appending(path: "notes.json"))
    let store = makeLiveStore(world)
    let issues = withReportedIssues { store.send(.added("a")) }
    #expect(issues.count == 1)
    _ = Self.format.load(from: world.storage)
    let other = makeLiveStore(world)
    #expect(withReportedIssues { other.send(.added("a")) } == [])
  }

  @Test func `an empty storage in memory needs no loading`() {
    var world = world
    world.storage = .inMemory()
    let store = makeLiveStore(world)
    store.send(.added("a"))
    clock.advance(by: .seconds(1))
    #expect(store.state.saving == Saving())
    #expect(Self.format.load(from: world.storage).value == ["a"])
  }

  // MARK: Other programs

  @Test func `a change by another program is shown to the user, and all changes are saved`() throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "persisted-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "notes.json")
    var world = world
    world.storage = .file(file)
    world.storage.queue = .immediate
    _ = Self.format.load(from: world.storage)
    let store = TestStore(initialState: Notes(), reducer: Self.notes, environment: world)
    store.exhaustivity.remove(.stateChanges)
    try Self.format.encode(["other"]).write(to: file)
    let problem = SavingError(.changedElsewhere(keptAs: "notes.other-1.json"), in: file.path)
    store.send(.added("a"))
    store.send(.saving(.save))
    store.receive(.saving(.failed(problem)))
    #expect(store.state.saving.isUpToDate)
    store.send(.added("b"))
    store.send(.saving(.save))
    store.receive(.saving(.saved))
    #expect(store.state.saving.problem == problem)
    #expect(try Self.format.decode(Data(contentsOf: file)) == ["a", "b"])
    let kept = folder.appending(path: "notes.other-1.json")
    #expect(try Self.format.decode(Data(contentsOf: kept)) == ["other"])
  }

  /// A write that is unfinished when the next write starts sends no result.
  @Test func `only the latest save sends a result`() {
    let queue = DispatchQueue.test
    var world = world
    world.storage.queue = queue
    let store = TestStore(initialState: Notes(), reducer: Self.notes, environment: world)
    store.exhaustivity.remove(.stateChanges)
    for note in ["a", "b"] {
      store.send(.added(note))
      store.send(.saving(.save))
    }
    store.send(.added("c"))
    queue.run()
    store.receive(.saving(.saved))
    #expect(saved == ["a", "b"])
    #expect(store.state.saving.hasChanges)
    #expect(store.state.saving.isSaving == false)
    clock.run()
    store.receive(.saving(.save))
    queue.run()
    store.receive(.saving(.saved))
    #expect(saved == ["a", "b", "c"])
    #expect(store.state.saving.isUpToDate)
  }

  // MARK: Senders

  private func makeLiveStore(_ world: World) -> Store<Notes, NotesAction> {
    Store(initialState: Notes(), reducer: Self.notes, environment: world)
  }

  @Test func `a sender that cancels the effects of a change does not cancel saving`() {
    let store = makeLiveStore(world)
    store.send(.added("a")).cancel()
    #expect(store.state.saving.hasChanges)
    clock.advance(by: .seconds(1))
    #expect(saved == ["a"])
    #expect(store.state.saving.isUpToDate)
  }

  @Test func `a sender that cancels a save does not cancel the write`() async {
    let queue = DispatchQueue.test
    var world = world
    world.storage.queue = queue
    let store = makeLiveStore(world)
    store.send(.added("a"))
    let task = store.send(.saving(.save))
    task.cancel()
    // The task does not wait for the write.
    await task.finish()
    #expect(store.state.saving.isSaving)
    queue.run()
    #expect(store.state.saving.isUpToDate)
    #expect(saved == ["a"])
  }

  // MARK: Undo

  struct Draft: Equatable {
    var text = Undoable("")
    var saving = Saving()
  }

  enum DraftAction: Equatable {
    case history(UndoAction)
    case saving(SavingAction)
    case typed(String)
  }

  @Test func `the value of an undoable is saved without its steps`() throws {
    let format = SavedFormat<String>()
    let draft = Reducer<Draft, DraftAction, World> { state, action, _ in
      if case .typed(let text) = action { state.text.value = text }
      return .none
    }
    .undoable(\.text, action: /DraftAction.history)
    .persisted(
      \.text.value,
      saving: \.saving,
      action: /DraftAction.saving,
      as: format,
      to: \.storage,
      scheduler: \.mainQueue
    )
    let store = ManualStore(initialState: Draft(), reducer: draft, environment: world)
    store.send(.typed("a"))
    store.send(.typed("b"))
    store.send(.saving(.save))
    #expect(format.load(from: storage).value == "b")
    store.send(.history(.undo))
    clock.run()
    store.run()
    #expect(format.load(from: storage).value == "a")
    let data = try #require(try storage.load())
    #expect(String(decoding: data, as: UTF8.self) == #"{"value":"a","version":1}"#)
  }

  // MARK: Threads

  /// A file, and the queues of a program.
  @Test func `a live store saves to a file`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "persisted-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "notes.json")
    let storage = StorageClient.file(file)
    let (value, problem) = Self.format.load(from: storage)
    #expect(value == nil && problem == nil)
    let store = Store(
      initialState: Notes(),
      reducer: Self.notes,
      environment: World(storage: storage, mainQueue: .main)
    )
    for number in 0..<20 {
      store.send(.added("\(number)"))
      store.send(.saving(.save))
    }
    let isSaved = Milestone()
    let observation = store.observe { notes, _ in
      if notes.saving.isUpToDate { isSaved.reach() }
    }
    if store.state.saving.isUpToDate { isSaved.reach() }
    #expect(await isSaved.isReached())
    #expect(store.state.saving.problem == nil)
    withExtendedLifetime(observation) {}
    let loaded = Self.format.load(from: storage)
    let expected = (0..<20).map(String.init)
    #expect(loaded.value == expected)
    let data = try Data(contentsOf: file)
    #expect(try Self.format.decode(data) == loaded.value)
  }
}
