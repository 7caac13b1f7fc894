// SPDX-License-Identifier: MIT

import Lockstep
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/Performance.md`.

struct Wall: Equatable {
  var bricks: IdentifiedArrayOf<Brick>
}

struct Brick: Equatable, Identifiable {
  let id: Int
  var isPainted = false
}

enum WallAction: Equatable {
  case brick(id: Int, action: BrickAction)
}

enum BrickAction: Equatable {
  case painted
}

let wallReducer: Reducer<Wall, WallAction, Void> =
  Reducer<Brick, BrickAction, Void> { brick, _, _ in
    brick.isPainted = true
    return .none
  }
  .forEach(state: \.bricks, action: /WallAction.brick)

@MainActor func firstBrickChanges(_ store: Store<Wall, WallAction>) -> Int {
  var changes = 0
  let first = store.scope(element: 0, of: \.bricks, action: WallAction.brick)
  let observation = first?.observe { _, _ in changes += 1 }
  for id in store.bricks.ids {
    store.send(.brick(id: id, action: .painted))
  }
  observation?.cancel()
  return changes
}

@Suite struct PerformanceTests {
  @Test @MainActor func `an observer of one row is not woken by another one`() {
    let store = Store(
      initialState: Wall(bricks: IdentifiedArray((0..<1_000).map { Brick(id: $0) })),
      reducer: wallReducer,
      environment: ()
    )
    #expect(firstBrickChanges(store) == 2)
    #expect(store.bricks.allSatisfy { $0.isPainted })
  }

  @Test func `the table promises what is measured`() throws {
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
