// SPDX-License-Identifier: MIT

// Old names, which others have replaced, in the libraries that need no C module.

import Lockstep
import LockstepJournal
import LockstepTesting

func oldReducers() {
  _ = parentReducer.begin { _, _ in .none }
  _ = parentReducer.ending { _, _ in .none }
}

func oldStates(_ pair: Sharing<Child, Int>, _ issue: ReportedIssue, _ location: CodeLocation) {
  _ = pair.own
  _ = issue.evidence
  _ = ReportedIssue("", at: location, evidence: nil)
}

@MainActor func oldTests() {
  let store = TestStore(
    initialState: Parent(),
    reducer: parentReducer,
    environment: Environment()
  )
  store.disregard(\.name)
  store.assert(.disregard(\.name))
  _ = store.scope(state: \.child, action: ParentAction.child).whole
}

@MainActor func oldSteps(
  _ scope: TestScope<Parent, ParentAction, Environment, Child, ChildAction>
) async {
  let response = /ChildAction.response
  scope.send(.tapped, whole: { $0.name = "" })
  scope.receive(.tapped, whole: { $0.name = "" })
  scope.receive(response, whole: { $0.name = "" })
  scope.receive(response, where: { $0 > 1 }, whole: { $0.name = "" })
  await scope.receive(response, timeout: .seconds(1), whole: { $0.name = "" })
}

func oldScope(_ scope: Focus<Parent, ParentAction, Environment, Child, ChildAction>) {}

func oldJournal(_ journal: Journal<Parent>, _ turn: JournalTurn, _ word: JournalWord) {
  _ = turn.words
}
