// SPDX-License-Identifier: MIT

// A like that is taken back, and two requests that reach the server in either order.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let reorderedWrites = Race(
    "writes in the wrong order",
    symptom: "The server and the screen differ.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200]) { variant in
        let server = Recorder(false)
        let isLiked = variant.reducer.played.state(
          after: [.likeTapped, .likeTapped],
          from: LikeState(),
          in: LikeClient { isLiked in
            await pause()
            server.set(isLiked)
          },
          \.isLiked
        )
        check(server.value == isLiked, "The server and the screen differ.")
      },
      Form("two sends, and a client that answers without waiting") { variant in
        let server = Recorder(false)
        let store = TestStore(
          initialState: LikeState(),
          reducer: variant.reducer,
          environment: LikeClient { server.set($0) }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.likeTapped) { $0 = LikeState(isLiked: true, isWriting: true) }
        store.send(.likeTapped) { $0 = LikeState(isLiked: false, isWriting: true) }
        store.skipReceived()
        check(server.value == store.state.isLiked, "The server and the screen differ.")
      },
      Form("two sends, and an actor that answers") { variant in
        let server = Recorder(false)
        let endpoint = Server(server)
        let store = TestStore(
          initialState: LikeState(),
          reducer: variant.reducer,
          environment: LikeClient { await endpoint.write($0) }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.likeTapped) { $0 = LikeState(isLiked: true, isWriting: true) }
        store.send(.likeTapped) { $0 = LikeState(isLiked: false, isWriting: true) }
        store.skipReceived()
        check(server.value == store.state.isLiked, "The server and the screen differ.")
      },
      Form("two sends, a fifth of a second apart, and answers after a second") { variant in
        let mainQueue = DispatchQueue.test
        let server = Recorder(false)
        let store = TestStore(
          initialState: LikeState(),
          reducer: variant.reducer,
          environment: LikeClient { isLiked in
            try await mainQueue.sleep(for: 1)
            server.set(isLiked)
          }
        )
        store.send(.likeTapped) { $0 = LikeState(isLiked: true, isWriting: true) }
        mainQueue.advance(by: 0.2)
        store.send(.likeTapped) { $0.isLiked = false }
        // The fixed feature begins the second write when the first has ended.
        mainQueue.advance(by: 1.8)
        store.skipReceived()
        check(server.value == store.state.isLiked, "The server and the screen differ.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<LikeState, LikeAction, LikeClient> {
    Reducer { state, action, client in
      switch action {
      case .likeTapped:
        state.isLiked.toggle()
        if self == .fixed, state.isWriting { return .none }
        state.isWriting = true
        return write(state.isLiked, to: client)
      case .written(let isLiked):
        state.isWriting = false
        guard self == .fixed, isLiked != state.isLiked else { return .none }
        state.isWriting = true
        return write(state.isLiked, to: client)
      }
    }
  }
}

private func write(_ isLiked: Bool, to client: LikeClient) -> Effect<LikeAction, Never> {
  .task {
    try await client.write(isLiked)
    return .written(isLiked)
  }
}

private struct LikeClient: Sendable {
  var write: @Sendable (Bool) async throws -> Void
}

private struct LikeState: Equatable {
  var isLiked = false
  var isWriting = false
}

private enum LikeAction: Equatable {
  case likeTapped
  case written(Bool)
}

private actor Server {
  private let server: Recorder<Bool>

  init(_ server: Recorder<Bool>) {
    self.server = server
  }

  func write(_ isLiked: Bool) { server.set(isLiked) }
}
