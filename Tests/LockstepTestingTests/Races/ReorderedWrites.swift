// SPDX-License-Identifier: MIT

// A like that is taken back, and two requests that reach the server in either order.

import Lockstep
import LockstepTesting

extension Race {
  static let reorderedWrites = Race(
    "writes in the wrong order",
    symptom: "The server and the screen differ."
  ) { variant in
    let reducer = Reducer<LikeState, LikeAction, Recorder<Bool>> { state, action, server in
      switch action {
      case .likeTapped:
        state.isLiked.toggle()
        if variant == .fixed, state.isWriting { return .none }
        state.isWriting = true
        return write(state.isLiked, to: server)
      case .written(let isLiked):
        state.isWriting = false
        guard variant == .fixed, isLiked != state.isLiked else { return .none }
        state.isWriting = true
        return write(state.isLiked, to: server)
      }
    }.played
    return {
      let server = Recorder(false)
      let isLiked = reducer.state(
        after: [.likeTapped, .likeTapped],
        from: LikeState(),
        in: server,
        \.isLiked
      )
      check(server.value == isLiked, "The server and the screen differ.")
    }
  }
}

private func write(_ isLiked: Bool, to server: Recorder<Bool>) -> Effect<LikeAction, Never> {
  .task {
    await pause()
    server.set(isLiked)
    return .written(isLiked)
  }
}

private struct LikeState: Equatable {
  var isLiked = false
  var isWriting = false
}

private enum LikeAction: Equatable {
  case likeTapped
  case written(Bool)
}
