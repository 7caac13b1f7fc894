// SPDX-License-Identifier: MIT

// Two withdrawals that ask an actor whether there is enough, and then withdraw.

import Lockstep

extension Race {
  static let checkThenAct = Race(
    "check, then act, over an actor",
    symptom: "The account is overdrawn."
  ) { variant in
    let reducer = Reducer<Int, BankAction, BankAccount> { lowest, action, account in
      switch action {
      case .withdrawTapped:
        return .task {
          switch variant {
          case .broken:
            guard await account.balance >= 80 else { break }
            await pause()
            await account.withdraw(80)
          case .fixed:
            await account.withdrawIfCovered(80)
          }
          return .balance(await account.balance)
        }
      case .balance(let balance):
        lowest = min(lowest, balance)
        return .none
      }
    }.played
    return {
      let lowest = reducer.state(
        after: [.withdrawTapped, .withdrawTapped],
        patience: 4,
        from: 100,
        in: BankAccount()
      ) { $0 }
      check(lowest == 20, "The account is overdrawn.")
    }
  }
}

private enum BankAction: Equatable {
  case balance(Int)
  case withdrawTapped
}

private actor BankAccount {
  private(set) var balance = 100

  func withdraw(_ amount: Int) {
    balance -= amount
  }

  func withdrawIfCovered(_ amount: Int) {
    if balance >= amount { withdraw(amount) }
  }
}
