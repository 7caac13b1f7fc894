// SPDX-License-Identifier: MIT

internal import Lockstep

/// The root feature: the list, the navigation stack, and the meetings that they share.
enum MeetingsApp {
  struct State: Equatable, Sendable {
    var list = MeetingList.State()
    var path: StackState<AppScreen.State> = []
    var meetings = Undoable<MeetingArray>([])
    var saving = Saving()
  }

  enum Action: Equatable, Sendable {
    case history(UndoAction)
    case linkOpened(MeetingLink)
    case list(MeetingList.Action)
    case path(StackAction<AppScreen.State, AppScreen.Action>)
    case saving(SavingAction)
  }

  static let reducer = Reducer<State, Action, AppEnvironment>.combine(
    MeetingList.reducer.pullback(state: \.list, sharing: \.meetings.value, action: /Action.list),
    AppScreen.reducer.forEach(stack: \.path, sharing: \.meetings.value, action: /Action.path),
    Reducer { state, action, _ in
      guard case .linkOpened(let link) = action else { return .none }
      state.list.form = nil
      state.path = link.path(in: state.meetings.value)
      return link == .new ? Effect(value: .list(.addTapped)) : .none
    }
  )
  .onOutput(of: MeetingList.Action.self) { output, state, _, _ in
    switch output {
    case .open(let id):
      state.path.append(.detail(MeetingDetail.State(id: id)))
    }
    return .none
  }
  .onOutput(of: MeetingDetail.Action.self) { output, state, _, _ in
    switch output {
    case .delete(let id):
      state.meetings.value.remove(id: id)
    case .record(let id):
      state.path.append(.recording(Recording.State(id: id)))
    }
    return .none
  }
  .undoable(\.meetings, action: /Action.history)
}
