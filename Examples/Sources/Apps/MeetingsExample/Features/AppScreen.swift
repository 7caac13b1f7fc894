// SPDX-License-Identifier: MIT

internal import Lockstep

/// A screen pushed on top of the list.
enum AppScreen {
  enum State: Equatable, Sendable {
    case detail(MeetingDetail.State)
    case recording(Recording.State)
  }

  enum Action: Equatable, Sendable {
    case detail(MeetingDetail.Action)
    case recording(Recording.Action)
  }

  static let detail = ChildCase(/State.detail, /Action.detail)
  static let recording = ChildCase(/State.recording, /Action.recording)

  /// Each screen shows one element of the meetings, and is dismissed when that element is removed.
  static let reducer = Reducer<Sharing<State, MeetingArray>, Action, AppEnvironment>.combine(
    MeetingDetail.reducer.sharingElement(\.id).pullback(detail),
    Recording.reducer.sharingElement(\.id).pullback(recording)
  )
}
