// SPDX-License-Identifier: MIT

// Plays the playlist on the live schedulers, and prints what changes.

import ConsumerFeature
import Dispatch
import Lockstep
import LockstepRouting

let store = Store(
  initialState: Playlist(),
  reducer: playlistReducer,
  environment: PlaylistEnvironment(
    client: .failing.override(.songs) {
      try .ok([Song(id: 1, title: "Blob"), Song(id: 2, title: "Cube")])
    },
    lyrics: { "La la \($0)" },
    mainQueue: .main,
    play: { id in .fireAndForget { print("plays", id) } }
  )
)
let observation = store.scope(state: \.message).observe { message, _ in
  print(message ?? "nothing")
}

await store.send(.appeared).finish()
store.send(.playButtonTapped)
for await playlist in store.states where playlist.message != nil && playlist.secondsPlayed > 0 {
  break
}
store.send(.song(.likeButtonTapped))
store.scope(element: 2, of: \.songs, action: PlaylistAction.row)?.send(.likeButtonTapped)
print(store.song?.isLiked ?? false, store.songs.map(\.isLiked))
store.send(.stopButtonTapped)
observation.cancel()
// Outside of tests this is printed to standard error, and nothing ends.
reportIssue("Nobody listens.\n\n  Listen.", line: 1)
