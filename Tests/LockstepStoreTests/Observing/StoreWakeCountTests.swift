// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

/// An action that applies a change to the state.
struct Change<State>: Sendable {
  let apply: @Sendable (inout State) -> Void

  init(_ apply: @escaping @Sendable (inout State) -> Void) {
    self.apply = apply
  }
}

extension Store {
  /// Creates a store that applies the changes in its actions.
  @MainActor convenience init(changing state: State) where Action == Change<State> {
    self.init(
      initialState: state,
      reducer: Reducer<State, Action, Void> { state, change, _ in
        change.apply(&state)
        return .none
      },
      environment: ()
    )
  }

  func change<Root>(_ apply: @escaping @Sendable (inout Root) -> Void)
  where Action == Change<Root> {
    send(Change(apply))
  }
}

private struct Feature: Equatable, Sendable {
  var count = 1
  var name = ""
  var inner = Inner()
  var missing: Inner?
  var present: Inner? = Inner()
  var screen = Screen.detail(Inner())
  var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
  var isFinished = false

  var isEven: Bool { count % 2 == 0 }

  struct Inner: Equatable, Sendable {
    var flag = false
    var leaf = Leaf()
  }

  struct Leaf: Equatable, Sendable {
    var x = 0
    var y = 0
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var title = ""
    var isDone = false
  }

  enum Screen: Equatable, Sendable {
    case detail(Inner)
    case list
  }
}

private typealias Root = Store<Feature, Change<Feature>>

/// A way to observe a store.
private enum Way: CaseIterable {
  case field
  case state
  case observe
  case removeDuplicates
  case states
}

/// The objects that keep an observation alive, and a function that returns its number of notifications.
private typealias Watch = (kept: [AnyObject], countWakes: @MainActor () async -> Int)

/// An observed part of the state.
@MainActor private struct Observed {
  let name: String
  /// Starts to observe the part.
  ///
  /// Count the notifications after releasing the store.
  let watch: @MainActor (Root, Way) async -> Watch?

