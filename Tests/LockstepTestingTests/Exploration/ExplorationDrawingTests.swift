// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The two drawings in the failure of an exploration: first in, first out, and the failing schedule.
@Suite struct ExplorationDrawingTests {
  enum Notes {
    struct State: Equatable {
      var texts: [String] = []
      var saving = Saving()
    }

    enum Action: Equatable {
      case addTapped(String)
      case loaded(String)
      case saving(SavingAction)
      case ticked
    }

    struct Environment: Sendable {
      var storage = StorageClient.inMemory()
      var queue: SchedulerOf<DispatchQueue>
    }

    static let reducer = Reducer<State, Action, Environment> { state, action, _ in
      switch action {
      case .addTapped(let text): return .task { .loaded(text) }
      case .loaded(let text): state.texts.append(text)
      case .saving, .ticked: break
      }
      return .none
    }
    .persisted(
      \.texts,
      saving: \.saving,
      action: /Action.saving,
      as: SavedFormat<[String]>(version: 1),
      to: \.storage,
      scheduler: \.queue
    )
  }

  private func message(turns: Int, effects: Int) throws -> String {
    let issues = withReportedIssues {
      explore(.random(100, seed: 1)) {
        let queue = DispatchQueue.test
        let environment = Notes.Environment(queue: queue)
        _ = SavedFormat<[String]>(version: 1).load(from: environment.storage)
        let store = TestStore(
          initialState: Notes.State(),
          reducer: Notes.reducer,
          environment: environment
        )
        store.exhaustivity = .off
        for _ in 0..<turns / 2 { store.send(.ticked) }
        for effect in 1...effects + 1 { store.send(.addTapped("\(effect)")) }
        for _ in 0..<turns / 2 { store.send(.ticked) }
        queue.advance(by: 1)
        store.skipReceived()
        if store.state.texts.firstIndex(of: "2") ?? 0 < store.state.texts.firstIndex(of: "1") ?? 0 {
          reportIssue("Wrong order")
        }
      }
    }
    return try #require(issues.last?.message)
  }

  @Test(arguments: [10, 50, 200], [1, 40])
  func `the diagrams show the first turns that differ and their causes`(
    turns: Int,
    effects: Int
  ) throws {
    let message = try message(turns: turns, effects: effects)
    let differing = try #require(
      message.firstMatch(of: /From action (\d+) on/).flatMap { Int($0.1) }
    )
    let drawings = message.split(separator: /First in, first out:|Seed \d+:|The failure becomes/)
    for drawing in drawings.dropFirst().prefix(2) {
      let lines = drawing.split(separator: "\n")
      let rows = [differing - 1, differing, differing + 1].map { number in
        lines.first { $0.split(separator: " ").contains("\(number)") } ?? ""
      }
      #expect(rows.contains("") == false, "\(drawing)")
      let label = rows[1].firstMatch(of: /by effect (.)/)?.1
      #expect(
        label.map { label in lines.contains { $0.hasPrefix("\(label)  task, made at") } } ?? true
      )
      for action in ["addTapped(\"1\")", "addTapped(\"2\")"] {
        #expect(drawing.contains(action), "\(drawing)")
      }
      #expect(lines.count <= 17)
    }
    #expect(message.contains("The failure becomes certain"))
  }
}
