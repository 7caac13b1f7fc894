// SPDX-License-Identifier: MIT

// A feature with children, effects of several kinds, and a client.

import Dispatch
import Lockstep
import LockstepRouting

package nonisolated struct Playlist: Equatable {
  package var isPlaying = false
  package var message: String?
  package var secondsPlayed = 0
  package var song: Song?
  package var songs: IdentifiedArrayOf<Song> = []

  package init(songs: IdentifiedArrayOf<Song> = []) {
    self.songs = songs
  }
}

package nonisolated struct Song: Codable, Equatable, Identifiable, Sendable {
  package let id: Int
  package var title: String
  package var isLiked = false

  package init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

package nonisolated enum SongAction: Equatable, Sendable {
  case likeButtonTapped
}

package nonisolated enum PlaylistAction: Equatable, Sendable {
  case appeared
  case lyricsResponse(String)
  case playButtonTapped
  case row(id: Song.ID, action: SongAction)
  case song(SongAction)
  case songsResponse(Result<[Song], URLRoutingClientError>)
  case stopButtonTapped
  case ticked
}

package nonisolated enum MusicRoute: Equatable, Sendable {
  case songs
}

package nonisolated let musicRouter = Router<MusicRoute> {
  Route(.case(MusicRoute.songs)) { Path { "songs" } }
}

package nonisolated struct PlaylistEnvironment: Sendable {
  package var client: URLRoutingClient<MusicRoute>
  package var lyrics: @Sendable (Int) async -> String
  package var mainQueue: AnySchedulerOf<DispatchQueue>
  package var play: @Sendable (Int) -> Effect<Never, Never>

  package init(
    client: URLRoutingClient<MusicRoute>,
    lyrics: @escaping @Sendable (Int) async -> String,
    mainQueue: AnySchedulerOf<DispatchQueue>,
    play: @escaping @Sendable (Int) -> Effect<Never, Never>
  ) {
    self.client = client
    self.lyrics = lyrics
    self.mainQueue = mainQueue
    self.play = play
  }

  package static let failing = Self(
    client: .failing,
    lyrics: { unimplemented("PlaylistEnvironment.lyrics(\($0))", placeholder: "") },
    mainQueue: .failing("mainQueue"),
    play: { .failing("PlaylistEnvironment.play(\($0)) is unimplemented") }
  )
}

/// Endpoints of all kinds that nobody has supplied, in closures and as wholes.
package nonisolated struct Doorbell: Sendable {
  package var isMuted: @Sendable () -> Bool
  package var ring: @Sendable () -> Void
  package var ringFor: @Sendable (Int, String) async -> Void
  package var ringOnScreen: @MainActor @Sendable () -> Void
  package var name: @Sendable (Int) async throws -> String
  package var rename: @Sendable (String) throws -> Void

  package static let closures = Self(
    isMuted: { unimplemented("isMuted", placeholder: true) },
    ring: { unimplemented("ring") },
    ringFor: { unimplemented("ringFor(\($0), \($1))") },
    ringOnScreen: { unimplemented("ringOnScreen") },
    name: { try unimplemented("name(\($0))") },
    rename: { _ in unimplemented("rename") }
  )

  package static let wholes = Self(
    isMuted: unimplemented("isMuted", placeholder: true),
    ring: unimplemented("ring"),
    ringFor: unimplemented("ringFor"),
    ringOnScreen: unimplemented("ringOnScreen"),
    name: unimplemented("name"),
    rename: unimplemented("rename")
  )
}

private nonisolated struct TimerID: Hashable {}

private nonisolated let songReducer = Reducer<Song, SongAction, Void> { song, _, _ in
  song.isLiked.toggle()
  return .none
}

package nonisolated let playlistReducer = Reducer<
  Playlist, PlaylistAction, PlaylistEnvironment
>.combine(
  songReducer
    .optional()
    .pullback(state: \.song, action: /PlaylistAction.song, environment: { _ in () }),
  songReducer
    .forEach(state: \.songs, action: /PlaylistAction.row, environment: { _ in () }),
  Reducer { playlist, action, environment in
    switch action {
    case .appeared:
      return environment.client.effect(for: .songs, as: [Song].self)
        .receive(on: environment.mainQueue)
        .catchToEffect()
        .map(PlaylistAction.songsResponse)

    case .songsResponse(.success(let songs)):
      playlist.songs = IdentifiedArray(songs)
      return .none

    case .songsResponse(.failure(let error)):
      playlist.message = error.description
      return .none

    case .playButtonTapped:
      guard let song = playlist.songs.first else { return .none }
      playlist.isPlaying = true
      playlist.song = song
      return .merge(
        environment.play(song.id).fireAndForget(),
        .task { .lyricsResponse(await environment.lyrics(song.id)) },
        .run { send in
          for await _ in environment.mainQueue.timer(interval: 1) {
            send(.ticked)
          }
        }
        .cancellable(id: TimerID(), cancelInFlight: true)
      )

    case .lyricsResponse(let lyrics):
      playlist.message = lyrics
      return .none

    case .ticked:
      playlist.secondsPlayed += 1
      return .none

    case .stopButtonTapped:
      playlist.isPlaying = false
      playlist.song = nil
      return .cancel(id: TimerID())

    case .row, .song:
      return .none
    }
  }
)
