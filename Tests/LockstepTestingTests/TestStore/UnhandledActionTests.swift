// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the remark about actions of a child whose reducer is not combined.
@Suite struct UnhandledActionTests {
  struct AppState: Equatable {
    var child = ChildState()
    var rows: IdentifiedArrayOf<RowState> = [RowState(id: 1)]
    var title = ""
  }

  struct ChildState: Equatable {
    var count = 0
    var detail: Int?
  }

  struct RowState: Equatable, Identifiable {
    var id: Int
    var isOn = false
  }

  enum AppAction: Equatable {
    case child(ChildAction)
    case row(id: Int, action: RowAction)
    case status(Status)
    case later(ChildAction)
    case titleChanged(String)
  }

  enum ChildAction: Equatable {
    case tapped
    case detail(DetailAction)
    case delegate(DelegateAction)
  }

  enum DelegateAction: Equatable { case closed }

  enum RowAction: Equatable { case toggled }
  enum DetailAction: Equatable { case closed }
  enum Status: Equatable { case idle }

  typealias AppReducer = Reducer<AppState, AppAction, Void>

  private static let parent = AppReducer { state, action, _ in
    switch action {
    case .child, .row, .status: return .none
    case .later(let action): return Effect(value: .child(action))
    case .titleChanged(let title):
      state.title = title
      return .none
    }
  }

  private static let child = Reducer<ChildState, ChildAction, Void> { state, action, _ in
    if action == .tapped { state.count += 1 }
    return .none
  }
  .pullback(state: \AppState.child, action: /AppAction.child)

  private func messages(
    _ reducer: AppReducer = Self.parent,
    _ steps: (TestStore<AppState, AppAction, Void>) -> Void
  ) -> [String] {
    withReportedIssues {
      steps(TestStore(initialState: AppState(), reducer: reducer, environment: ()))
    }
    .map(\.message)
  }

  /// Returns the remark at the end of a failure.
  private func remark(_ type: String, _ name: String, _ code: String) -> String {
    let type = "UnhandledActionTests.\(type)"
    return """


      Nothing handles '\(type).\(name)': the action has changed nothing and started no effect. If a child is to \
      handle it, combine its reducer with that of '\(type)':

      \(code), action: /\(type).\(name))
      """
  }

  private let pullback = "childReducer.pullback(state: \\.child"
  private let detailPullback = "detailReducer.pullback(state: \\.detail"
  private let forEach = "rowReducer.forEach(state: \\.rows"

  private let wrongCount = """
    A state change does not match expectation: …

      AppState(
        child: ChildState(
    -     count: 1,
    +     count: 0,
          … (1 unchanged)
        ),
        … (2 unchanged)
      )

    (Expected: -, Actual: +)

    Change '$0' in the closure of this step to the state after the action.
    """

  @Test func `a failure about a missing change explains that no reducer handles the action`() {
    let sent = messages { $0.send(.child(.tapped)) { $0.child.count = 1 } }
    #expect(sent == [wrongCount + remark("AppAction", "child", pullback)])
    let received = messages { store in
      store.send(.later(.tapped))
      store.receive(.child(.tapped)) { $0.child.count = 1 }
    }
    #expect(received == sent)
    let inPart = messages { store in
      store.scope(state: \.child, action: AppAction.child).send(.tapped) { $0.count = 1 }
    }
    #expect(inPart.count == 1)
    #expect(inPart.first?.hasSuffix(remark("AppAction", "child", pullback)) == true)
    let ofRow = messages { $0.send(.row(id: 1, action: .toggled)) { $0.rows[id: 1]?.isOn = true } }
    #expect(ofRow.count == 1)
    #expect(ofRow.first?.hasSuffix(remark("AppAction", "row", forEach)) == true)
  }

