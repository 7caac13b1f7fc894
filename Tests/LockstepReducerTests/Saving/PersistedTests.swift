// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Values that are saved when they have changed.
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
    var mainQueue = AnySchedulerOf<DispatchQueue>.failing("World.mainQueue")
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

  private var world: World { World(storage: storage, mainQueue: clock.eraseToAnyScheduler()) }

  private var saved: [String]? { Self.format.load(from: storage).value }

  private func makeStore(_ notes: Notes = Notes()) -> TestStore<Notes, NotesAction, World> {
    TestStore(initialState: notes, reducer: Self.notes, environment: world)
  }

  @Test func `a change is saved after the interval, with all that have followed it`() {
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

  @Test func `nothing is saved while nothing changes`() {
    let store = TestStore(
      initialState: Notes(notes: ["loaded"]),
      reducer: Self.notes,
      environment: World()
    )
    store.send(.cursorMoved) { $0.cursor = 1 }
    store.send(.saving(.save))
    #expect(store.state.saving.isUpToDate)
  }

  @Test func `changes without a pause are saved once in each interval`() {
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

  @Test func `changes are saved at once when that is asked for`() {
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
    // The interval is over, too.
    clock.advance(by: .seconds(2))
  }

  @Test func `a failure is shown, and the next change tries again`() {
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

  @Test func `what is refused after loading is not saved, and says why`() throws {
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

  @Test func `the user learns what was set aside, also after it was saved anew`() {
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

  /// A write that is not over when the next one begins says nothing more.
  @Test func `only the latest attempt is heard`() {
    let queue = DispatchQueue.test
    var world = world
    world.storage.queue = queue.eraseToAnyScheduler()
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
    world.storage.queue = queue.eraseToAnyScheduler()
    let store = makeLiveStore(world)
    store.send(.added("a"))
    let task = store.send(.saving(.save))
    task.cancel()
    // Neither does it wait for it.
    await task.finish()
    #expect(store.state.saving.isSaving)
    queue.run()
    #expect(store.state.saving.isUpToDate)
    #expect(saved == ["a"])
  }

  // MARK: Places

  struct Desk: Equatable {
    var left = Notes()
    var right = Notes()
    var sheet: Notes?
    var pages: StackState<Notes> = []
    var rows: IdentifiedArrayOf<Row> = []

    struct Row: Equatable, Identifiable {
      let id: Int
      var notes = Notes()
    }
  }

  enum DeskAction: Sendable {
    case left(NotesAction)
    case right(NotesAction)
    case sheet(PresentationAction<NotesAction>)
    case pages(StackAction<Notes, NotesAction>)
    case rows(id: Int, action: NotesAction)
    case set(@Sendable (inout Desk) -> Void)
  }

  struct DeskWorld: Sendable {
    var left: World
    var right: World
  }

  static let desk = Reducer<Desk, DeskAction, DeskWorld>.combine(
    notes.pullback(state: \.left, action: /DeskAction.left, environment: \.left),
    notes.pullback(state: \.right, action: /DeskAction.right, environment: \.right),
    notes.forEach(stack: \.pages, action: /DeskAction.pages, environment: \.left),
    notes.pullback(
      state: \Desk.Row.notes,
      action: .`self`,
      environment: { (world: World) in world }
    )
    .forEach(state: \.rows, action: /DeskAction.rows, environment: \.left),
    Reducer { state, action, _ in
      if case .set(let set) = action { set(&state) }
      return .none
    }
  )
  .presenting(\.sheet, action: /DeskAction.sheet, notes, environment: \.left)

  private func makeDesk(
    _ desk: Desk = Desk(),
    right: StorageClient = .failing
  ) -> ManualStore<Desk, DeskAction> {
    let right = World(storage: right, mainQueue: clock.eraseToAnyScheduler())
    return ManualStore(
      initialState: desk,
      reducer: Self.desk,
      environment: DeskWorld(left: world, right: right)
    )
  }

  @Test func `the same feature twice saves each of its values`() {
    let right = StorageClient.inMemory()
    _ = Self.format.load(from: right)
    let store = makeDesk(right: right)
    store.send(.left(.added("l")))
    clock.advance(by: .milliseconds(500))
    store.send(.right(.added("r")))
    clock.advance(by: .milliseconds(500))
    store.run()
    #expect(saved == ["l"])
    #expect(Self.format.load(from: right).value == nil)
    clock.advance(by: .milliseconds(500))
    store.run()
    #expect(Self.format.load(from: right).value == ["r"])
  }

  @Test func `a change by another feature is saved`() {
    let store = makeDesk()
    store.send(.set { $0.left.notes = ["by another"] })
    #expect(store.store.state.left.saving.hasChanges)
    clock.run()
    store.run()
    #expect(saved == ["by another"])
    #expect(store.store.state.left.saving.isUpToDate)
  }

  @Test func `the value with which a state appears is not saved`() {
    let store = makeDesk()
    store.send(.set { $0.sheet = Notes(notes: ["loaded"]) })
    clock.run()
    store.run()
    #expect(saved == nil)
    store.send(.sheet(.presented(.added("new"))))
    clock.run()
    store.run()
    #expect(saved == ["loaded", "new"])
  }

  @Test func `a state that goes away saves what is left`() {
    for isOnStack in [false, true] {
      let store = makeDesk()
      store.send(
        .set {
          $0.pages = [Notes()]
          $0.sheet = Notes()
        }
      )
      let note = "stack: \(isOnStack)"
      store.send(
        isOnStack
          ? .pages(.element(id: 0, action: .added(note))) : .sheet(.presented(.added(note)))
      )
      store.send(isOnStack ? .pages(.popFrom(id: 0)) : .sheet(.dismiss))
      #expect(saved == [note])
      clock.run()
      store.run()
    }
  }

  @Test func `a state that goes away while it is saved is saved as it was last`() {
    let queue = DispatchQueue.test
    var own = world
    own.storage.queue = queue.eraseToAnyScheduler()
    let store = ManualStore(
      initialState: Desk(sheet: Notes()),
      reducer: Self.desk,
      environment: DeskWorld(left: own, right: World())
    )
    store.send(.sheet(.presented(.added("a"))))
    store.send(.sheet(.presented(.saving(.save))))
    store.send(.sheet(.dismiss))
    queue.run()
    store.run()
    #expect(saved == ["a"])
  }

  /// The parent takes the state away in the turn that has changed it.
  @Test func `the last change of a state that goes away is saved`() {
    let desk = Reducer<Desk, DeskAction, DeskWorld> { state, action, _ in
      if case .sheet(.presented(.added("last"))) = action { state.sheet = nil }
      return .none
    }
    .presenting(\.sheet, action: /DeskAction.sheet, Self.notes, environment: \.left)
    let store = ManualStore(
      initialState: Desk(sheet: Notes(notes: ["a"])),
      reducer: desk,
      environment: DeskWorld(left: world, right: World())
    )
    store.send(.sheet(.presented(.added("last"))))
    #expect(store.store.state.sheet == nil)
    #expect(saved == ["a", "last"])
  }

  @Test func `a state that was not saved when it appears is saved`() {
    var notes = Notes(notes: ["a"])
    notes.saving.isSaving = true
    let store = makeDesk(Desk(left: notes))
    clock.run()
    store.run()
    #expect(saved == ["a"])
    #expect(store.store.state.left.saving.isUpToDate)
  }

  struct Measure: Equatable {
    var value = Double.nan
    var saving = Saving()
  }

  @Test func `a value that is not equal to itself fails to be saved, and nothing else`() {
    let reducer = Reducer<Measure, SavingAction, World> { _, _, _ in .none }
      .persisted(
        \.value,
        saving: \.saving,
        action: .self,
        as: SavedFormat(),
        to: \.storage,
        scheduler: \.mainQueue
      )
    let store = ManualStore(initialState: Measure(), reducer: reducer, environment: world)
    store.send(.saved)
    clock.advance(by: .seconds(1))
    store.run()
    #expect(store.store.state.saving.problem?.reason.hasPrefix("encoding failed, ") == true)
  }

  @Test func `a failure of last words is reported`() {
    let store = makeDesk(Desk(sheet: Notes()))
    storage.refuse(SavingError(.inUse, in: "The memory"))
    store.send(.sheet(.presented(.added("a"))))
    let issues = withReportedIssues { store.send(.sheet(.dismiss)) }
    #expect(
      issues.map(\.message) == [
        "The memory is being used by another program. Nothing is saved."
      ]
    )
  }

  @Test func `a row saves what its own actions change`() {
    let store = makeDesk(Desk(rows: [Desk.Row(id: 1)]))
    store.send(.rows(id: 1, action: .added("a")))
    #expect(store.store.state.rows[id: 1]?.notes.saving.hasChanges == true)
    clock.run()
    store.run()
    #expect(saved == ["a"])
    #expect(store.store.state.rows[id: 1]?.notes.saving.isUpToDate == true)
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

  @Test func `a step is saved, without the steps`() throws {
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
    #expect(loaded.value == (0..<20).map(String.init))
    let data = try Data(contentsOf: file)
    #expect(try Self.format.decode(data) == loaded.value)
  }
}
