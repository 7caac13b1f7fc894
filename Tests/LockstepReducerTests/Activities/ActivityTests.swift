// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Work whose progress is a part of the state.
@Suite struct ActivityTests {
  struct SaveError: Error, Equatable {
    var message = "full"
  }

  struct Editor: Equatable {
    var saving = Activity<SaveError>.idle
    var seen: [String] = []
  }

  enum EditorAction: Equatable, Sendable {
    case save(EffectPolicy)
    case saveLater
    case stop
    case stopLater
    case restart
    case saving(ActivityAction<SaveError>)
  }

  struct World: Sendable {
    var clock = DispatchQueue.test
    var fails = false
    var begun = Recorder(0)

    func save() async throws(SaveError) {
      begun.update { $0 += 1 }
      try? await clock.sleep(for: 1)
      if fails { throw SaveError() }
    }
  }

  static let plain = Reducer<Editor, EditorAction, World> { state, action, world in
    let save: @Sendable (EffectPolicy) -> Effect<EditorAction, Never> = { policy in
      .activity(/EditorAction.saving, policy) { () async throws(SaveError) in
        try await world.save()
      }
    }
    switch action {
    case .save(let policy): return save(policy)
    case .saveLater: return .concatenate(.fireAndForget {}, save(.first))
    case .stop: return .cancel(activity: /EditorAction.saving)
    case .stopLater: return .concatenate(.fireAndForget {}, .cancel(activity: /EditorAction.saving))
    case .restart: return .merge(.cancel(activity: /EditorAction.saving), save(.first))
    case .saving(let event):
      state.seen.append("\(event) \(state.saving)")
      return .none
    }
  }

  static let editor = plain.activity(\.saving, action: /EditorAction.saving)

  private func makeStore(_ world: World) -> TestStore<Editor, EditorAction, World> {
    let store = TestStore(initialState: Editor(), reducer: Self.editor, environment: world)
    store.disregard(\.seen)
    return store
  }

  @Test func `work runs, and ends with an action`() {
    let world = World()
    let store = makeStore(world)
    store.send(.save(.first)) { $0.saving = .running }
    // A second tap does nothing.
    store.send(.save(.first))
    world.clock.advance(by: 1)
    store.receive(.saving(.finished)) { $0.saving = .idle }
    #expect(world.begun.value == 1)
    // The reducer sees the state as the event has left it.
    #expect(store.state.seen == ["finished idle"])
    store.send(.save(.first)) { $0.saving = .running }
    world.clock.advance(by: 1)
    store.receive(.saving(.finished)) { $0.saving = .idle }
  }

  @Test func `work that fails leaves its failure until it is started again`() {
    var world = World()
    world.fails = true
    let store = makeStore(world)
    store.send(.save(.first)) { $0.saving = .running }
    world.clock.advance(by: 1)
    store.receive(.saving(.failed(SaveError()))) { $0.saving = .failed(SaveError()) }
    #expect(store.state.saving.failure == SaveError())
    #expect(store.state.saving.isRunning == false)
    store.send(.save(.first)) { $0.saving = .running }
    #expect(store.state.saving.isRunning)
    #expect(store.state.saving.failure == nil)
    store.send(.stop) { $0.saving = .idle }
  }

  @Test func `the latest work replaces the one before, and both are running to the state`() {
    let world = World()
    let store = makeStore(world)
    store.send(.save(.latest)) { $0.saving = .running }
    world.clock.advance(by: 0.5)
    store.send(.save(.latest))
    world.clock.advance(by: 0.5)
    store.send(.save(.latest))
    world.clock.advance(by: 1)
    store.receive(.saving(.finished)) { $0.saving = .idle }
    #expect(world.begun.value == 3)
  }

  @Test func `work in a queue says when it starts`() {
    let world = World()
    let store = makeStore(world)
    store.send(.save(.queue))
    store.receive(.saving(.started)) { $0.saving = .running }
    store.send(.save(.queue))
    world.clock.advance(by: 1)
    store.receive(.saving(.finished)) { $0.saving = .idle }
    store.receive(.saving(.started)) { $0.saving = .running }
    world.clock.advance(by: 1)
    store.receive(.saving(.finished)) { $0.saving = .idle }
  }

  @Test func `work behind another effect says when it starts and stops`() {
    let world = World()
    let store = makeStore(world)
    store.exhaustivity = store.exhaustivity.subtracting(.fireAndForgetEffects)
    store.send(.saveLater)
    store.receive(.saving(.started)) { $0.saving = .running }
    store.send(.stopLater)
    store.receive(.saving(.cancelled)) { $0.saving = .idle }
    world.clock.advance(by: 5)
  }

