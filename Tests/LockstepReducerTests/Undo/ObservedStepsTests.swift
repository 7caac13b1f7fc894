// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

/// Observers of an `Undoable` whose steps change but whose value does not.
@MainActor @Suite struct ObservedStepsTests {
  struct Editor: Equatable {
    var doc = Undoable("")
    var others: [Undoable<Int>] = []
    var sheet = Sheet.none
    var cursor = 0
  }

  enum Sheet: Equatable {
    case none
    case note(Undoable<String>, title: String)
  }

  enum EditorAction: Sendable {
    case change(@Sendable (inout Editor) -> Void)
    case history(UndoAction)
    case server(String)
    case typed(String)
  }

  /// A way to change the steps but not the value.
  enum StepChange: CaseIterable, Sendable {
    case forget
    case replace
    case server
    case typedBack
  }

  private func makeStore() -> Store<Editor, EditorAction> {
    let reducer = Reducer<Editor, EditorAction, Void> { state, action, _ in
      switch action {
      case .change(let change): change(&state)
      case .history: break
      case .server(let text), .typed(let text): state.doc.value = text
      }
      return .none
    }
    .undoable(\.doc, action: /EditorAction.history) { action in
      switch action {
      case .server: .previousStep
      case .typed: .step("typing")
      case .change, .history: .newStep
      }
    }
    return Store(initialState: Editor(), reducer: reducer, environment: ())
  }

  /// Records steps and returns an action that changes only the number of steps.
  private func prepare(
    _ change: StepChange,
    _ store: Store<Editor, EditorAction>
  ) -> EditorAction {
    store.send(.typed("a"))
    switch change {
    case .forget: return .change { $0.doc.forgetSteps() }
    case .replace: return .change { $0.doc = Undoable("a") }
    case .server:
      // The redo step leads to the value that the server sets, so the server's change drops it.
      store.send(.change { $0.doc.value = "b" })
      store.send(.history(.undo))
      return .server("b")
    case .typedBack:
      store.send(.typed("ab"))
      return .typed("")
    }
  }

  private func changes(
    _ store: Store<Editor, EditorAction>,
    of read: @escaping () -> Void,
    by action: EditorAction
  ) -> Int {
    let count = Recorder(0)
    withObservationTracking(read) { count.update { $0 += 1 } }
    store.send(.change { $0.cursor += 0 })
    #expect(count.value == 0)
    store.send(action)
    return count.value
  }

  // MARK: Views

  @Test(arguments: StepChange.allCases)
  func `a view that reads the state is notified if only the steps change`(change: StepChange) {
    let store = makeStore()
    let action = prepare(change, store)
    #expect(changes(store, of: { _ = store.state }, by: action) == 1)
  }

  @Test(arguments: StepChange.allCases)
  func `a view that reads an Undoable is notified if only its steps change`(change: StepChange) {
    let store = makeStore()
    let action = prepare(change, store)
    #expect(changes(store, of: { _ = store.doc }, by: action) == 1)
  }

  @Test(arguments: StepChange.allCases)
  func `a view that reads canUndo and redoCount is notified if only the steps change`(
    change: StepChange
  ) {
    let store = makeStore()
    let action = prepare(change, store)
    let read = { _ = (store[dynamicMember: \.doc.canUndo], store[dynamicMember: \.doc.redoCount]) }
    #expect(changes(store, of: read, by: action) == 1)
  }

  @Test(arguments: StepChange.allCases)
  func `a view that reads a scope is notified if only the steps change`(change: StepChange) {
    let store = makeStore()
    let action = prepare(change, store)
    let doc = store.scope(state: \.doc)
    let mapped = store.scope { ($0.doc, $0.cursor) }
    #expect(changes(store, of: { _ = doc.state }, by: action) == 1)
    #expect(mapped.state.0 == store.state.doc)
    #expect(doc.canUndo == store.state.doc.canUndo)
  }

  // MARK: Observers

  @Test(arguments: StepChange.allCases)
  func `observers of the state and of each scope of the value are called if only the steps change`(
    change: StepChange
  ) {
    let store = makeStore()
    let action = prepare(change, store)
    var counts = Array(repeating: 0, count: 6)
    let observations = [
      store.observe { _, _ in counts[0] += 1 },
      store.scope(state: \.doc).observe { _, _ in counts[1] += 1 },
      store.scope(state: \.doc).observe { _, _ in counts[2] += 1 },
      store.scope { $0.doc }.observe { _, _ in counts[3] += 1 },
      store.scope(state: \.doc).observe(removeDuplicates: ==) { _, _ in counts[4] += 1 },
      store.scope(state: \.cursor).observe { _, _ in counts[5] += 1 },
    ]
    store.send(.change { $0.cursor += 0 })
    #expect(counts == [1, 1, 1, 1, 1, 1])
    store.send(action)
    #expect(counts == [2, 2, 2, 2, 2, 1])
    withExtendedLifetime(observations) {}
  }

  @Test func `a single observer is called only once if the steps are dropped twice`() {
    let store = makeStore()
    store.send(.typed("a"))
    var seen: [Bool] = []
    let observation = store.scope(state: \.doc).observe { doc, _ in seen.append(doc.canUndo) }
    store.send(.change { $0.doc.forgetSteps() })
    store.send(.change { $0.doc.forgetSteps() })
    #expect(seen == [true, false])
    withExtendedLifetime(observation) {}
  }

  @Test func `the sequence of states delivers a change of the steps`() async {
    let store = makeStore()
    store.send(.typed("a"))
    var states = store.scope(state: \.doc).states.makeAsyncIterator()
    #expect(await states.next()?.canUndo == true)
    store.send(.change { $0.doc.forgetSteps() })
    #expect(await states.next()?.canUndo == false)
  }

  @Test func `a view is notified of changed steps in an array and in a case payload`() {
    let store = makeStore()
    let steps = Undoable("").after(.step { $0 = "a" })
    let numbers = Undoable(0).after(.step { $0 = 1 })
    store.send(
      .change {
        $0.others = [numbers]
        $0.sheet = .note(steps, title: "Note")
      }
    )
    #expect(
      changes(store, of: { _ = store.others }, by: .change { $0.others[0].forgetSteps() }) == 1
    )
    let replacement = EditorAction.change { $0.sheet = .note(Undoable("a"), title: "Note") }
    #expect(changes(store, of: { _ = store.sheet }, by: replacement) == 1)
    #expect(changes(store, of: { _ = store.sheet }, by: replacement) == 0)
  }

  // MARK: Equality

  @Test func `comparing two Undoable values in an observer ignores their steps`() {
    let store = makeStore()
    store.send(.typed("a"))
    var comparisons: [Bool] = []
    let observation = store.observe { state, _ in
      comparisons.append(state.doc == Undoable(state.doc.value))
    }
    store.send(.change { $0.doc.forgetSteps() })
    store.send(.typed("b"))
    #expect(comparisons == [true, true, true])
    withExtendedLifetime(observation) {}
  }
}
