// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import MeetingsExample

@MainActor @Suite struct MeetingDetailTests {
  private let id = Meeting.standup.id

  @Test func `the user can edit a meeting`() {
    let store = AppStore([.detail(MeetingDetail.State(id: id))])
    let detail = store.detail(0)
    let form = detail.presented(\.form, /MeetingDetail.Action.form)
    detail.send(.editTapped) { $0.form = .init(meeting: .standup) }
    form.send(.binding(.set(\.meeting.title, "Daily"))) { $0.meeting.title = "Daily" }
    form.send(.doneTapped, parent: { $0.meetings.value[id: id]?.title = "Daily" })
    detail.receive(.form(.dismiss)) { $0.form = nil }
    detail.send(.backTapped)
    store.receive(.path(.popFrom(id: 0))) { $0.path.removeAll() }
  }

  @Test func `a cancelled edit changes nothing`() {
    let detail = AppStore([.detail(MeetingDetail.State(id: id))]).detail(0)
    let form = detail.presented(\.form, /MeetingDetail.Action.form)
    detail.send(.editTapped) { $0.form = .init(meeting: .standup) }
    form.send(.binding(.set(\.meeting.minutes, 9))) { $0.meeting.minutes = 9 }
    form.send(.cancelTapped)
    detail.receive(.form(.dismiss)) { $0.form = nil }
  }

  @Test func `a meeting is deleted after the user confirms`() {
    let store = AppStore([.detail(MeetingDetail.State(id: id))])
    let detail = store.detail(0)
    detail.send(.deleteTapped) { $0.question = .deleteMeeting }
    detail.send(.question(.dismiss)) { $0.question = nil }
    detail.send(.deleteTapped) { $0.question = .deleteMeeting }
    detail.send(.question(.presented(.delete))) {
      $0.question = nil
    } parent: {
      $0.meetings.value = []
    }
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `deleting a meeting closes its screens and the screens above them`() {
    let standup = MeetingDetail.State(id: id, question: .deleteMeeting)
    let retro = MeetingDetail.State(id: Meeting.retro.id)
    let store = AppStore(
      [.detail(retro), .detail(standup), .detail(retro), .detail(standup)],
      meetings: [.standup, .retro]
    )
    store.detail(3).send(.question(.presented(.delete))) {
      $0.question = nil
    } parent: {
      $0.meetings.value[id: id] = nil
    }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  @Test func `two detail screens can change the same meeting`() {
    let record = Record(seconds: 9)
    var meeting = Meeting.standup
    meeting.records = [record]
    let draft = MeetingForm.State(meeting: meeting)
    let store = AppStore(
      [.detail(MeetingDetail.State(id: id, form: draft)), .detail(MeetingDetail.State(id: id))],
      meetings: [meeting]
    )
    store.detail(1).send(
      .removeRecordTapped(record.id),
      parent: { $0.meetings.value[id: id]?.records = [] }
    )
    let detail = store.detail(0)
    let form = detail.presented(\.form, /MeetingDetail.Action.form)
    form.send(.binding(.set(\.meeting.title, "Daily"))) { $0.meeting.title = "Daily" }
    // The draft does not restore the removed record.
    form.send(.doneTapped, parent: { $0.meetings.value[id: id]?.title = "Daily" })
    detail.receive(.form(.dismiss)) { $0.form = nil }
  }

  @Test func `the screen asks the app to delete the meeting and to record it`() {
    let store = TestStore(
      initialState: Sharing(MeetingDetail.State(id: id, question: .deleteMeeting), .standup),
      reducer: MeetingDetail.reducer,
      environment: AppEnvironment()
    )
    store.send(.question(.presented(.delete))) { $0.question = nil }
    store.output(.delete(id))
    store.send(.recordTapped)
    store.output(.record(id))
  }

  @Test func `the screen of a missing meeting closes`() {
    let store = AppStore([.detail(MeetingDetail.State(id: Meeting.retro.id))])
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }
}