  @Test
  func `a failure about an unchanged expectation explains that no reducer handles the action`() {
    let messages = messages { $0.send(.child(.tapped)) { $0.child.count = 0 } }
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix("A state change was expected, but nothing has changed") == true
    )
    #expect(messages.first?.hasSuffix(remark("AppAction", "child", pullback)) == true)
  }

  @Test
  func `only the first failure about a missing effect explains that no reducer handles the action`()
  {
    let messages = messages { store in
      store.send(.child(.tapped))
      store.receive(.titleChanged("A")) { $0.title = "A" }
      store.fireAndForget()
    }
    #expect(
      messages == [
        """
        Expected to receive an action, but no effect has sent one.

        Expected: AppAction.titleChanged(
          "A"
        )

        No running effect could still do so.

        First make an effect send it, or remove this step.
        """ + remark("AppAction", "child", pullback),
        """
        Expected a fire-and-forget effect, but no unasserted one has finished.

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

        No running effect could still do so.

        First run one, or remove this step.
        """,
      ]
    )
  }

  @Test func `the remark suggests the reducer of a nested child`() {
    let messages = messages(.combine(Self.child, Self.parent)) { store in
      store.send(.child(.detail(.closed))) { $0.child.detail = 1 }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasSuffix(remark("ChildAction", "detail", detailPullback)) == true)
  }

  @Test func `the remark is absent if any reducer handles the action`() {
    let isTaken = messages(.combine(Self.child, Self.parent)) { store in
      store.send(.child(.tapped)) { $0.child.count = 2 }
    }
    let isOfNoChild = messages { $0.send(.status(.idle)) { $0.title = "Idle" } }
    let isForParent = messages(.combine(Self.child, Self.parent)) { store in
      store.send(.child(.delegate(.closed))) { $0.title = "Closed" }
    }
    let hasEffect = messages { store in
      store.send(.later(.tapped)) { $0.title = "Later" }
      store.skipReceived()
    }
    let hasChanged = messages { $0.send(.titleChanged("A")) { $0.title = "B" } }
    for messages in [isTaken, isOfNoChild, isForParent, hasEffect, hasChanged] {
      #expect(messages.count == 1)
      #expect(
        messages.first?.hasSuffix("closure of this step to the state after the action.") == true
      )
    }
  }

  @Test func `an unhandled action passes if the test expects no change`() {
    let messages = messages { store in
      store.send(.child(.tapped))
      store.send(.later(.tapped))
      store.receive(.child(.tapped))
      store.withExhaustivity(.off) { store.send(.row(id: 1, action: .toggled)) }
    }
    #expect(messages.isEmpty)
  }

  @Test func `the remark appears in optional, recursive and filtered reducers`() {
    let optional = Reducer<ChildState, ChildAction, Void>.empty.optional()
      .pullback(state: \ChildState?.self, action: /ChildAction.self)
    let issues = withReportedIssues {
      let store = TestStore(initialState: ChildState(), reducer: optional, environment: ())
      store.send(.detail(.closed)) { $0?.count = 1 }
    }
    #expect(issues.count == 1)
    let end = remark("ChildAction", "detail", detailPullback)
    #expect(issues.first?.message.hasSuffix(end) == true)
    let recursive = AppReducer.recursive { reducer in
      .combine(reducer.filter { _, _ in false }, Self.child, Self.parent)
    }
    let isTaken = messages(recursive) { $0.send(.child(.tapped)) { $0.child.count = 2 } }
    #expect(isTaken.first?.contains("Nothing handles") == false)
    let ofRow = messages(recursive) { $0.send(.row(id: 1, action: .toggled)) { $0.title = "A" } }
    #expect(ofRow.first?.hasSuffix(remark("AppAction", "row", forEach)) == true)
  }

  @Test func `a list of steps with an initial value adds the remark to a note`() {
    let reporter = NoteReporter()
    IssueReporting.withReporter(reporter) {
      assert(
        initialValue: AppState(),
        reducer: Self.parent,
        steps: Step(.send, .child(.tapped)),
        Step(.receive, .titleChanged("A")) { $0.title = "A" }
      )
    }
    #expect(
      reporter.texts.value == [
        "No pending effects to receive from",
        """
        Expected: AppAction.titleChanged(
          "A"
        )

        First make an effect send it, or remove this step.
        """ + remark("AppAction", "child", pullback),
      ]
    )
  }

  private struct NoteReporter: IssueReporter {
    let texts = Recorder<[String]>([])

    func report(_ issue: ReportedIssue) { texts.update { $0.append(issue.message) } }
    func note(_ note: ReportedIssue) { texts.update { $0.append(note.message) } }
  }
}
