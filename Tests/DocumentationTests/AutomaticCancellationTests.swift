// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private enum Row {
  struct State: Identifiable, Equatable {
    let id: Int
    var seconds = 0
  }

  enum Action: Equatable {
    case startButtonTapped
    case ticked
  }

  static let reducer = Reducer<State, Action, Checklist.Environment> { state, action, environment in
    switch action {
    case .startButtonTapped:
      return Effect.timer(id: state.id, every: 1, on: environment.mainQueue).map { _ in .ticked }
    case .ticked:
      state.seconds += 1
      return .none
    }
  }
}

extension Checklist {
  fileprivate struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  fileprivate enum Action: Equatable {
    case row(id: Int, action: Row.Action)
    case deleteButtonTapped(id: Int)
  }

  fileprivate struct Environment {
    var mainQueue: SchedulerOf<Never>
  }
}

private enum Form {
  struct State: Equatable {}

  enum Action: Equatable {
    case sendButtonTapped
  }

  struct Environment {
    var upload: Effect<Never, Never>
  }

  static let reducer = Reducer<State, Action, Environment> { _, _, environment in
    environment.upload.fireAndForget()
  }
}

extension Upload {
  fileprivate struct State: Equatable {
    var form: Form.State?
  }

  fileprivate enum Action: Equatable {
    case form(Form.Action)
    case closeButtonTapped
  }

  fileprivate struct Environment {
    var form: Form.Environment
  }
}

// The blocks of `Documentation/AutomaticCancellation.md`.

private enum Checklist {
  static let reducer = Reducer<State, Action, Environment>.combine(
    Row.reducer.forEach(state: \.rows, action: /Action.row),
    .withoutEffects { state, action in
      if case .deleteButtonTapped(let id) = action { state.rows.remove(id: id) }
    }
  )
}

private enum Upload {
  static let reducer: Reducer<State, Action, Environment> =
    Form.reducer
    .optional(cancelsEffects: false)
    .environment(\.form)
    .pullback(state: \.form, action: /Action.form)
}

extension Reducer {
  func logged(_ log: @escaping @Sendable (Action) -> Void) -> Self {
    Self(around: self) { state, action, environment, run in
      log(action)
      return run(&state, action, environment)
    }
  }
}

@Suite struct AutomaticCancellationTests {
  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  @Test func `deleting a row ends its timer`() {
    let actions = Recorder<[Checklist.Action]>([])
    let store = TestStore(
      initialState: Checklist.State(rows: [Row.State(id: 1), Row.State(id: 2)]),
      reducer: Checklist.reducer.logged { action in actions.update { $0.append(action) } },
      environment: Checklist.Environment(mainQueue: clock)
    )
    store.send(.row(id: 1, action: .startButtonTapped))
    store.send(.row(id: 2, action: .startButtonTapped))
    clock.advance(by: 1)
    store.receive(.row(id: 1, action: .ticked)) { $0.rows[id: 1]?.seconds = 1 }
    store.receive(.row(id: 2, action: .ticked)) { $0.rows[id: 2]?.seconds = 1 }
    store.send(.deleteButtonTapped(id: 1)) { $0.rows.remove(id: 1) }
    clock.advance(by: 1)
    store.receive(.row(id: 2, action: .ticked)) { $0.rows[id: 2]?.seconds = 2 }
    store.send(.deleteButtonTapped(id: 2)) { $0.rows = [] }
    #expect(actions.value.count == 7)
  }

  @Test func `the upload continues after the form is closed`() {
    let progress = Subject<Never, Never>(name: "upload")
    let store = TestStore(
      initialState: Upload.State(form: Form.State()),
      reducer: .combine(
        Upload.reducer,
        .withoutEffects { state, action in
          if action == .closeButtonTapped { state.form = nil }
        }
      ),
      environment: Upload.Environment(form: Form.Environment(upload: progress.effect))
    )
    store.send(.form(.sendButtonTapped))
    store.send(.closeButtonTapped) { $0.form = nil }
    progress.send(completion: .finished)
    store.fireAndForget()
  }
}
