// SPDX-License-Identifier: MIT

import ConsumerFeature
import Dispatch
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

@Suite nonisolated struct PlaylistTests {
  private let songs = [Song(id: 1, title: "Blob"), Song(id: 2, title: "Cube")]

  @Test func `songs are loaded on appearing`() {
    let store = TestStore(
      initialState: Playlist(),
      reducer: playlistReducer,
      environment: .failing
    )
    store.environment.mainQueue = .immediate
    store.environment.client = store.environment.client.override(.songs) { [songs] in
      try .ok(songs)
    }
    store.send(.appeared)
    store.receive(.songsResponse(.success(songs))) { $0.songs = IdentifiedArray(songs) }
    store.send(.row(id: 2, action: .likeButtonTapped)) { $0.songs[id: 2]?.isLiked = true }
  }

  @Test(.schedules(20)) func `a played song ends after its length`() {
    let mainQueue = DispatchQueue.test
    let played = Recorder<Int?>(nil)
    let store = TestStore(
      initialState: Playlist(songs: IdentifiedArray(songs)),
      reducer: playlistReducer,
      environment: .failing
    )
    store.environment.lyrics = { "La la \($0)" }
    store.environment.mainQueue = mainQueue.eraseToAnyScheduler()
    store.environment.play = { id in .fireAndForget { played.set(id) } }
    store.send(.playButtonTapped) {
      $0.isPlaying = true
      $0.song = Song(id: 1, title: "Blob")
    }
    store.fireAndForget()
    #expect(played.value == 1)
    store.receive(.lyricsResponse("La la 1")) { $0.message = "La la 1" }
    mainQueue.advance(by: 1)
    store.receive(.ticked) { $0.secondsPlayed = 1 }
    store.send(.stopButtonTapped) {
      $0.isPlaying = false
      $0.song = nil
    }
  }

  @Test @MainActor func `an observer receives each change to its row`() {
    let store = Store(
      initialState: Playlist(songs: IdentifiedArray(songs)),
      reducer: playlistReducer,
      environment: .failing
    )
    var likes: [Bool] = []
    let row = store.scope(element: 1, of: \.songs, action: PlaylistAction.row)
    let observation = row?.observe { song, _ in likes.append(song.isLiked) }
    row?.send(.likeButtonTapped)
    #expect(likes == [false, true])
    observation?.cancel()
  }

  @Test @MainActor func `a reducer can wrap another reducer`() {
    var tapped = 0
    let counted = Reducer<Playlist, PlaylistAction, PlaylistEnvironment>(around: playlistReducer) {
      state,
      action,
      environment,
      run in
      let effect = run(&state, action, environment)
      state.secondsPlayed += 1
      return effect
    }
    let store = Store(
      initialState: Playlist(songs: IdentifiedArray(songs)),
      reducer: counted,
      environment: .failing
    )
    let observation = store.observe(removeDuplicates: nil) { _, _ in tapped += 1 }
    store.send(.row(id: 2, action: .likeButtonTapped), animation: .default)
    store.send(.row(id: 2, action: .likeButtonTapped))
    #expect(store.secondsPlayed == 2)
    #expect(store.songs.map(\.isLiked) == [false, false])
    #expect(tapped == 3)
    observation.cancel()
  }

  @Test @MainActor func `a sender reaches the store from another thread`() async {
    let store = Store(
      initialState: Playlist(songs: IdentifiedArray(songs)),
      reducer: playlistReducer,
      environment: .failing
    )
    let sender = store.sender
    let row = store.scope(state: \.songs, action: PlaylistAction.row).sender
    await Task.detached {
      sender.send(.row(id: 1, action: .likeButtonTapped))
      row.send((2, .likeButtonTapped))
    }.value
    for await playlist in store.states where playlist.songs.map(\.isLiked) == [true, true] { break }
    #expect(store.songs.map(\.isLiked) == [true, true])
  }

  @Test(arguments: [Doorbell.closures, Doorbell.wholes])
  func `an unimplemented endpoint reports its name`(_ doorbell: Doorbell) async {
    let issues = await withReportedIssues {
      #expect(doorbell.isMuted())
      doorbell.ring()
      await doorbell.ringFor(1, "a")
      await MainActor.run { doorbell.ringOnScreen() }
      await #expect(throws: UnimplementedError.self) { try await doorbell.name(1) }
      try? doorbell.rename("a")
    }
    #expect(
      issues.map { $0.message.prefix { $0.isLetter } } == [
        "isMuted", "ring", "ringFor", "ringOnScreen", "name", "rename",
      ]
    )
  }

  @Test func `a failing dependency fails the test`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: Playlist(),
        reducer: playlistReducer,
        environment: .failing
      )
      store.withExhaustivity(.off) { store.send(.appeared) }
    }
    #expect(issues.first?.message.hasPrefix("Failed to respond to route: MusicRoute.songs") == true)
  }

  /// A step that receives by a case, the steps of a list, and the store of a part.
  @Test func `a test can receive an action by its case`() {
    let store = TestStore(
      initialState: Playlist(songs: IdentifiedArray(songs)),
      reducer: playlistReducer,
      environment: .failing
    )
    store.environment.lyrics = { "La la \($0)" }
    store.environment.mainQueue = DispatchQueue.test.eraseToAnyScheduler()
    store.environment.play = { _ in .none }
    store.send(.playButtonTapped) {
      $0.isPlaying = true
      $0.song = Song(id: 1, title: "Blob")
    }
    store.receive(/PlaylistAction.lyricsResponse) { $0.message = "La la 1" }
    store.send(.stopButtonTapped) {
      $0.isPlaying = false
      $0.song = nil
    }
    store.assert(
      .send(.row(id: 2, action: .likeButtonTapped)) { $0.songs[id: 2]?.isLiked = true }
    )
    let song = store.scope(state: { $0.songs[1] }, action: { .row(id: 2, action: $0) })
    song.send(.likeButtonTapped) { $0.isLiked = false }
  }

  @Test func `a list of steps runs in order`() {
    assert(
      initialValue: Playlist(songs: IdentifiedArray(songs)),
      reducer: playlistReducer,
      environment: .failing,
      steps: Step(.send, .row(id: 1, action: .likeButtonTapped)) {
        $0.songs[id: 1]?.isLiked = true
      }
    )
  }
}
