// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The ids of screens after undo and redo.
@Suite struct UndoneStackTests {
  typealias Path = StackState<String>

  /// Pushes a screen and undoes the step, three times, and returns the ids of the screens.
  private func pushedIDs<Value: Equatable & Sendable>(
    _ value: Value,
    _ push: @escaping @Sendable (inout Value, String) -> Void,
    _ path: (Value) -> Path?
  ) -> [Int] {
    var (undoable, ids) = (Undoable(value), [Int]())
    for text in ["a", "b", "c"] {
      undoable = undoable.after(.step { push(&$0, text) })
      ids += path(undoable.value)?.ids ?? []
      undoable = undoable.after(.undo)
    }
    return ids
  }

  struct Tab: Equatable, Identifiable {
    var id = 0
    var path: Path = []
  }

  @Test func `a stack in any container reuses no id after an undo`() {
    #expect(pushedIDs(Path(), { $0.append($1) }, { $0 }) == [0, 1, 2])
    #expect(pushedIDs(Tab(), { $0.path.append($1) }, { $0.path }) == [0, 1, 2])
    #expect(pushedIDs([Tab()], { $0[0].path.append($1) }, { $0[0].path }) == [0, 1, 2])
    #expect(pushedIDs(["a": Tab()], { $0["a"]?.path.append($1) }, { $0["a"]?.path }) == [0, 1, 2])
    #expect(pushedIDs(Path?.some([]), { $0?.append($1) }, { $0 }) == [0, 1, 2])
    let tabs: IdentifiedArrayOf<Tab> = [Tab()]
    #expect(pushedIDs(tabs, { $0[id: 0]?.path.append($1) }, { $0[id: 0]?.path }) == [0, 1, 2])
    let stack: StackState<Path> = [[]]
    #expect(pushedIDs(stack, { $0[id: 0]?.append($1) }, { $0[id: 0] }) == [0, 1, 2])
    let pair = Pair()
    #expect(pushedIDs(pair, { $0.pair.path.append($1) }, { $0.pair.path }) == [0, 1, 2])
  }

  struct Pair: Equatable {
    var pair: (name: String, path: Path) = ("", [])

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.pair == rhs.pair }
  }

  enum Sheet: Equatable {
    case none
    case tab(Tab)
    case both(String, Path)
  }

  @Test func `a stack in the payload of a case reuses no id after an undo`() {
    let push: @Sendable (inout Sheet, String) -> Void = { sheet, text in
      switch sheet {
      case .none: break
      case .tab(var tab):
        tab.path.append(text)
        sheet = .tab(tab)
      case .both(let name, var path):
        path.append(text)
        sheet = .both(name, path)
      }
    }
    let path: (Sheet) -> Path? = { sheet in
      switch sheet {
      case .none: nil
      case .tab(let tab): tab.path
      case .both(_, let path): path
      }
    }
    #expect(pushedIDs(Sheet.tab(Tab()), push, path) == [0, 1, 2])
    #expect(pushedIDs(Sheet.both("a", []), push, path) == [0, 1, 2])
    #expect(pushedIDs(Sheet.none, push, path) == [])
  }

  enum Screen: Equatable {
    case none
    indirect case boxed(Path)
  }

  /// This limitation is documented.
  @Test func `a stack in an indirect case reuses the ids of undone screens`() {
    let push: @Sendable (inout Screen, String) -> Void = { screen, text in
      if case .boxed(var path) = screen {
        path.append(text)
        screen = .boxed(path)
      }
    }
    let path: (Screen) -> Path? = { if case .boxed(let path) = $0 { path } else { nil } }
    #expect(pushedIDs(Screen.boxed([]), push, path) == [0, 0, 0])
  }

  @Test func `restored screens keep their ids and new screens get new ids`() {
    var path = Undoable(Path()).after(.step { $0.append("a") }, .step { $0.append("b") })
    path = path.after(.undo, .undo, .redo)
    #expect(path.value.ids == [0])
    path = path.after(.step { $0.append("c") })
    #expect(path.value.ids == [0, 2])
    path = path.after(.undo, .redo, .step { $0.append("d") })
    #expect(path.value.ids == [0, 2, 3])
  }

  /// The optional stack is nil in one of the steps.
  @Test func `the ids of a stack are not reused after a step in which the stack is nil`() throws {
    let before = Undoable(Path?.some([])).after(
      .step { $0 = nil },
      .step { $0 = ["a", "b"] },
      .undo,
      .step { $0 = nil }
    )
    for path in [before, try decoded(before)] {
      let after = path.after(.undo, .undo, .step { $0?.append("c") })
      #expect(after.value?.ids == [2])
    }
  }

  private func decoded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `a test store's expected value uses the same ids as the reducer`() {
    let store = TestStore(
      initialState: Undoable(Path()),
      reducer: stepReducer() as Reducer<Undoable<Path>, StepAction<Path>, Void>,
      environment: ()
    )
    store.send(.step { $0.append("a") }) { $0.value = ["a"] }
    store.send(.undo) { $0.value = [] }
    store.send(.step { $0.append("b") }) { $0.value.append("b") }
    #expect(store.state.value.ids == [1])
  }

  @Test func `a stack reuses no id in random histories`() {
    for seed in 0..<300 {
      var random = SplitMix64(seed: UInt64(seed))
      var tabs = Undoable([Tab(id: 0), Tab(id: 1)])
      var used: [Set<Int>] = [[], []]
      for _ in 0..<40 {
        let tab = Int.random(in: 0..<2, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<2: tabs = tabs.after(.undo)
        case 2: tabs = tabs.after(.redo)
        case 3: tabs = tabs.after(.step { _ = $0[tab].path.popLast() })
        default:
          tabs = tabs.after(.step { $0[tab].path.append("a") })
          let id = tabs.value[tab].path.ids.last ?? -1
          #expect(used[tab].insert(id).inserted, "Seed \(seed)")
        }
      }
    }
  }
}
