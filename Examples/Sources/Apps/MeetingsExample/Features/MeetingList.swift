// SPDX-License-Identifier: MIT

internal import Lockstep

/// The list of all meetings, with a form that adds one.
enum MeetingList {
  struct State: Equatable, Sendable {
    var form: MeetingForm.State?
    /// The last selected meeting, which may have been deleted.
    var selection: Meeting.ID?
    /// The row of the selection when the user made it.
    var row = 0
  }

  enum Action: FeatureAction, Equatable {
    case addTapped
    case meetingTapped(Meeting.ID)
    case moved(by: Int)
    case form(PresentationAction<MeetingForm.Action>)

    enum Output: Equatable {
      case open(Meeting.ID)
    }
  }

  static let reducer = Reducer<Sharing<State, MeetingArray>, Action, AppEnvironment> {
    state,
    action,
    environment in
    switch action {
    case .addTapped:
      let attendee = Attendee(id: Attendee.ID(environment.uuid()))
      let meeting = Meeting(id: Meeting.ID(environment.uuid()), attendees: [attendee])
      state.form = MeetingForm.State(meeting: meeting)
    case .meetingTapped(let id):
      guard let row = state.shared.index(id: id) else { return .none }
      state.select(row)
      return .output(.open(id))
    case .moved(let rows):
      state.select(state.selectedRow + rows)
    case .form:
      break
    }
    return .none
  }
  .presenting(\.local.form, action: /Action.form, MeetingForm.reducer)
  .onOutput(of: MeetingForm.Action.self) { output, state, _, _ in
    switch output {
    case .finished(let meeting):
      state.select(state.shared.append(meeting).index)
    }
    return .none
  }
}

extension Sharing<MeetingList.State, MeetingArray> {
  /// The selected meeting, or its neighbor if it was deleted; `nil` if the list is empty.
  var selected: Meeting.ID? { shared.isEmpty ? nil : shared[selectedRow].id }

  fileprivate var selectedRow: Int {
    local.selection.flatMap { shared.index(id: $0) } ?? max(0, min(local.row, shared.count - 1))
  }

  /// Selects the closest row of the list.
  fileprivate mutating func select(_ row: Int) {
    local.row = max(0, min(row, shared.count - 1))
    local.selection = shared.isEmpty ? nil : shared[local.row].id
  }
}
