// SPDX-License-Identifier: MIT

import Lockstep
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/Performance.md`.

enum Wall {
  struct State: Equatable {
    var bricks: IdentifiedArrayOf<Brick.State>
  }

  enum Action: Equatable {
    case brick(id: Int, action: Brick.Action)
  }

  static let reducer: Reducer<State, Action, Void> =
    Brick.reducer
    .forEach(state: \.bricks, action: /Action.brick)
}

enum Brick {
  struct State: Equatable, Identifiable {
    let id: Int
    var isPainted = false
  }

  enum Action: Equatable {
    case painted
  }

  static let reducer = Reducer<State, Action, Void>.withoutEffects { brick, _ in
    brick.isPainted = true
  }
}

@MainActor func firstBrickChanges(_ store: Store<Wall.State, Wall.Action>) -> Int {
  var changes = 0
  let first = store.scope(element: 0, of: \.bricks, action: Wall.Action.brick)
  let observation = first?.observe { _, _ in changes += 1 }
  for id in store.bricks.ids {
    store.send(.brick(id: id, action: .painted))
  }
  observation?.cancel()
  return changes
}

@Suite struct PerformanceTests {
  @Test @MainActor func `a change to another row does not notify the observer of a row`() {
    let store = Store(
      initialState: Wall.State(bricks: IdentifiedArray((0..<1_000).map { Brick.State(id: $0) })),
      reducer: Wall.reducer,
      environment: ()
    )
    #expect(firstBrickChanges(store) == 2)
    #expect(store.bricks.allSatisfy { $0.isPainted })
  }

  @Test func `the times in the table match the measurements`() throws {
    let article = try MarkdownFile("Sources/Lockstep/Lockstep.docc/Articles/Performance.md").text
    let measured = try MarkdownFile("Benchmarks/README.md").text
    let times = article.split(separator: "\n").filter { $0.hasPrefix("|") }
      .flatMap { $0.matches(of: /[0-9,]+ ns/) }
      .map { String($0.output) }
    #expect(times.count == 17)
    for time in times {
      #expect(measured.contains("(\(time))"))
    }
  }
}
