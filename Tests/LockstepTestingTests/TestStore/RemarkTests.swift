// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests the remarks of failures about unhandled actions, closed children, and children that share an action.
@Suite struct RemarkTests {
  enum Sheet {
    struct State: Equatable {
      var text = ""
    }

    enum Action: Equatable {
      case doneTapped
      case typed(String)
    }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
      if case .typed(let text) = action { state.text = text }
    }
  }

  enum Page {
    struct State: Equatable {
      var sheet: Sheet.State? = Sheet.State()
      var alert: AlertState<Answer>? = AlertState(
        title: "Done?",
        buttons: [.default("Yes", send: .yes)]
      )
      var path: StackState<Sheet.State> = [Sheet.State()]
      var form = Form()
      var drawing = Undoable(1)
      var saving = Saving()
    }

    struct Form: Equatable {
      var name = ""
    }

    enum Answer: Equatable { case yes }

    enum Action: Equatable {
      case alert(PresentationAction<Answer>)
      case binding(BindingAction<State>)
      case history(UndoAction)
      case path(StackAction<Sheet.State, Sheet.Action>)
      case saving(SavingAction)
      case sheet(PresentationAction<Sheet.Action>)
    }

    static let plain = Reducer<State, Action, Void>.empty

    static let reducer = Reducer<State, Action, Void>.combine(
      Sheet.reducer.forEach(stack: \.path, action: /Action.path),
      plain
    )
    .presenting(\.sheet, action: /Action.sheet, Sheet.reducer) { $0 == .doneTapped }
    .presenting(dialog: \.alert, action: /Action.alert)
    .binding(action: /Action.binding)
    .undoable(\.drawing, action: /Action.history)
  }

  /// Sends `action` with a wrong expected state and returns the remark at the end of the failure.
  private func remark(
    _ action: Page.Action,
    _ reducer: Reducer<Page.State, Page.Action, Void> = Page.plain
  ) -> String? {
    let issues = withReportedIssues {
      let store = TestStore(initialState: Page.State(), reducer: reducer, environment: ())
      store.send(action) { $0.form.name = "Expected" }
    }
    return issues.first?.message.components(separatedBy: "to the state after the action.\n\n").last
  }

  @Test(
    arguments: [
      (.alert(.dismiss), ".presenting(dialog: \\.alert, action: /Page.Action.alert)"),
      (.sheet(.dismiss), ".presenting(\\.sheet, action: /Page.Action.sheet, Sheet.reducer)"),
      (
        .sheet(.presented(.doneTapped)),
        ".presenting(\\.sheet, action: /Page.Action.sheet, Sheet.reducer)"
      ),
      (.binding(.set(\.form.name, "A")), ".binding(action: /Page.Action.binding)"),
      (.history(.undo), ".undoable(\\.drawing, action: /Page.Action.history)"),
      (
        .saving(.save),
        ".persisted(\\.…, saving: \\.saving, action: /Page.Action.saving, as: …, to: \\.…, scheduler: \\.…)"
      ),
    ] as [(Page.Action, String)]
  )
  func `the remark on an unhandled modifier action names the missing modifier`(
    action: Page.Action,
    code: String
  ) {
    let remark = remark(action)
    #expect(
      remark?.hasPrefix("Nothing handles 'RemarkTests.Page.Action.") == true,
      "\(remark ?? "")"
    )
    #expect(
      remark?.replacing("RemarkTests.", with: "").hasSuffix(
        ": the action has changed nothing and started no effect. "
          + "Add to the reducer of 'Page.Action':\n\n\(code)"
      ) == true,
      "\(remark ?? "")"
    )
  }

  @Test func `the remark on an unhandled stack action names the reducer of its screens`() {
    let remark = remark(.path(.element(id: 0, action: .doneTapped)))
    #expect(
      remark?.replacing("RemarkTests.", with: "").hasSuffix(
        "Sheet.reducer.forEach(stack: \\.path, action: /Page.Action.path)"
      ) == true,
      "\(remark ?? "")"
    )
  }

  @Test(
    arguments: [
      .binding(.set(\.form.name, "")), .history(.undo), .history(.redo),
      .path(.popFrom(id: 7)), .path(.element(id: 0, action: .doneTapped)),
    ] as [Page.Action]
  )
  func `an action that a modifier handles without a change has no remark`(action: Page.Action) {
    #expect(remark(action, Page.reducer)?.contains("Nothing handles") == false)
  }

  @Test func `the remark on a child that an action closed states the reason and the line`() {
    let closed = remark(.sheet(.presented(.doneTapped)), Page.reducer)
    #expect(
      closed?.firstMatch(
        of:
          /^In this turn, '\\Page\.State\.sheet' was closed by 'closesAfter', at .*RemarkTests\.swift:\d+\.$/
      ) != nil,
      "\(closed ?? "")"
    )
    let answered = remark(.alert(.presented(.yes)), Page.reducer)
    #expect(
      answered?.contains("alert' was closed because one of its buttons was tapped, at ") == true,
      "\(answered ?? "")"
    )
    #expect(
      remark(.sheet(.presented(.typed("A"))), Page.reducer)?.contains("In this turn") == false
    )
  }

  @Test func `the remark on a dismissed child names the child`() {
    // The first reducer closes the sheet before the second one reads it.
    let reducer = Reducer<Page.State, Page.Action, Void>.combine(
      Page.plain.presenting(\.sheet, action: /Page.Action.sheet, Sheet.reducer),
      .withoutEffects { state, action in
        if action == .sheet(.dismiss), let sheet = state.sheet { state.form.name = sheet.text }
      }
    )
    let closed = remark(.sheet(.dismiss), reducer)
    #expect(
      closed?.firstMatch(
        of:
          /^In this turn, '\\Page\.State\.sheet' was closed by its dismissal, at .*RemarkTests\.swift:\d+\.$/
      ) != nil,
      "\(closed ?? "")"
    )
  }

  @Test func `the remark on an action that reaches two children names both children`() {
    struct Both: Equatable {
      var first = Sheet.State()
      var second = Sheet.State()
    }
    enum BothAction: Equatable { case sheet(Sheet.Action) }
    let reducer = Reducer<Both, BothAction, Void>.combine(
      Sheet.reducer.pullback(state: \.first, action: /BothAction.sheet),
      Sheet.reducer.pullback(state: \.second, action: /BothAction.sheet)
    )
    let issues = withReportedIssues {
      let store = TestStore(initialState: Both(), reducer: reducer, environment: ())
      store.send(.sheet(.typed("A"))) { $0.first.text = "A" }
    }
    let message = issues.first?.message ?? ""
    #expect(
      message.contains("The action reaches 2 children, at '\\Both.first', '\\Both.second'"),
      "\(message)"
    )
  }
}
