// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import MeetingsExample

/// Tests user actions that coincide with a tick of the timer.
@MainActor @Suite(.schedules(1_000)) struct RecordingRaceTests {
  private let id = Meeting.standup.id
  private let queue = DispatchQueue.test

  /// Creates a store of a recording in which a tick is due and can arrive at any time.
  private func makeStore(_ path: StackState<AppScreen.State>) -> AppStore {
    let store = AppStore(path, environment: .recording(queue))
    store.exhaustivity.remove(.receivedActions)
    queue.advance(by: 1)
    return store
  }

  @Test func `ticks during a pause do not change the elapsed time`() {
    let store = makeStore(.recording())
    let recording = store.recording(1)
    recording.send(.pauseTapped) { $0.isPaused = true }
    let seconds = recording.state?.seconds ?? 0
    #expect([0, 1].contains(seconds))
    queue.advance(by: 100)
    store.skipReceived()
    recording.send(.pauseTapped) {
      $0.isPaused = false
      #expect($0.seconds == seconds)
    }
    queue.advance(by: 1)
    recording.receive(.tick) { $0.seconds = seconds + 1 }
    store.send(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  @Test func `ticks during the question do not change the elapsed time`() {
    let store = makeStore(.recording())
    let recording = store.recording(1)
    recording.send(.endTapped) { $0.question = .endMeeting }
    let seconds = recording.state?.seconds ?? 0
    #expect([0, 1].contains(seconds))
    queue.advance(by: 100)
    store.skipReceived()
    recording.send(.question(.presented(.keep))) {
      $0.question = nil
      $0.isPaused = true
    } parent: {
      $0.meetings.value[id: id]?.records = [Record(seconds: seconds)]
    }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  /// In the app, the screen closes in the same turn, so the user cannot tap on it.
  @Test func `a meeting that ends at the same time as the user ends it has one record`() {
    let store = TestStore(
      initialState: Sharing(Recording.State(id: id, seconds: 59), .standup),
      reducer: Recording.reducer,
      environment: .recording(queue)
    )
    store.exhaustivity.remove(.receivedActions)
    queue.advance(by: 1)
    store.send(.endTapped) { $0.question = .endMeeting }
    if store.state.isPaused == false {
      store.send(.question(.presented(.keep))) {
        $0.question = nil
        $0.isPaused = true
        $0.shared.records = [Record(seconds: 59)]
      }
    }
    store.dismissed()
    #expect(store.state.shared.records == [Record(seconds: store.state.seconds)])
  }

  @Test func `a meeting can be deleted while its recording ticks`() {
    var path = StackState<AppScreen.State>.recording()
    path[id: 0] = .detail(MeetingDetail.State(id: id, question: .deleteMeeting))
    let store = makeStore(path)
    store.detail(0).send(.question(.presented(.delete))) {
      $0.question = nil
    } parent: {
      $0.meetings.value = []
    }
    queue.advance(by: 100)
    store.skipReceived()
  }
}
