// SPDX-License-Identifier: MIT

// A counter on a server that is read by one request and written by another.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let lostUpdate = Race(
    "lost update over two requests",
    symptom: "An increment was lost.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 2_200, .fixed: 200]) { variant in
        let count = variant.reducer.played.state(
          after: [.incrementTapped, .incrementTapped],
          patience: 4,
          from: 0,
          in: CountClient(CountServer())
        ) { $0 }
        check(count == 2, "An increment was lost.")
      },
      Form("two sends, and an actor that answers", ordersToTry: [.broken: 300]) { variant in
        let store = TestStore(
          initialState: 0,
          reducer: variant.reducer,
          environment: CountClient(CountServer())
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.incrementTapped)
        store.send(.incrementTapped)
        store.skipReceived()
        check(store.state == 2, "An increment was lost.")
      },
      Form(
        "two sends, the second when the first request has arrived",
        ordersToTry: [.broken: 300, .fixed: 200]
      ) { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: 0,
          reducer: variant.reducer,
          environment: CountClient(CountServer()) { try await mainQueue.sleep(for: 1) }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.incrementTapped)
        mainQueue.advance(by: 1.1)
        store.send(.incrementTapped)
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(store.state == 2, "An increment was lost.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<Int, CountAction, CountClient> {
    Reducer { count, action, client in
      switch action {
      case .incrementTapped:
        return .task {
          guard self == .broken else {
            try await client.upload()
            return .counted(await client.server.increment())
          }
          let count = await client.server.count
          try await client.upload()
          return .counted(await client.server.set(count + 1))
        }
      case .counted(let number):
        count = max(count, number)
        return .none
      }
    }
  }
}

private struct CountClient: Sendable {
  let server: CountServer
  let upload: @Sendable () async throws -> Void

  init(_ server: CountServer, upload: @escaping @Sendable () async throws -> Void = {}) {
    self.server = server
    self.upload = upload
  }
}

private enum CountAction: Equatable {
  case counted(Int)
  case incrementTapped
}

private actor CountServer {
  private(set) var count = 0

  func set(_ count: Int) -> Int {
    self.count = count
    return count
  }

  func increment() -> Int {
    set(count + 1)
  }
}
