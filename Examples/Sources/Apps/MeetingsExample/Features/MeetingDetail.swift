// SPDX-License-Identifier: MIT

internal import Lockstep

/// The screen of one meeting, which the user can edit, record or delete.
enum MeetingDetail {
  struct State: Equatable, Sendable {
    let id: Meeting.ID
    var form: MeetingForm.State?
    var question: AlertState<Question>?
  }

  /// An action of the alert that confirms the deletion.
  enum Question: Equatable, Sendable {
    case delete
  }

  enum Action: FeatureAction, Equatable {
    case editTapped
    case deleteTapped
    case recordTapped
    case backTapped
    case removeRecordTapped(Record.ID)
    case form(PresentationAction<MeetingForm.Action>)
    case question(PresentationAction<Question>)

    enum Output: Equatable {
      case delete(Meeting.ID)
      case record(Meeting.ID)
    }
  }

  static let reducer = Reducer<Sharing<State, Meeting>, Action, AppEnvironment> {
    state,
    action,
    _ in
    switch action {
    case .editTapped:
      state.form = MeetingForm.State(meeting: state.shared)
    case .deleteTapped:
      state.question = .deleteMeeting
    case .recordTapped:
      return .output(.record(state.id))
    case .backTapped:
      return .dismiss
    case .removeRecordTapped(let id):
      state.shared.records.remove(id: id)
    case .question(.presented(.delete)):
      return .output(.delete(state.id))
    case .form, .question:
      break
    }
    return .none
  }
  .presenting(\.local.form, action: /Action.form, MeetingForm.reducer)
  .presenting(dialog: \.local.question, action: /Action.question)
  .onOutput(of: MeetingForm.Action.self) { output, state, _, _ in
    switch output {
    case .finished(var meeting):
      // Keep the records that were added or removed while the form was open.
      meeting.records = state.shared.records
      state.shared = meeting
    }
    return .none
  }
}

extension AlertState<MeetingDetail.Question> {
  static let deleteMeeting = Self(
    title: "Delete this meeting?",
    message: "Its records go with it.",
    primaryButton: .destructive("Delete", send: .delete),
    secondaryButton: .cancel("Keep")
  )
}
