// SPDX-License-Identifier: MIT

internal import Lockstep

/// A screen on top of the list.
enum AppScreen {
  enum State: Equatable, Sendable {
    case detail(MeetingDetail.State)
    case recording(Recording.State)

    /// The meeting that the screen is about.
    var meeting: Meeting.ID {
      switch self {
      case .detail(let detail): detail.id
      case .recording(let recording): recording.id
      }
    }
  }

  enum Action: Equatable, Sendable {
    case detail(MeetingDetail.Action)
    case recording(Recording.Action)
  }

  static let reducer = Reducer<Sharing<State, MeetingArray>, Action, AppEnvironment>.combine(
    MeetingDetail.reducer.pullback(state: /State.detail, action: /Action.detail),
    Recording.reducer.pullback(state: /State.recording, action: /Action.recording)
  )
}
