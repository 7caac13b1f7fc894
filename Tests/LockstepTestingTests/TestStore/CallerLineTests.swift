// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Each call reports at its own line, also where a closure comes last.
@Suite struct CallerLineTests {
  enum Action: Equatable {
    case add(Int)
    case listen
    case part(PartAction)
  }

  enum PartAction: Equatable {
    case touch
  }

  private typealias ListStore = TestStore<Int, Action, Void>
  private typealias PartStore = ScopedTestStore<Int, PartAction, Action, Void>

  private struct Failure: Error {}

  private let isPositive: (Int) -> Bool = { $0 > 0 }
  private let isListen: (Action) -> Bool = { $0 == .listen }

  private let reducer = Reducer<Int, Action, Void> { state, action, _ in
    switch action {
    case .add(let number): state += number
    case .listen: return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
    case .part: break
    }
    return .none
  }

  private func makeStore() -> ListStore {
    TestStore(initialState: 0, reducer: reducer, environment: ())
  }

  /// Expects one issue for each line of a body, up to the number that it returns.
  private func expectIssueInEachLine(
    after line: Int = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ListStore, PartStore) async -> Int
  ) async {
    var end = 0
    let issues = await withReportedIssues {
      let store = makeStore()
      end = await body(store, store.scope(state: { $0 }, action: Action.part))
    }
    #expect(issues.map { Int($0.location.line) } == Array((line + 1)..<end))
    #expect(issues.allSatisfy { "\($0.location.fileID)" == #fileID })
    #expect(issues.allSatisfy { "\($0.location.filePath)" == #filePath })
  }

  @Test func `synchronous methods report at the line of the call`() async {
    await expectIssueInEachLine { store, part in
      store.send(.add(1)) { $0 = 9 }
      store.receive(.add(1)) { $0 = 9 }
      store.receive(/Action.add) { $0 = 9 }
      store.receive(/Action.add, 1) { $0 = 9 }
      store.receive(/Action.add, where: isPositive) { $0 = 9 }
      store.receive(/Action.self, where: isListen) { $0 = 9 }
      store.fireAndForget()
      store.fireAndForget("save")
      part.send(.touch) { $0 = 9 }
      part.receive(.touch) { $0 = 9 }
      part.receive(.listen) { $0 = 9 }
      store.send(.listen) { $0 = 9 }
      store.finish()
      return #line
    }
  }

  @Test func `asynchronous methods report at the line of the call`() async {
    await expectIssueInEachLine { store, part in
      await store.receive(.add(1), timeout: .zero) { $0 = 9 }
      await store.receive(/Action.add, timeout: .zero) { $0 = 9 }
      await store.receive(/Action.add, 1, timeout: .zero) { $0 = 9 }
      await store.receive(/Action.add, where: isPositive, timeout: .zero) { $0 = 9 }
      await store.receive(/Action.self, where: isListen, timeout: .zero) { $0 = 9 }
      await store.fireAndForget(timeout: .zero)
      await store.fireAndForget("save", timeout: .zero)
      await part.receive(.touch, timeout: .zero) { $0 = 9 }
      await part.receive(.listen, timeout: .zero) { $0 = 9 }
      store.send(.listen) { $0 = 9 }
      await store.finish(timeout: .zero)
      return #line
    }
  }

  private var steps: (first: Int, list: [ListStore.Step]) {
    let first = #line + 2
    let list: [ListStore.Step] = [
      .send(.add(1)) { $0 = 9 },
      .receive(.add(1)) { $0 = 9 },
      .receive(/Action.add) { $0 = 9 },
      .receive(/Action.add, 1) { $0 = 9 },
      .receive(/Action.add, where: isPositive) { $0 = 9 },
      .receive(/Action.self, where: isListen) { $0 = 9 },
      .fireAndForget(),
      .fireAndForget("save"),
      Step(.fireAndForget),
      Step(.send, .add(1)) { $0 = 9 },
      Step(.receive, .add(1)) { $0 = 9 },
      Step(.send(.add(1)) { $0 = 9 }),
      .do { throw Failure() },
      .environment { _ in throw Failure() },
    ]
    return (first, list)
  }

  @Test func `a list of steps reports at the line of each step`() {
    let (first, list) = steps
    let lines = list.indices.map { UInt(first + $0) }
    let issues = withReportedIssues {
      makeStore().assert(list)
      assert(initialValue: 0, reducer: reducer, steps: .sequence(list))
    }
    #expect(issues.map(\.location.line) == lines + lines)
  }

  @Test func `steps passed directly report at their own lines`() async {
    await expectIssueInEachLine { store, _ in
      store.assert(.fireAndForget)
      store.assert([.fireAndForget])
      store.assert(.sequence(.fireAndForget))
      assert(initialValue: 0, reducer: reducer, steps: .fireAndForget)
      assert(initialValue: 0, reducer: reducer, environment: (), steps: .fireAndForget)
      assert(initialValue: 0, reducer: reducer, steps: .send(.listen))
      return #line
    }
  }
}
