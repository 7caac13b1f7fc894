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

func oldScope(_ scope: Focus<Parent, ParentAction, Environment, Child, ChildAction>) {}

func oldJournal(_ journal: Journal<Parent>, _ turn: JournalTurn, _ word: JournalWord) {
  _ = turn.words
}
