// SPDX-License-Identifier: MIT

// Two withdrawals that ask an actor whether there is enough, and then withdraw.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let checkThenAct = Race(
    "check, then act, over an actor",
    symptom: "The account is overdrawn.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 1_200, .fixed: 200]) { variant in
        let lowest = variant.reducer.played.state(
          after: [.withdrawTapped, .withdrawTapped],
          patience: 4,
          from: 100,
          in: BankClient(BankAccount()) { await pause() }
        ) { $0 }
        check(lowest == 20, "The account is overdrawn.")
      },
      Form("two sends, and actors that answer", ordersToTry: [.broken: 300, .fixed: 200]) {
        variant in
        let ledger = Ledger()
        let store = TestStore(
          initialState: 100,
          reducer: variant.reducer,
          environment: BankClient(BankAccount()) { await ledger.book() }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.withdrawTapped)
        store.send(.withdrawTapped)
        store.skipReceived()
        check(store.state == 20, "The account is overdrawn.")
      },
      Form(
        "two sends, the second when the first withdrawal is booked",
        ordersToTry: [.broken: 300, .fixed: 200]
      ) { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: 100,
          reducer: variant.reducer,
          environment: BankClient(BankAccount()) { try await mainQueue.sleep(for: 1) }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.withdrawTapped)
        mainQueue.advance(by: 1.1)
        store.send(.withdrawTapped)
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(store.state == 20, "The account is overdrawn.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<Int, BankAction, BankClient> {
    Reducer { lowest, action, client in
      switch action {
      case .withdrawTapped:
        return .task {
          switch self {
          case .broken:
            guard await client.account.balance >= 80 else { break }
            try await client.withdraw(80)
          case .fixed:
            try await client.withdrawIfCovered(80)
          }
          return .balance(await client.account.balance)
        }
      case .balance(let balance):
        lowest = min(lowest, balance)
        return .none
      }
    }
  }
}

private struct BankClient: Sendable {
  let account: BankAccount
  let book: @Sendable () async throws -> Void

  init(_ account: BankAccount, book: @escaping @Sendable () async throws -> Void = {}) {
    self.account = account
    self.book = book
  }

  func withdraw(_ amount: Int) async throws {
    try await book()
    await account.withdraw(amount)
  }

  func withdrawIfCovered(_ amount: Int) async throws {
    try await book()
    await account.withdrawIfCovered(amount)
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

private actor Ledger {
  private(set) var entries = 0

  func book() { entries += 1 }
}
