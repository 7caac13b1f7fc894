// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

/// A thousand observers, of which a change notifies only those that read the changed part.
@Suite @MainActor struct WakeCostTests {
  private struct State: Equatable {
    var count = 0
    var name = ""
    var inner = Inner()
    var optional: Inner? = Inner()
    var route = Route.first(Inner())
    var rows = [0, 0, 0]

    struct Inner: Equatable {
      var flag = false
      var other = 0
    }

    enum Route: Equatable {
      case first(Inner)
      case second

      var payload: Inner? {
        if case .first(let inner) = self { inner } else { nil }
      }
    }
  }

  /// A change of the state, with a name for failure messages.
  private struct Change: Sendable, CustomStringConvertible {
    let description: String
    let apply: @Sendable (inout State) -> Void
  }

  private let reducer = Reducer<State, Change, Void> { state, change, _ in
    change.apply(&state)
    return .none
  }

  /// Each change with the names of the parts that it changes.
  private let changes: [(change: Change, wakes: Set<String>)] = [
    (Change(description: "nothing") { _ in }, []),
    (Change(description: "the same count") { $0.count += 0 }, []),
    (Change(description: "the count") { $0.count += 1 }, ["count", "isEven", "state"]),
    (Change(description: "the count by two") { $0.count += 2 }, ["count", "state"]),
    (Change(description: "the name") { $0.name += "a" }, ["name", "state"]),
    (
      Change(description: "a part of the inner") { $0.inner.flag.toggle() },
      ["inner", "flag", "state"]
    ),
    (Change(description: "the rest of the inner") { $0.inner.other += 1 }, ["inner", "state"]),
    (
      Change(description: "a part of the optional") { $0.optional?.flag.toggle() },
      ["optional", "optional flag", "state"]
    ),
    (
      Change(description: "the rest of the optional") { $0.optional?.other += 1 },
      ["optional", "state"]
    ),
    (
      Change(description: "the optional to nothing") { $0.optional = nil },
      ["optional", "optional flag", "state"]
    ),
    (
      Change(description: "a payload") { $0.route = .first(State.Inner(flag: true)) },
      ["payload", "state"]
    ),
    (Change(description: "the same payload") { $0.route = .first(State.Inner(flag: true)) }, []),
    (Change(description: "the case") { $0.route = .second }, ["payload", "state"]),
    (Change(description: "a row") { $0.rows[1] += 1 }, ["second row", "rows", "state"]),
    (Change(description: "the number of rows") { $0.rows.append(0) }, ["rows", "state"]),
    (
      Change(description: "all at once") { state in
        state = State(count: state.count + 1, name: "b", rows: [7, 7])
      },
      [
        "count", "isEven", "name", "inner", "flag", "optional", "optional flag", "payload",
        "second row", "rows", "state",
      ]
    ),
  ]

  private let kinds = [
    "count", "isEven", "name", "inner", "flag", "optional", "optional flag", "payload",
    "second row", "rows", "state",
  ]

  private typealias TheStore = Store<State, Change>

  /// Observes a scope of the store.
  private func observe(
    _ kind: String,
    of store: TheStore,
    _ wake: @escaping () -> Void
  ) -> StoreObservation? {
    func observe<Value: Equatable>(
      _ value: @escaping (State) -> Value
    ) -> StoreObservation {
      store.scope(state: value).observe { _, _ in wake() }
    }
    func observe<Value: Equatable>(at path: KeyPath<State, Value>) -> StoreObservation {
      store.scope(state: path).observe { _, _ in wake() }
    }
    return switch kind {
    case "count": observe(at: \.count)
    case "isEven": observe { $0.count % 2 == 0 }
    case "name": observe(at: \.name)
    case "inner": observe(at: \.inner)
    case "flag": observe(at: \.inner.flag)
    case "optional": observe(at: \.optional)
    case "optional flag": observe { $0.optional?.flag }
    case "payload": observe { $0.route.payload }
    case "second row": observe { $0.rows[1] }
    case "rows": observe(at: \.rows)
    case "state": observe(at: \.self)
    default: nil
    }
  }

  @Test func `a change notifies only observers of the changed parts`() {
    let observersOfEach = 1_000 / kinds.count + 1
    let store = Store(initialState: State(), reducer: reducer, environment: ())
    var wakes: [String: Int] = [:]
    let observations = kinds.flatMap { kind in
      (0..<observersOfEach).map { _ in
        observe(kind, of: store) { wakes[kind, default: 0] += 1 }
      }
    }
    for (change, expected) in changes {
      wakes = [:]
      store.send(change)
      let all = Dictionary(uniqueKeysWithValues: expected.map { ($0, observersOfEach) })
      #expect(wakes == all, "\(change)")
    }
    withExtendedLifetime(observations) {}
  }

  @Test func `a change notifies only tracking that has read the changed parts`() {
    let reads: [(name: String, read: (TheStore) -> Void)] = [
      ("count", { _ = $0.count }),
      ("name", { _ = $0.name }),
      ("inner", { _ = $0.inner }),
      ("optional", { _ = $0.optional }),
      ("rows", { _ = $0.rows }),
      ("state", { _ = $0.state }),
    ]
    let readersOfEach = 1_000 / reads.count + 1
    var state = State()
    for (change, expected) in changes {
      let store = Store(initialState: state, reducer: reducer, environment: ())
      let wakes = Recorder<[String: Int]>([:])
      for (name, read) in reads {
        for _ in 0..<readersOfEach {
          withObservationTracking {
            read(store)
          } onChange: {
            wakes.update { $0[name, default: 0] += 1 }
          }
        }
      }
      store.send(change)
      let names = Set(reads.map(\.name)).intersection(expected)
      let all = Dictionary(uniqueKeysWithValues: names.map { ($0, readersOfEach) })
      #expect(wakes.value == all, "\(change)")
      state = store.state
    }
  }
}
