// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import MeetingsExample

@MainActor @Suite struct MeetingFormTests {
  @Test(arguments: [0, 1, 480, 481])
  func `a meeting lasts from 1 to 480 minutes`(minutes: Int) {
    var form = MeetingForm.State(meeting: .standup)
    form.meeting.minutes = minutes
    #expect(form.problems == ([1, 480].contains(minutes) ? [] : [.minutes]))
  }

  @Test func `a blank title and blank names are reported as missing`() {
    var form = MeetingForm.State(meeting: .retro)
    form.meeting.title = " \n"
    form.meeting.attendees = [Attendee(id: Attendee.ID(UUID(1)), name: " ")]
    #expect(form.problems == [.noTitle, .noAttendee])
  }

  @Test func `the user can add and remove attendees`() {
    let store = TestStore(
      initialState: MeetingForm.State(meeting: .standup),
      reducer: MeetingForm.reducer,
      environment: AppEnvironment(uuid: .incrementing)
    )
    store.send(.addAttendeeTapped) {
      $0.meeting.attendees.append(Attendee(id: Attendee.ID(UUID(0))))
    }
    store.send(.removeAttendeeTapped(Attendee.ID(UUID(101)))) {
      $0.meeting.attendees.remove(at: 0)
    }
    // The form drops the attendee without a name.
    store.send(.doneTapped)
    var meeting = Meeting.standup
    meeting.attendees.remove(at: 0)
    store.output(.finished(meeting))
    store.dismissed()
  }
}
