// SPDX-License-Identifier: MIT

internal import Lockstep

/// A form that edits a draft of a meeting.
enum MeetingForm {
  struct State: Equatable, Sendable {
    var meeting: Meeting
    /// Whether the user has tried to save an invalid draft.
    var showsProblems = false

    /// The reasons why the draft cannot be saved.
    var problems: [Problem] {
      let meeting = meeting.trimmed
      let problems: [Problem?] = [
        meeting.title.isEmpty ? .noTitle : nil,
        meeting.attendees.isEmpty ? .noAttendee : nil,
        Meeting.lengths.contains(meeting.minutes) ? nil : .minutes,
      ]
      return problems.compactMap { $0 }
    }
  }

  enum Problem: Equatable, Sendable {
    case noTitle
    case noAttendee
    /// The length is outside ``Meeting/lengths``.
    case minutes
  }

  enum Action: FeatureAction, Equatable {
    case binding(BindingAction<State>)
    case addAttendeeTapped
    case attendeeRenamed(Attendee.ID, String)
    case removeAttendeeTapped(Attendee.ID)
    case cancelTapped
    case doneTapped

    enum Output: Equatable {
      case finished(Meeting)
    }
  }

  static let reducer = Reducer<State, Action, AppEnvironment> { state, action, environment in
    switch action {
    case .binding:
      break
    case .addAttendeeTapped:
      state.meeting.attendees.append(Attendee(id: Attendee.ID(environment.uuid())))
    case .attendeeRenamed(let id, let name):
      state.meeting.attendees[id: id]?.name = name
    case .removeAttendeeTapped(let id):
      state.meeting.attendees.remove(id: id)
    case .cancelTapped:
      return .dismiss
    case .doneTapped:
      guard state.problems.isEmpty else {
        state.showsProblems = true
        return .none
      }
      return .merge(.output(.finished(state.meeting.trimmed)), .dismiss)
    }
    return .none
  }
  .binding(action: /Action.binding)
}
