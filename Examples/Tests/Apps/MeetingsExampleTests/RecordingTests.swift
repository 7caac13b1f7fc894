// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import MeetingsExample

@MainActor @Suite struct RecordingTests {
  private let id = Meeting.standup.id
  private let queue = DispatchQueue.test

  @Test func `a recording runs until the meeting ends and adds a record`() {
    let store = AppStore(
      [.detail(MeetingDetail.State(id: id))],
      environment: .recording(queue)
    )
    store.detail(0).send(
      .recordTapped,
      parent: { $0.path.append(.recording(Recording.State(id: id))) }
    )
    let recording = store.recording(1)
    for second in 1..<60 {
      queue.advance(by: 1)
      recording.receive(.tick) {
        $0.seconds = second
        $0.speaker = second < 30 ? 0 : 1
      }
    }
    queue.advance(by: 1)
    recording.receive(.tick) {
      $0.seconds = 60
      $0.isPaused = true
    } parent: {
      $0.meetings.value[id: id]?.records = [Record(seconds: 60)]
    }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  @Test func `a meeting ends only once when the device wakes up after its end`() {
    let store = Store(
      initialState: MeetingsApp.State(path: .recording(), meetings: Undoable([.standup])),
      reducer: MeetingsApp.reducer,
      environment: .recording(queue)
    )
    queue.advance(by: 100)
    #expect(store.state.meetings.value[id: id]?.records == [Record(seconds: 60)])
    #expect(store.state.path.ids == [0])
  }

  @Test func `the elapsed time does not change during a pause`() {
    let store = AppStore(.recording(), environment: .recording(queue))
    let recording = store.recording(1)
    recording.send(.pauseTapped) { $0.isPaused = true }
    queue.advance(by: 100)
    recording.send(.pauseTapped) { $0.isPaused = false }
    queue.advance(by: 1)
    recording.receive(.tick) { $0.seconds = 1 }
    store.send(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  @Test func `the next button selects the next speaker, and asks to end after the last speaker`() {
    let recording = AppStore(.recording(), environment: .recording(queue)).recording(1)
    recording.send(.nextTapped) { $0.speaker = 1 }
    queue.advance(by: 1)
    recording.receive(.tick) { $0.seconds = 1 }
    recording.send(.nextTapped) { $0.question = .endMeeting }
  }

  @Test(arguments: [.keep, .discard] as [Recording.Question])
  func `the user can end a meeting early`(answer: Recording.Question) {
    let store = AppStore(
      .recording(Recording.State(id: id, seconds: 7)),
      environment: .recording(queue)
    )
    let recording = store.recording(1)
    recording.send(.endTapped) { $0.question = .endMeeting }
    queue.advance(by: 100)
    recording.send(.question(.presented(answer))) {
      $0.question = nil
      $0.isPaused = true
    } parent: {
      if answer == .keep { $0.meetings.value[id: id]?.records = [Record(seconds: 7)] }
    }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  @Test func `a meeting continues after the question is dismissed`() {
    let store = AppStore(.recording(), environment: .recording(queue))
    let recording = store.recording(1)
    recording.send(.endTapped) { $0.question = .endMeeting }
    queue.advance(by: 100)
    recording.send(.question(.dismiss)) { $0.question = nil }
    queue.advance(by: 1)
    recording.receive(.tick) { $0.seconds = 1 }
    store.send(.path(.popFrom(id: 0))) { $0.path.removeAll() }
  }

  @Test func `a discarded recording needs neither an id nor a date`() {
    let state = Recording.State(id: id, isPaused: true, question: .endMeeting)
    let store = AppStore(.recording(state))
    store.recording(1).send(.question(.presented(.discard))) { $0.question = nil }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  @Test func `a recording closes when its meeting is deleted`() {
    var path = StackState<AppScreen.State>.recording()
    path[id: 0] = .detail(MeetingDetail.State(id: id, question: .deleteMeeting))
    let store = AppStore(path, environment: .recording(queue))
    queue.advance(by: 1)
    store.recording(1).receive(.tick) { $0.seconds = 1 }
    store.detail(0).send(.question(.presented(.delete))) {
      $0.question = nil
    } parent: {
      $0.meetings.value = []
    }
    queue.advance(by: 100)
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `a recording without attendees asks whether to end`() {
    let state = Recording.State(id: Meeting.retro.id)
    let recording = AppStore(
      .recording(state),
      meetings: [.retro],
      environment: .recording(queue)
    ).recording(1)
    queue.advance(by: 1)
    recording.receive(.tick) { $0.seconds = 1 }
    recording.send(.nextTapped) { $0.question = .endMeeting }
  }

  @Test(arguments: [(Int.min, 60), (0, 60), (480, 28_800), (Int.max, 28_800)])
  func `an out-of-range length is limited to 1 to 480 minutes`(minutes: Int, seconds: Int) {
    var meeting = Meeting.standup
    meeting.minutes = minutes
    let state = Recording.State(id: id, seconds: seconds - 2)
    let store = AppStore(.recording(state), meetings: [meeting], environment: .recording(queue))
    queue.advance(by: 1)
    store.recording(1).receive(.tick) {
      $0.seconds = seconds - 1
      $0.speaker = 1
    }
    store.send(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `a recording without a meeting closes together with its detail`() {
    let store = AppStore(
      .recording(),
      meetings: [],
      environment: AppEnvironment(mainQueue: queue)
    )
    queue.advance(by: 1)
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }
}
