// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The locations of issues that a store reports, which are lines of the program and not of the library.
@Suite @MainActor struct StoreReportPlaceTests {
  private struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
  }

  private struct List {
    var best: Int?
    var count = 0
    var rows: IdentifiedArrayOf<Row> = []
  }

  private enum Callback: Sendable {
    case single(@Sendable () -> Void)
  }

  /// Returns the description of an issue.
  private func report(_ line: UInt, _ message: String) -> String {
    "LockstepStoreTests/StoreReportPlaceTests.swift:\(line): \(message)"
  }

  @Test func `a failing scheduler is reported at the line that creates it`() {
    let line: UInt = #line + 1
    let queue = AnySchedulerOf<DispatchQueue>.failing("mainQueue")
    let reducer = Reducer<Int, Bool, SchedulerOf<DispatchQueue>> { _, _, queue in
      Effect(value: true).receive(on: queue)
    }
    let store = Store(initialState: 0, reducer: reducer, environment: queue)
    let report = report(line, "mainQueue - A failing scheduler was asked to run work at once.")
    // One report for the value and one for the completion.
    #expect(withReportedIssues { store.send(true) }.map(\.description) == [report, report])
  }

  @Test func `rows with the same id are reported at the line that creates the list`() {
    let line: UInt = #line + 4
    let reducer = Reducer<List, Bool, Void> { state, isKeyed, _ in
      state.rows =
        isKeyed
        ? IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 1)], id: \.id)
        : IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 1)])
      state.rows.remove(atOffsets: [5])
      state.rows.move(fromOffsets: [0], toOffset: 7)
      return .none
    }
    let store = Store(initialState: List(), reducer: reducer, environment: ())
    for isKeyed in [true, false] {
      let issues = withReportedIssues { store.send(isKeyed) }
      let lines = [isKeyed ? line : line + 1, line + 2, line + 3]
      #expect(
        issues.map(\.location.description)
          == lines.map { "LockstepStoreTests/StoreReportPlaceTests.swift:\($0)" }
      )
    }
  }

  @Test func `a case path that cannot find its case is reported at the line that uses it`() {
    let reducer = Reducer<Int, @Sendable () -> Void, Void> { _, _, _ in .none }
    let line: UInt = #line + 2
    let reducers: [Reducer<List, Callback, Void>] = [
      reducer.pullback(state: \.count, action: /Callback.single),
      reducer.pullback(state: OptionalPath(\.best), action: /Callback.single),
    ]
    for (reducer, offset) in zip(reducers, [0, 1] as [UInt]) {
      let store = Store(initialState: List(), reducer: reducer, environment: ())
      let message = """
        A case path cannot find its case, and extracts nothing.

        Path: /Callback.single
        Used at: LockstepStoreTests/StoreReportPlaceTests.swift:\(line + offset)

        A case path cannot read a payload that is a function, the metatype of a struct or enum, or an optional or \
        tuple of these. Create the path with 'CasePath(embed:extract:)' or from a case constructor.
        """
      let issues = withReportedIssues { store.send(.single {}) }
      #expect(issues.map(\.description) == [report(line + offset, message)])
    }
  }

  @Test func `a test store reports a case path that cannot find its case at the step`() {
    let reducer = Reducer<Int, @Sendable () -> Void, Void> { _, _, _ in .none }
    let line: UInt = #line + 1
    let parent = reducer.pullback(
      state: \Int.self,
      action: /Callback.single,
      environment: { (_: Void) in }
    )
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: parent, environment: ())
      store.send(.single {})
    }
    let message = """
      A case path cannot find its case, and extracts nothing.

      Path: /Callback.single
      Used at: LockstepStoreTests/StoreReportPlaceTests.swift:\(line)

      A case path cannot read a payload that is a function, the metatype of a struct or enum, or an optional or tuple \
      of these. Create the path with 'CasePath(embed:extract:)' or from a case constructor.
      """
    #expect(issues.map(\.description) == [report(line + 7, message)])
  }

  @Test func `receiving with a case path that cannot find its case is reported at the step`() {
    let reducer = Reducer<Int, Callback, Void> { state, _, _ in
      state += 1
      return state == 1 ? Effect(value: .single {}) : .none
    }
    let line: UInt = #line + 4
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.send(.single {}) { $0 = 1 }
      store.receive(/Callback.single) { $0 = 2 }
    }
    #expect(
      issues.first?.description.components(separatedBy: "\n\n").prefix(2) == [
        report(line, "A case path cannot find its case, and extracts nothing."),
        "Path: /Callback.single",
      ]
    )
  }
}
