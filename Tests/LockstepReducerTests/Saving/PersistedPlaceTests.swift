// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests saved values of children at different places.
@MainActor @Suite struct PersistedPlaceTests {
  typealias Notes = PersistedTests.Notes
  typealias NotesAction = PersistedTests.NotesAction
  typealias World = PersistedTests.World

  private static let format = PersistedTests.format
  private static let notes = PersistedTests.notes

  private let storage = StorageClient.inMemory()
  private let clock = DispatchQueue.test

  init() { _ = Self.format.load(from: storage) }

  private var world: World { World(storage: storage, mainQueue: clock) }

  private var saved: [String]? { Self.format.load(from: storage).value }

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
    notes.environment(\.left).forEach(stack: \.pages, action: /DeskAction.pages),
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
  .presenting(\.sheet, action: /DeskAction.sheet, notes.environment(\.left))

  private func makeDesk(
    _ desk: Desk = Desk(),
    right: StorageClient = .failing
  ) -> ManualStore<Desk, DeskAction> {
    let right = World(storage: right, mainQueue: clock)
    return ManualStore(
      initialState: desk,
      reducer: Self.desk,
      environment: DeskWorld(left: world, right: right)
    )
  }

  @Test func `two instances of a feature save their values separately`() {
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

  @Test func `the initial value of a presented state is not saved`() {
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

  @Test func `a removed state saves its unsaved changes`() {
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

  @Test func `a state that is removed during a save is saved with its last changes`() {
    let queue = DispatchQueue.test
    var own = world
    own.storage.queue = queue
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

  /// The parent removes the state in the turn that changes it.
  @Test func `a change in the turn that removes the state is saved`() {
    let desk = Reducer<Desk, DeskAction, DeskWorld> { state, action, _ in
      if case .sheet(.presented(.added("last"))) = action { state.sheet = nil }
      return .none
    }
    .presenting(\.sheet, action: /DeskAction.sheet, Self.notes.environment(\.left))
    let store = ManualStore(
      initialState: Desk(sheet: Notes(notes: ["a"])),
      reducer: desk,
      environment: DeskWorld(left: world, right: World())
    )
    store.send(.sheet(.presented(.added("last"))))
    #expect(store.store.state.sheet == nil)
    #expect(saved == ["a", "last"])
  }

  @Test func `a state that appears with an unfinished save is saved`() {
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

  @Test func `a value that is not equal to itself only fails to be saved`() {
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

  @Test func `a failure of a removed state's last save is reported`() {
    let store = makeDesk(Desk(sheet: Notes()))
    storage.refuse(SavingError(.inUse, in: "The memory"))
    store.send(.sheet(.presented(.added("a"))))
    let issues = withReportedIssues { store.send(.sheet(.dismiss)) }
    #expect(
      issues.map(\.message) == [
        "The memory is in use by another program or by another client. Nothing is saved."
      ]
    )
  }

  @Test func `a row saves the changes of its own actions`() {
    let store = makeDesk(Desk(rows: [Desk.Row(id: 1)]))
    store.send(.rows(id: 1, action: .added("a")))
    #expect(store.store.state.rows[id: 1]?.notes.saving.hasChanges == true)
    clock.run()
    store.run()
    #expect(saved == ["a"])
    #expect(store.store.state.rows[id: 1]?.notes.saving.isUpToDate == true)
  }
}
