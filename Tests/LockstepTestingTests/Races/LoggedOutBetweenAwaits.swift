// SPDX-License-Identifier: MIT

// A post that asks whether somebody is logged in, waits, and then believes the answer.

import Lockstep

extension Race {
  static let loggedOutBetweenAwaits = Race(
    "between two awaits of one effect",
    symptom: "Something was posted for nobody."
  ) { variant in
    let reducer = Reducer<[String], PostAction, Account> { log, action, account in
      switch action {
      case .postTapped:
        return .task {
          switch variant {
          case .broken:
            guard await account.user != nil else { return .refused }
            return .posted(by: await account.postForUser())
          case .fixed:
            return await account.postIfLoggedIn().map(PostAction.posted) ?? .refused
          }
        }
      case .logOutTapped:
        return .task {
          await account.logOut()
          return .loggedOut
        }
      case .loggedOut, .posted, .refused:
        log.append("\(action)")
        return .none
      }
    }.played
    return {
      let log = reducer.state(
        after: [.postTapped, .logOutTapped],
        patience: 4,
        from: [],
        in: Account()
      ) { $0 }
      check(log.contains(#"posted(by: "")"#) == false, "Something was posted for nobody.")
    }
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
