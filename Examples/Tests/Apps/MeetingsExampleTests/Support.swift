// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting

@testable import MeetingsExample

typealias AppStore = TestStore<MeetingsApp.State, MeetingsApp.Action, AppEnvironment>

/// The scope of a feature of the app.
typealias AppScope<State, Action: Sendable> = TestScope<
  MeetingsApp.State, MeetingsApp.Action, AppEnvironment, State, Action
>

extension AppStore {
  /// Creates a store of the app with meetings and with screens on top of the list.
  convenience init(
    _ path: StackState<AppScreen.State> = [],
    meetings: MeetingArray = [.standup],
    environment: AppEnvironment = AppEnvironment(),
    form: MeetingForm.State? = nil
  ) {
    self.init(
      initialState: MeetingsApp.State(
        list: MeetingList.State(form: form),
        path: path,
        meetings: Undoable(meetings)
      ),
      reducer: MeetingsApp.reducer,
      environment: environment
    )
  }

  /// The scope of the list.
  var list: AppScope<MeetingList.State, MeetingList.Action> {
    part(\.list, /MeetingsApp.Action.list)
  }

  /// Returns the scope of the screen of a meeting.
  func detail(_ id: Int) -> AppScope<MeetingDetail.State, MeetingDetail.Action> {
    screen(id, of: \.path, /MeetingsApp.Action.path).part(AppScreen.detail)
  }

  /// Returns the scope of the screen that records a meeting.
  func recording(_ id: Int) -> AppScope<Recording.State, Recording.Action> {
    screen(id, of: \.path, /MeetingsApp.Action.path).part(AppScreen.recording)
  }
}

extension AppEnvironment {
  /// Returns an environment for recordings.
  static func recording(_ queue: TestScheduler<DispatchQueue>) -> Self {
    Self(mainQueue: queue, uuid: .incrementing, date: .constant(.end))
  }
}

extension Date {
  /// The end of a meeting.
  static let end = Self(timeIntervalSince1970: 1_000_000)
}

extension Meeting {
  /// A meeting of one minute with two attendees.
  static let standup = Self(
    id: ID(UUID(100)),
    title: "Standup",
    minutes: 1,
    attendees: [
      Attendee(id: Attendee.ID(UUID(101)), name: "Ann"),
      Attendee(id: Attendee.ID(UUID(102)), name: "Bob"),
    ]
  )

  /// A meeting without attendees.
  static let retro = Self(id: ID(UUID(200)), title: "Retro")
}

extension Record {
  /// Creates a record with the first id.
  init(seconds: Int) {
    self.init(id: Record.ID(UUID(0)), date: .end, seconds: seconds)
  }
}

extension StackState<AppScreen.State> {
  /// Returns a path with a recording on top of the detail of its meeting.
  static func recording(_ state: Recording.State = Recording.State(id: Meeting.standup.id)) -> Self
  {
    [.detail(MeetingDetail.State(id: state.id)), .recording(state)]
  }
}
