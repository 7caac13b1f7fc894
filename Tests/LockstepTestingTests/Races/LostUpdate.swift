// SPDX-License-Identifier: MIT

// A counter on a server that is read by one request and written by another.

import Lockstep

extension Race {
  static let lostUpdate = Race(
    "lost update over two requests",
    symptom: "An increment was lost."
  ) { variant in
    let reducer = Reducer<Int, CountAction, CountServer> { count, action, server in
      switch action {
      case .incrementTapped:
        .task {
          guard variant == .broken else { return .counted(await server.increment()) }
          let count = await server.count
          return .counted(await server.set(count + 1))
        }
      case .counted(let number):
        counted(number, &count)
      }
    }.played
    return {
      let count = reducer.state(
        after: [.incrementTapped, .incrementTapped],
        patience: 4,
        from: 0,
        in: CountServer()
      ) { $0 }
      check(count == 2, "An increment was lost.")
    }
  }
}

private func counted(_ number: Int, _ count: inout Int) -> Effect<CountAction, Never> {
  count = max(count, number)
  return .none
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
