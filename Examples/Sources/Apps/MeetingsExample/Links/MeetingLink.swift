// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepRouting

enum MeetingLink: Equatable, Sendable {
  case detail(Meeting.ID)
  case edit(Meeting.ID)
  case new
  case record(Meeting.ID)

  /// Returns the screens to push, or none if the meeting does not exist.
  func path(in meetings: MeetingArray) -> StackState<AppScreen.State> {
    switch self {
    case .detail(let id):
      meetings[id: id] != nil ? [.detail(MeetingDetail.State(id: id))] : []
    case .edit(let id):
      meetings[id: id].map { meeting in
        [.detail(MeetingDetail.State(id: id, form: MeetingForm.State(meeting: meeting)))]
      } ?? []
    case .new:
      []
    case .record(let id):
      meetings[id: id] != nil
        ? [.detail(MeetingDetail.State(id: id)), .recording(Recording.State(id: id))] : []
    }
  }

  static let router = Router<MeetingLink> {
    Route(.case(MeetingLink.detail)) {
      Path {
        "meetings"
        Parameter(.tagged(.uuid, as: Meeting.ID.self))
      }
    }
    Route(.case(MeetingLink.edit)) {
      Path {
        "meetings"
        Parameter(.tagged(.uuid, as: Meeting.ID.self))
        "edit"
      }
    }
    Route(.case(MeetingLink.new)) {
      Path {
        "meetings"
        "new"
      }
    }
    Route(.case(MeetingLink.record)) {
      Path {
        "meetings"
        Parameter(.tagged(.uuid, as: Meeting.ID.self))
        "record"
      }
    }
  }
}
