// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import MeetingsExample

@MainActor @Suite struct MeetingListTests {
  @Test func `a meeting is added when its form has no problems`() {
    let store = AppStore(environment: AppEnvironment(uuid: .incrementing))
    let ann = Attendee.ID(UUID(0))
    let id = Meeting.ID(UUID(1))
    let form = store.presented(\.list.form, /MeetingsApp.Action.list .. /MeetingList.Action.form)
    store.send(.list(.addTapped)) {
      $0.list.form = .init(meeting: Meeting(id: id, attendees: [Attendee(id: ann)]))
    }
    form.send(.doneTapped) { $0.showsProblems = true }
    #expect(form.state?.problems == [.noTitle, .noAttendee])
    form.send(.binding(.set(\.meeting.title, "Retro "))) { $0.meeting.title = "Retro " }
    let named = Attendee(id: ann, name: " Ann")
    form.send(.attendeeRenamed(ann, " Ann")) {
      $0.meeting.attendees = [named]
    }
    #expect(form.state?.problems == [])
    form.send(.doneTapped) {
      $0.showsProblems = false
    } whole: {
      let attendees: IdentifiedArrayOf<Attendee> = [Attendee(id: ann, name: "Ann")]
      $0.meetings.value.append(Meeting(id: id, title: "Retro", attendees: attendees))
      $0.list.selection = id
      $0.list.row = 1
    }
    store.receive(.list(.form(.dismiss))) { $0.list.form = nil }
  }

  @Test func `a meeting that is given up is not added`() {
    let store = AppStore(environment: AppEnvironment(uuid: .incrementing))
    store.send(.list(.addTapped)) {
      let attendee = Attendee(id: Attendee.ID(UUID(0)))
      $0.list.form = .init(meeting: Meeting(id: Meeting.ID(UUID(1)), attendees: [attendee]))
    }
    store.send(.list(.form(.presented(.cancelTapped))))
    store.receive(.list(.form(.dismiss))) { $0.list.form = nil }
  }

  @Test func `a tapped meeting is selected and opened`() {
    let store = AppStore(meetings: [.standup, .retro])
    store.send(.list(.meetingTapped(Meeting.retro.id))) {
      $0.list.selection = Meeting.retro.id
      $0.list.row = 1
      $0.path = [.detail(MeetingDetail.State(id: Meeting.retro.id))]
    }
    store.send(.list(.meetingTapped(Meeting.ID(UUID(0)))))
  }

  @Test func `the selection moves within the list`() {
    let store = AppStore(meetings: [.standup, .retro])
    store.send(.list(.moved(by: 1))) {
      $0.list.selection = Meeting.retro.id
      $0.list.row = 1
    }
    store.send(.list(.moved(by: 1)))
    store.send(.list(.moved(by: -5))) {
      $0.list.selection = Meeting.standup.id
      $0.list.row = 0
    }
  }

  @Test func `a neighbor is selected when the selected meeting is gone`() {
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
    let store = AppStore(meetings: [])
    store.send(.list(.moved(by: 1)))
  }
}
