// SPDX-License-Identifier: MIT

// A post that asks whether somebody is logged in, waits, and then believes the answer.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let loggedOutBetweenAwaits = Race(
    "between two awaits of one effect",
    symptom: "Something was posted for nobody.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 1_300, .fixed: 200]) { variant in
        let log = variant.reducer.played.state(
          after: [.postTapped, .logOutTapped],
          patience: 4,
          from: [],
          in: PostClient(Account())
        ) { $0 }
        check(log.contains(#"posted(by: "")"#) == false, "Something was posted for nobody.")
      },
      Form("two sends, and an actor that answers") { variant in
        let store = TestStore(
          initialState: [],
          reducer: variant.reducer,
          environment: PostClient(Account())
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.postTapped)
        store.send(.logOutTapped)
        store.skipReceived()
        check(
          store.state.contains(#"posted(by: "")"#) == false,
          "Something was posted for nobody."
        )
      },
      Form("two sends, the second when the post has arrived", ordersToTry: [.broken: 200]) {
        variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: [],
          reducer: variant.reducer,
          environment: PostClient(Account()) { try await mainQueue.sleep(for: 1) }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.postTapped)
        mainQueue.advance(by: 1.1)
        store.send(.logOutTapped)
        store.skipReceived()
        check(
          store.state.contains(#"posted(by: "")"#) == false,
          "Something was posted for nobody."
        )
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<[String], PostAction, PostClient> {
    Reducer { log, action, client in
      switch action {
      case .postTapped:
        return .task {
          switch self {
          case .broken:
            guard await client.account.user != nil else { return .refused }
            try await client.upload()
            return .posted(by: await client.account.postForUser())
          case .fixed:
            try await client.upload()
            return await client.account.postIfLoggedIn().map(PostAction.posted) ?? .refused
          }
        }
      case .logOutTapped:
        return .task {
          await client.account.logOut()
          return .loggedOut
        }
      case .loggedOut, .posted, .refused:
        log.append("\(action)")
        return .none
      }
    }
  }
}

private struct PostClient: Sendable {
  let account: Account
  let upload: @Sendable () async throws -> Void

  init(_ account: Account, upload: @escaping @Sendable () async throws -> Void = {}) {
    self.account = account
    self.upload = upload
  }
}

private enum PostAction: Equatable {
  case loggedOut
  case logOutTapped
  case posted(by: String)
  case postTapped
  case refused
}

private actor Account {
  private(set) var user: String? = "Blob"

  func logOut() {
    user = nil
  }

  func postForUser() -> String {
    user ?? ""
  }

  func postIfLoggedIn() -> String? {
    user
  }
}
