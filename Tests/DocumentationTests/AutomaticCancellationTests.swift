// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private struct RowState: Identifiable, Equatable {
  let id: Int
  var seconds = 0
}

private enum RowAction: Equatable {
  case startButtonTapped
  case ticked
}

private struct ListState: Equatable {
  var rows: IdentifiedArrayOf<RowState> = []
}

private enum ListAction: Equatable {
  case row(id: Int, action: RowAction)
  case deleteButtonTapped(id: Int)
}

private struct ListEnvironment {
  var mainQueue: SchedulerOf<Never>
}

private let rowReducer = Reducer<RowState, RowAction, ListEnvironment> {
  state,
  action,
  environment in
  switch action {
  case .startButtonTapped:
    return Effect.timer(id: state.id, every: 1, on: environment.mainQueue).map { _ in .ticked }
  case .ticked:
    state.seconds += 1
    return .none
  }
}

private struct AppState: Equatable {
  var form: FormState?
}

private struct FormState: Equatable {}

private enum AppAction: Equatable {
  case form(FormAction)
  case closeButtonTapped
}

private enum FormAction: Equatable {
  case sendButtonTapped
}

private struct AppEnvironment {
  var form: FormEnvironment
}

private struct FormEnvironment {
  var upload: Effect<Never, Never>
}

private let formReducer = Reducer<FormState, FormAction, FormEnvironment> { _, _, environment in
  environment.upload.fireAndForget()
}

// The blocks of `Documentation/AutomaticCancellation.md`.

private let listReducer = Reducer<ListState, ListAction, ListEnvironment>.combine(
  rowReducer.forEach(state: \.rows, action: /ListAction.row),
  Reducer { state, action, _ in
    if case .deleteButtonTapped(let id) = action { state.rows.remove(id: id) }
    return .none
  }
)

private let uploadReducer: Reducer<AppState, AppAction, AppEnvironment> =
  formReducer
  .optional(cancelsEffects: false)
  .environment(\.form)
  .pullback(state: \.form, action: /AppAction.form)

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
    let actions = Recorder<[ListAction]>([])
    let store = TestStore(
      initialState: ListState(rows: [RowState(id: 1), RowState(id: 2)]),
      reducer: listReducer.logged { action in actions.update { $0.append(action) } },
      environment: ListEnvironment(mainQueue: clock)
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

  @Test func `the upload goes on when the form is closed`() {
    let progress = Subject<Never, Never>(name: "upload")
    let store = TestStore(
      initialState: AppState(form: FormState()),
      reducer: .combine(
        uploadReducer,
        Reducer { state, action, _ in
          if action == .closeButtonTapped { state.form = nil }
          return .none
        }
      ),
      environment: AppEnvironment(form: FormEnvironment(upload: progress.effect))
    )
    store.send(.form(.sendButtonTapped))
    store.send(.closeButtonTapped) { $0.form = nil }
    progress.send(completion: .finished)
    store.fireAndForget()
  }
}