  init<Parent, Value: Equatable & Sendable>(
    _ name: String,
    _ parent: @escaping (Root) -> Store<Parent, Change<Feature>>?,
    _ keyPath: KeyPath<Parent, Value>
  ) {
    self.name = name
    watch = { root, way in
      guard let parent = parent(root) else { return nil }
      let child = parent.scope(state: keyPath)
      let wakes = Recorder(0)
      switch way {
      case .field:
        withObservationTracking {
          _ = parent[dynamicMember: keyPath]
        } onChange: {
          wakes.update { $0 += 1 }
        }
        return ([parent], { wakes.value })
      case .state:
        withObservationTracking {
          _ = child.state
        } onChange: {
          wakes.update { $0 += 1 }
        }
        return ([child], { wakes.value })
      case .observe:
        let observation = child.observe { _, _ in wakes.update { $0 += 1 } }
        return ([observation], { wakes.value - 1 })
      case .removeDuplicates:
        let observation = child.observe(removeDuplicates: ==) { _, _ in
          wakes.update { $0 += 1 }
        }
        return ([observation], { wakes.value - 1 })
      case .states:
        var states = child.states.makeAsyncIterator()
        _ = await states.next(isolation: #isolation)
        return (
          [],
          {
            var count = 0
            while await states.next(isolation: #isolation) != nil { count += 1 }
            return count
          }
        )
      }
    }
  }
}

@MainActor private let observed = [
  Observed("count", { $0 }, \.count),
  Observed("name", { $0 }, \.name),
  Observed("isEven", { $0 }, \.isEven),
  Observed("tens", { $0.scope { $0.count / 10 } }, \.self),
  Observed("inner", { $0 }, \.inner),
  Observed("inner.flag", { $0.scope(state: \.inner) }, \.flag),
  Observed("inner.leaf.x", { $0.scope(state: \.inner).scope(state: \.leaf) }, \.x),
  Observed("inner.leaf.x, by closures", { $0.scope { $0.inner }.scope { $0.leaf } }, \.x),
  Observed("missing", { $0 }, \.missing),
  Observed("present", { $0 }, \.present),
  Observed("present.flag", { $0.scope(ifLet: \.present, action: { $0 }) }, \.flag),
  Observed("screen", { $0 }, \.screen),
  Observed(
    "screen.flag",
    { $0.scope(state: \.screen).scope(ifCaseLet: /Feature.Screen.detail, action: { $0 }) },
    \.flag
  ),
  Observed("rows", { $0 }, \.rows),
  Observed("rows.count", { $0.scope(state: \.rows) }, \.count),
  Observed("row 2", { $0.scope(element: 2, of: \.rows) { $1 } }, \.self),
  Observed("row 2.title", { $0.scope(element: 2, of: \.rows) { $1 } }, \.title),
  Observed("state", { $0 }, \.self),
]

/// A change of the state, and the names of the observed parts that it changes.
private struct Mutation: Sendable {
  let name: String
  let wakes: Set<String>
  let apply: @Sendable (inout Feature) -> Void

  init(
    _ name: String,
    wakes: Set<String>,
    _ apply: @escaping @Sendable (inout Feature) -> Void
  ) {
    self.name = name
    self.wakes = wakes
    self.apply = apply
  }
}

private let mutations = [
  Mutation("nothing", wakes: []) { _ in },
  Mutation("the same value", wakes: []) { $0.count = 1 },
  Mutation("there and back", wakes: []) { state in
    state.rows.removeAll()
    state = Feature()
  },
  Mutation("a field", wakes: ["count", "isEven", "state"]) { $0.count = 2 },
  Mutation("a field, not the computed one", wakes: ["count", "state"]) { $0.count = 3 },
  Mutation("a field and its projection", wakes: ["count", "tens", "state"]) { $0.count = 11 },
  Mutation("two fields", wakes: ["count", "isEven", "name", "state"]) { state in
    state.count = 2
    state.name = "a"
  },
  Mutation("a nested field", wakes: ["inner", "inner.flag", "state"]) { $0.inner.flag = true },
  Mutation(
    "a field two levels down",
    wakes: ["inner", "inner.leaf.x", "inner.leaf.x, by closures", "state"]
  ) { $0.inner.leaf.x = 1 },
  Mutation("the field beside it", wakes: ["inner", "state"]) { $0.inner.leaf.y = 1 },
  Mutation("nil to value", wakes: ["missing", "state"]) { $0.missing = Feature.Inner() },
  Mutation("value to value", wakes: ["present", "present.flag", "state"]) {
    $0.present = Feature.Inner(flag: true)
  },
  Mutation("another field of an optional", wakes: ["present", "state"]) {
    $0.present?.leaf.x = 1
  },
  Mutation("value to nil", wakes: ["present", "state"]) { $0.present = nil },
  Mutation("a payload", wakes: ["screen", "screen.flag", "state"]) {
    $0.screen = .detail(Feature.Inner(flag: true))
  },
  Mutation("another field of a payload", wakes: ["screen", "state"]) { state in
    (/Feature.Screen.detail).modify(&state.screen) { $0.leaf.y = 1 }
  },
  Mutation("another case", wakes: ["screen", "state"]) { $0.screen = .list },
  Mutation("an element", wakes: ["rows", "row 2", "row 2.title", "state"]) {
    $0.rows[id: 2]?.title = "a"
  },
  Mutation("another field of an element", wakes: ["rows", "row 2", "state"]) {
    $0.rows[id: 2]?.isDone = true
  },
  Mutation("another element", wakes: ["rows", "state"]) { $0.rows[id: 1]?.title = "a" },
  Mutation("an element moves", wakes: ["rows", "state"]) {
    $0.rows.move(fromOffsets: [1], toOffset: 0)
  },
  Mutation("an element is added", wakes: ["rows", "rows.count", "state"]) {
    $0.rows.append(Feature.Row(id: 4))
  },
  Mutation("another element is removed", wakes: ["rows", "rows.count", "state"]) {
    $0.rows.remove(id: 1)
  },
  Mutation("an element is removed", wakes: ["rows", "rows.count", "state"]) {
    $0.rows.remove(id: 2)
  },
]

@Suite @MainActor struct StoreWakeCountTests {
  @Test(arguments: Way.allCases)
  private func `a change notifies only observers of the changed property, and only once`(
    way: Way
  ) async {
    for mutation in mutations {
      var store: Root? = Root(changing: Feature())
      var watches: [Watch?] = []
      for thing in observed {
        guard let store else { continue }
        watches.append(await thing.watch(store, way))
      }
      store?.change(mutation.apply)
      store = nil
      var wakes: [String: Int] = [:]
      for (thing, watch) in zip(observed, watches) {
        wakes[thing.name] = await watch?.countWakes()
      }
      let expected = observed.map { ($0.name, mutation.wakes.contains($0.name) ? 1 : 0) }
      #expect(
        wakes == Dictionary(uniqueKeysWithValues: expected),
        "\(mutation.name), \(way)"
      )
    }
  }

  @Test
  func `an Observations sequence delivers one value per change of the properties that it reads`()
    async
  {
    for mutation in mutations {
      let store = Root(changing: Feature())
      let present: Store<Feature.Inner, Change<Feature>>? =
        store.scope(ifLet: \.present, action: { $0 })
      let detail: Store<Feature.Inner, Change<Feature>>? =
        store.scope(state: \.screen).scope(ifCaseLet: /Feature.Screen.detail, action: { $0 })
      let row = store.scope(element: 2, of: \.rows) { $1 }
      let reads: [(name: String, read: @MainActor () -> Void)] = [
        ("count", { _ = store.count }),
        ("present.flag", { _ = present?.flag }),
        ("screen.flag", { _ = detail?.flag }),
        ("row 2.title", { _ = row?.title }),
      ]
      let counts = Recorder<[String: Int]>([:])
      var tasks: [Task<Void, Never>] = []
      for (name, read) in reads {
        let observations = Observations<Bool, Never> {
          read()
          return store.isFinished
        }
        let task = Task {
          for await isFinished in observations {
            counts.update { $0[name, default: 0] += 1 }
            if isFinished { break }
          }
        }
        tasks.append(task)
      }
      // No change, the mutation, and the original state.
      let steps: [@Sendable (inout Feature) -> Void] = [
        { _ in }, mutation.apply, { $0 = Feature() },
      ]
      for (number, step) in steps.enumerated() {
        store.change(step)
        let expected = reads.map { ($0.name, mutation.wakes.contains($0.name) ? 1 + number : 1) }
        await wait(for: Dictionary(uniqueKeysWithValues: expected), in: counts)
        #expect(
          counts.value == Dictionary(uniqueKeysWithValues: expected),
          "\(mutation.name), step \(number)"
        )
      }
      store.change { $0.isFinished = true }
      for task in tasks { await task.value }
    }
  }

  /// Waits for the expected number of values, and then a little longer for unexpected ones.
  private func wait(for expected: [String: Int], in counts: Recorder<[String: Int]>) async {
    while expected.contains(where: { name, count in counts.value[name, default: 0] < count }) {
      await Task.yield()
    }
    for _ in 0..<10 { await Task.yield() }
  }
}
