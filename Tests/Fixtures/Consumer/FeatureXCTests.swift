// SPDX-License-Identifier: MIT

import ConsumerFeature
import Dispatch
import Lockstep
import LockstepTesting
import XCTest

nonisolated final class PlaylistXCTests: XCTestCase {
  private lazy var store = TestStore(
    initialState: Playlist(songs: [Song(id: 1, title: "Blob")]),
    reducer: playlistReducer,
    environment: .failing
  )

  func testLikingASong() {
    store.send(.row(id: 1, action: .likeButtonTapped)) { $0.songs[id: 1]?.isLiked = true }
  }

  /// A helper passes on the line of its caller, although this file does not import Swift Testing.
  func testHelper() {
    func like(at location: SourceLocation = #_sourceLocation) {
      store.send(.row(id: 1, action: .likeButtonTapped), at: location)
    }
    let issues = withReportedIssues { like() }
    XCTAssertEqual(issues.map(\.location.line), [#line - 1])
  }

  func testPlaying() async {
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Playlist(songs: [Song(id: 1, title: "Blob")]),
      reducer: playlistReducer,
      environment: .failing
    )
    store.environment.lyrics = { "La la \($0)" }
    store.environment.mainQueue = mainQueue.eraseToAnyScheduler()
    store.environment.play = { _ in .none }
    store.send(.playButtonTapped) {
      $0.isPlaying = true
      $0.song = Song(id: 1, title: "Blob")
    }
    await store.receive(.lyricsResponse("La la 1"), timeout: .seconds(3_600)) {
      $0.message = "La la 1"
    }
    mainQueue.advance(by: 1)
    store.receive(.ticked) { $0.secondsPlayed = 1 }
    store.send(.stopButtonTapped) {
      $0.isPlaying = false
      $0.song = nil
    }
  }
}
