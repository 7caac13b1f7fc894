// SPDX-License-Identifier: MIT

internal import Lockstep

/// The whole app: the list, the screens on top of it, and the meetings that they share.
enum MeetingsApp {
  struct State: Equatable, Sendable {
    var list = MeetingList.State()
    var path: StackState<AppScreen.State> = []
    var meetings: MeetingArray = []
  }

  enum Action: Equatable, Sendable {
    case list(MeetingList.Action)
    case path(StackAction<AppScreen.State, AppScreen.Action>)
  }

  static let reducer = Reducer<State, Action, AppEnvironment>.combine(
    MeetingList.reducer.pullback(state: \.list, sharing: \.meetings, action: /Action.list),
    AppScreen.reducer.forEach(stack: \.path, sharing: \.meetings, action: /Action.path)
  )
  .onOutput(of: MeetingList.Action.self) { output, state, _, _ in
    switch output {
    case .open(let id):
      state.path.append(.detail(MeetingDetail.State(id: id)))
      return .none
    }
  }
  .onOutput(of: MeetingDetail.Action.self) { output, state, _, _ in
    switch output {
    case .record(let id):
      state.path.append(.recording(Recording.State(id: id)))
      return .none
    }
  }
  .onChange(of: \.meetings.ids) { _, state, _, _ in
    let gone = state.path.ids.first { id in
      state.path[id: id].map { state.meetings.contains(id: $0.meeting) } == false
    }
    if let gone { state.path.pop(from: gone) }
    return .none
  }
}
