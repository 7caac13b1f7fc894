// SPDX-License-Identifier: MIT

// An upload whose child task sends the progress, and does not end before the upload does.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let progressAfterEnd = Race(
    "progress after the end",
    symptom: "A finished upload is still in progress.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200, .fixed: 200]) { variant in
        let status = variant.reducer.played.state(
          after: [.uploadTapped],
          from: "",
          in: UploadClient(upload: { await pause(4) }) {
            await pause()
            return 50
          }
        ) { $0 }
        check(status == "finished", "A finished upload is still in progress.")
      },
      Form("one send, and an actor that uploads") { variant in
        let server = Server()
        let store = TestStore(
          initialState: "",
          reducer: variant.reducer,
          environment: UploadClient(upload: { await server.upload() }) { 50 }
        )
        store.send(.uploadTapped)
        store.skipReceived()
        check(store.state == "finished", "A finished upload is still in progress.")
      },
      Form("progress after nine tenths of a second, and the end after a second") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: "",
          reducer: variant.reducer,
          environment: UploadClient(upload: { try await mainQueue.sleep(for: 1) }) {
            try await mainQueue.sleep(for: 0.9)
            return 50
          }
        )
        store.send(.uploadTapped)
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(store.state == "finished", "A finished upload is still in progress.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<String, UploadAction, UploadClient> {
    Reducer { status, action, client in
      switch action {
      case .uploadTapped:
        return .run { send in
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { send(.progress(try await client.progress())) }
            try await client.upload()
            if self == .fixed { try await group.waitForAll() }
            send(.finished)
          }
        }
      case .progress(let percent):
        status = "\(percent) %"
        return .none
      case .finished:
        status = "finished"
        return .none
      }
    }
  }
}

private struct UploadClient: Sendable {
  var upload: @Sendable () async throws -> Void
  var progress: @Sendable () async throws -> Int
}

private enum UploadAction: Equatable {
  case finished
  case progress(Int)
  case uploadTapped
}

private actor Server {
  private(set) var uploads = 0

  func upload() { uploads += 1 }
}
