// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import MeetingsExample

@MainActor @Suite struct MeetingListTests {
  @Test func `a meeting is added when its form has no problems`() {
    let list = AppStore(environment: AppEnvironment(uuid: .incrementing)).list
    let form = list.presented(\.form, /MeetingList.Action.form)
    let ann = Attendee.ID(UUID(0))
    let id = Meeting.ID(UUID(1))
    list.send(.addTapped) {
      $0.form = .init(meeting: Meeting(id: id, attendees: [Attendee(id: ann)]))
    }
    form.send(.doneTapped) { $0.showsProblems = true }
    #expect(form.state?.problems == [.noTitle, .noAttendee])
    form.send(.binding(.set(\.meeting.title, "Retro "))) { $0.meeting.title = "Retro " }
    form.send(.attendeeRenamed(ann, " Ann")) { $0.meeting.attendees[id: ann]?.name = " Ann" }
    #expect(form.state?.problems == [])
    form.send(
      .doneTapped,
      parent: {
        let attendees: IdentifiedArrayOf<Attendee> = [Attendee(id: ann, name: "Ann")]
        $0.meetings.value.append(Meeting(id: id, title: "Retro", attendees: attendees))
        $0.list.selection = id
        $0.list.row = 1
      }
    )
    list.receive(.form(.dismiss)) { $0.form = nil }
  }

  @Test func `cancelling the form adds no meeting`() {
    let list = AppStore(environment: AppEnvironment(uuid: .incrementing)).list
    list.send(.addTapped) {
      let attendee = Attendee(id: Attendee.ID(UUID(0)))
      $0.form = .init(meeting: Meeting(id: Meeting.ID(UUID(1)), attendees: [attendee]))
    }
    list.presented(\.form, /MeetingList.Action.form).send(.cancelTapped)
    list.receive(.form(.dismiss)) { $0.form = nil }
  }

  @Test func `a tapped meeting is selected and opened`() {
    let list = AppStore(meetings: [.standup, .retro]).list
    list.send(.meetingTapped(Meeting.retro.id)) {
      $0.selection = Meeting.retro.id
      $0.row = 1
    } parent: {
      $0.path = [.detail(MeetingDetail.State(id: Meeting.retro.id))]
    }
    list.send(.meetingTapped(Meeting.ID(UUID(0))))
  }

  @Test func `the selection moves within the list`() {
    let list = AppStore(meetings: [.standup, .retro]).list
    list.send(.moved(by: 1)) {
      $0.selection = Meeting.retro.id
      $0.row = 1
    }
    list.send(.moved(by: 1))
    list.send(.moved(by: -5)) {
      $0.selection = Meeting.standup.id
      $0.row = 0
    }
  }

  @Test func `a neighbor is selected when the selected meeting is deleted`() {
    let planning = Meeting(id: Meeting.ID(UUID(300)))
    var list = Sharing(
      MeetingList.State(selection: Meeting.retro.id, row: 1),
      [.standup, .retro, planning] as MeetingArray
    )
    #expect(list.selected == Meeting.retro.id)
    list.shared.remove(id: Meeting.retro.id)
    #expect(list.selected == planning.id)
    list.shared.remove(id: planning.id)
    #expect(list.selected == Meeting.standup.id)
    list.shared.removeAll()
    #expect(list.selected == nil)
  }

  @Test func `the selection of an empty list does not move`() {
    AppStore(meetings: []).list.send(.moved(by: 1))
  }
}
