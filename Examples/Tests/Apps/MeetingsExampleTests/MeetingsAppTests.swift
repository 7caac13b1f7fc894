// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

@testable import MeetingsExample

/// Tests undo, redo and links.
@MainActor @Suite struct MeetingsAppTests {
  private let id = Meeting.standup.id

  @Test func `a deletion can be undone and redone`() {
    let store = AppStore([.detail(MeetingDetail.State(id: id, question: .deleteMeeting))])
    store.detail(0).send(.question(.presented(.delete))) {
      $0.question = nil
    } parent: {
      $0.meetings.value = []
    }
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
    store.send(.history(.undo)) { $0.meetings.value = [.standup] }
    store.send(.history(.redo)) { $0.meetings.value = [] }
    store.send(.history(.redo))
  }

  @Test func `an edit is one undo step`() {
    let store = AppStore([.detail(MeetingDetail.State(id: id))])
    let detail = store.detail(0)
    let form = detail.presented(\.form, /MeetingDetail.Action.form)
    detail.send(.editTapped) { $0.form = .init(meeting: .standup) }
    for title in ["D", "Da", "Dai"] {
      form.send(.binding(.set(\.meeting.title, title))) { $0.meeting.title = title }
    }
    form.send(.doneTapped, parent: { $0.meetings.value[id: id]?.title = "Dai" })
    detail.receive(.form(.dismiss)) { $0.form = nil }
    store.send(.history(.undo)) { $0.meetings.value = [.standup] }
    #expect(store.state.meetings.canUndo == false)
  }

  @Test func `undoing the addition of a meeting closes its screens`() {
    let new = Meeting(id: Meeting.ID(UUID(1)), title: "New", attendees: Meeting.standup.attendees)
    let queue = DispatchQueue.test
    let store = AppStore(environment: .recording(queue), form: MeetingForm.State(meeting: new))
    store.send(.list(.form(.presented(.doneTapped)))) {
      $0.meetings.value.append(new)
      $0.list.selection = new.id
      $0.list.row = 1
    }
    store.receive(.list(.form(.dismiss))) { $0.list.form = nil }
    store.send(.linkOpened(.record(new.id))) {
      $0.path = .recording(Recording.State(id: new.id))
    }
    store.send(.history(.undo)) { $0.meetings.value = [.standup] }
    queue.advance(by: 100)
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `undoing the end of a meeting removes its record and does not reopen its screen`() {
    let queue = DispatchQueue.test
    let state = Recording.State(id: id, seconds: 59)
    let store = AppStore(.recording(state), environment: .recording(queue))
    queue.advance(by: 1)
    store.recording(1).receive(.tick) {
      $0.seconds = 60
      $0.isPaused = true
    } parent: {
      $0.meetings.value[id: id]?.records = [Record(seconds: 60)]
    }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    store.send(.history(.undo)) { $0.meetings.value = [.standup] }
  }

  @Test(
    arguments: [
      (
        "/meetings/00000000-0000-0000-0000-000000000064",
        [.detail(MeetingDetail.State(id: Meeting.standup.id))]
      ),
      (
        "/meetings/00000000-0000-0000-0000-000000000064/edit",
        [
          .detail(MeetingDetail.State(id: Meeting.standup.id, form: .init(meeting: .standup)))
        ]
      ),
      ("/meetings/00000000-0000-0000-0000-000000000007", []),
      ("/meetings/00000000-0000-0000-0000-000000000007/edit", []),
      ("/meetings/00000000-0000-0000-0000-000000000007/record", []),
    ] as [(String, StackState<AppScreen.State>)]
  )
  func `a link opens a screen`(text: String, path: StackState<AppScreen.State>) throws {
    let link = try MeetingLink.router.match(string: text)
    #expect(try MeetingLink.router.path(for: link) == text)
    let store = AppStore([.detail(MeetingDetail.State(id: id, question: .deleteMeeting))])
    store.send(.linkOpened(link)) { $0.path = path }
  }

  @Test func `a link opens a running recording`() throws {
    let queue = DispatchQueue.test
    let store = AppStore(environment: .recording(queue))
    let link = try MeetingLink.router.match(string: "/meetings/\(id.rawValue)/record")
    store.send(.linkOpened(link)) { $0.path = .recording() }
    queue.advance(by: 1)
    store.recording(1).receive(.tick) { $0.seconds = 1 }
    store.send(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `a link opens the form of a new meeting`() throws {
    let store = AppStore(
      [.detail(MeetingDetail.State(id: id))],
      environment: AppEnvironment(uuid: .incrementing)
    )
    store.send(.linkOpened(try MeetingLink.router.match(string: "/meetings/new"))) { $0.path = [] }
    store.receive(.list(.addTapped)) {
      let attendee = Attendee(id: Attendee.ID(UUID(0)))
      $0.list.form = .init(meeting: Meeting(id: Meeting.ID(UUID(1)), attendees: [attendee]))
    }
  }

  @Test func `a link closes the form of a new meeting`() {
    let store = AppStore(form: MeetingForm.State(meeting: .retro))
    store.send(.linkOpened(.detail(id))) {
      $0.list.form = nil
      $0.path = [.detail(MeetingDetail.State(id: id))]
    }
  }

  @Test(arguments: ["/", "/meetings", "/meetings/1", "/meetings/new/edit"])
  func `an unknown link is rejected`(text: String) {
    #expect(throws: (any Error).self) { try MeetingLink.router.match(string: text) }
  }
}