  @Test func `work is cancelled, and started again in the same turn, in every schedule`() {
    explore(schedules: 200) {
      let world = World()
      let store = self.makeStore(world)
      store.send(.save(.first)) { $0.saving = .running }
      store.send(.restart)
      world.clock.advance(by: 1)
      store.receive(.saving(.finished)) { $0.saving = .idle }
      store.send(.save(.first)) { $0.saving = .running }
      store.send(.stop) { $0.saving = .idle }
      world.clock.advance(by: 1)
    }
  }

  @Test func `any error can be made a failure`() {
    struct Broken: Error {}
    let reducer = Reducer<Editor, EditorAction, Void> { _, action, _ in
      guard case .save = action else { return .none }
      return .activity(/EditorAction.saving, failure: { SaveError(message: "\($0)") }) {
        throw Broken()
      }
    }
    .activity(\.saving, action: /EditorAction.saving)
    let store = TestStore(initialState: Editor(), reducer: reducer, environment: ())
    store.send(.save(.first)) { $0.saving = .running }
    store.receive(.saving(.failed(SaveError(message: "Broken()")))) {
      $0.saving = .failed(SaveError(message: "Broken()"))
    }
  }

  // MARK: At other places

  struct Two: Equatable {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var editor: Editor?

    struct Row: Equatable, Identifiable {
      let id: Int
      var editor = Editor()
    }
  }

  enum TwoAction: Equatable, Sendable {
    case row(id: Int, action: EditorAction)
    case editor(PresentationAction<EditorAction>)
    case open
  }

  @Test func `each row has its own work, and a state that begins can start it`() {
    let world = World()
    let reducer = Reducer<Two, TwoAction, World>.combine(
      Self.editor.pullback(state: \Two.Row.editor, action: .`self`)
        .forEach(state: \.rows, action: /TwoAction.row),
      Reducer { state, action, _ in
        if action == .open { state.editor = Editor() }
        return .none
      }
    )
    .presenting(
      \.editor,
      action: /TwoAction.editor,
      Self.plain
        .begin { _, world in
          .activity(/EditorAction.saving) { () async throws(SaveError) in try await world.save() }
        }
        .activity(\.saving, action: /EditorAction.saving)
    )
    let store = TestStore(initialState: Two(), reducer: reducer, environment: world)
    store.send(.row(id: 1, action: .save(.first))) { $0.rows[id: 1]?.editor.saving = .running }
    store.send(.row(id: 2, action: .save(.first))) { $0.rows[id: 2]?.editor.saving = .running }
    store.send(.row(id: 1, action: .stop)) { $0.rows[id: 1]?.editor.saving = .idle }
    store.send(.open) { $0.editor = Editor(saving: .running) }
    world.clock.advance(by: 1)
    store.receive(.row(id: 2, action: .saving(.finished))) {
      $0.rows[id: 2]?.editor = Editor(seen: ["finished idle"])
    }
    store.receive(.editor(.presented(.saving(.finished)))) {
      $0.editor = Editor(seen: ["finished idle"])
    }
    #expect(world.begun.value == 3)
  }

  // MARK: Misuse

  @Test func `an activity that the reducer does not have is reported`() {
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: Editor(),
        reducer: Self.plain,
        environment: World()
      )
      store.send(.save(.first))
    }
    #expect(
      issues.map(\.message) == [
        """
        A reducer has started or cancelled an activity that it does not have.

        Change: EditorAction.saving(
          ActivityAction<SaveError>.started
        )
        Feature: ActivityTests.EditorAction
        Said in the turn of: EditorAction.save

        Add '.activity(\\.…, action: /ActivityTests.EditorAction.…)' behind the reducer that returned it.
        """
      ]
    )
  }
}

/// Values that a binding stores.
@Suite struct EffectSetTests {
  struct Search: Equatable {
    var results: [String] = []
    var best: String?
  }

  enum SearchAction: Equatable, Sendable {
    case search
    case searchBest
    case binding(BindingAction<Search>)
  }

  @Test func `a value is stored by one recorded action`() {
    let reducer = Reducer<Search, SearchAction, Void> { _, action, _ in
      switch action {
      case .search: Effect(value: ["a", "b"]).set(\.results, by: /SearchAction.binding)
      case .searchBest: Effect(value: "b").set(\.best, by: /SearchAction.binding)
      case .binding: .none
      }
    }
    .binding(action: /SearchAction.binding)
    let store = TestStore(initialState: Search(), reducer: reducer, environment: ())
    store.send(.search)
    store.receive(.binding(.set(\.results, ["a", "b"]))) { $0.results = ["a", "b"] }
    store.send(.searchBest)
    store.receive(.binding(.set(\.best, "b"))) { $0.best = "b" }
  }
}
