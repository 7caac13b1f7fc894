// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting

/// A feature that runs many small steps, and notes in which order.
struct Walk {
  enum Action: Equatable {
    case start
    case stepped(String)
  }

  typealias Walkers = TestStore<[String], Action, Void>

  /// Several of everything that runs on the executor of a store: actors, groups, streams, yields.
  static let reducer = Reducer<[String], Action, Void> { log, action, _ in
    guard action == .start else {
      if case .stepped(let name) = action { log.append(name) }
      return .none
    }
    let place = Place()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    return .merge(
      .run { send in
        for number in 1...3 {
          await Task.yield()
          send(.stepped("yield \(number)"))
        }
      },
      .run { send in
        await withTaskGroup(of: Void.self) { group in
          for number in 1...3 {
            group.addTask {
              await place.visit()
              send(.stepped("child \(number)"))
              continuation.yield(number)
            }
          }
        }
        continuation.finish()
        send(.stepped("group"))
      },
      .run { send in
        for await number in stream { send(.stepped("element \(number)")) }
        await send(.stepped("\(place.visits) visits"))
      },
      .task {
        async let one = place.visit()
        async let two = place.visit()
        return await .stepped("let \(one <= two)")
      }
    )
  }

  /// Makes a store and lets it run; returns in which order its steps came.
  static func trace(schedule: Schedule = .current) -> [String] {
    let store = TestStore(
      initialState: [],
      reducer: reducer,
      environment: (),
      schedule: schedule
    )
    store.send(.start)
    store.skipReceived()
    return store.state
  }

  /// The paragraphs of a message without those that say how two walks differ.
  static func brief(_ message: String) -> String {
    var paragraphs = message.components(separatedBy: "\n\n")
      .filter { $0.hasPrefix("It passes when it is repeated") == false }
    if let first = paragraphs.firstIndex(where: { $0.hasPrefix("From action ") }),
      let end = paragraphs.firstIndex(where: { $0.hasPrefix("Its failures are ") })
    {
      paragraphs.removeSubrange(first..<end)
    }
    return paragraphs.joined(separator: "\n\n")
  }

  private actor Place {
    private(set) var visits = 0

    @discardableResult func visit() -> Int {
      visits += 1
      return visits
    }
  }
}
