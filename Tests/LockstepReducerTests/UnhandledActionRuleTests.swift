// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// An action for a missing child changes nothing, even if other reducers match the action.
@MainActor @Suite struct UnhandledActionRuleTests {
  struct Child: Equatable, Identifiable, Sendable {
    var id = 1
    var title = ""
    var text = Undoable("")
  }

  enum ChildAction: Equatable, Sendable {
    case binding(BindingAction<Child>)
    case close
    case history(UndoAction)
    case typed(String)
    /// Sends another action. The parent may replace the child before its turn.
    indirect case sends(ChildAction)
  }

  nonisolated static let child = Reducer<Child, ChildAction, Void> { state, action, _ in
    switch action {
    case .binding, .close, .history: return .none
    case .typed(let text):
      state.text.value = text
      return .none
    case .sends(let action): return Effect(value: action)
    }
  }

  struct Parent: Equatable, Sendable {
    var child: Child? = Child()
    var permanent = Child()
    var screen = Screen.child(Child())
    var stack: StackState<Child> = [Child()]
    var seen = 0
  }

  enum Screen: Equatable, Sendable {
    case child(Child)
    case other(Child)
  }

  enum ScreenAction: Equatable, Sendable {
    case child(ChildAction)
    case other(ChildAction)
  }

  enum ParentAction: Equatable, Sendable {
    case child(PresentationAction<ChildAction>)
    case permanent(ChildAction)
    case stack(StackAction<Child, ChildAction>)
    case replace
  }

  /// Replaces each child in the turn in which it sends an action.
  nonisolated static let parent = Reducer<Parent, ParentAction, Void> { state, action, _ in
    switch action {
    case .child(.presented(.sends)): state.child = Child(id: 2)
    case .permanent(.sends): state.permanent = Child(id: 2)
    case .stack(.element(_, .sends)): state.stack[id: 0] = Child(id: 2)
    default: state.seen += 1
    }
    return .none
  }

  private func run<State: Equatable & Sendable, Action: Sendable>(
    _ initialState: State,
    _ reducer: Reducer<State, Action, Void>,
    _ action: Action
  ) -> (state: State, issues: Int) {
    var state = initialState
    let issues = withReportedIssues {
      let store = Store(initialState: initialState, reducer: reducer, environment: ())
      store.send(action)
      state = store.state
    }
    return (state, issues.count)
  }

  @Test func `closesAfter does not close a child for an action of the previous child`() {
    let reducer = Self.parent.presenting(
      \.child,
      action: /ParentAction.child,
      Self.child,
      closesAfter: { $0 == .close }
    )
    let (state, issues) = run(Parent(), reducer, .child(.presented(.sends(.close))))
    #expect(state.child == Child(id: 2))
    #expect(state.seen == 1)
    #expect(issues == 1)
  }

  @Test func `closesAfter does not close a screen for an action of another case`() {
    struct State: Equatable, Sendable { var screen: Screen? = .child(Child()) }
    enum Action: Equatable, Sendable { case screen(PresentationAction<ScreenAction>) }
    let screen = Reducer<Screen, ScreenAction, Void>.combine(
      Self.child.pullback(state: /Screen.child, action: /ScreenAction.child),
      Self.child.pullback(state: /Screen.other, action: /ScreenAction.other)
    )
    let reducer = Reducer<State, Action, Void>.empty.presenting(
      \.screen,
      action: /Action.screen,
      screen,
      closesAfter: { $0 == .other(.close) || $0 == .child(.close) }
    )
    let (state, issues) = run(State(), reducer, .screen(.presented(.other(.close))))
    #expect(state == State())
    #expect(issues == 1)
    #expect(run(State(), reducer, .screen(.presented(.child(.close)))).state.screen == nil)
  }

  @Test func `closesAfter does not close a feature for an action of its missing child`() {
    struct Middle: Equatable, Sendable { var child: Child? }
    enum MiddleAction: Equatable, Sendable { case child(PresentationAction<ChildAction>) }
    struct State: Equatable, Sendable { var middle: Middle? = Middle() }
    enum Action: Equatable, Sendable { case middle(PresentationAction<MiddleAction>) }
    let reducer = Reducer<State, Action, Void>.empty.presenting(
      \.middle,
      action: /Action.middle,
      Reducer<Middle, MiddleAction, Void>.empty
        .presenting(\.child, action: /MiddleAction.child, Self.child),
      closesAfter: { $0 == .child(.presented(.close)) }
    )
    let (state, issues) = run(State(), reducer, .middle(.presented(.child(.presented(.close)))))
    #expect(state == State())
    #expect(issues == 1)
  }

  @Test func `a binding action does not change a child that replaced its sender`() {
    let toBinding = (/ParentAction.permanent).appending(path: /ChildAction.binding)
    let composed = Reducer<Parent, ParentAction, Void>.combine(
      Self.child.pullback(state: \.permanent, action: /ParentAction.permanent),
      Self.parent
    )
    let reducer = composed.binding(state: \.permanent, action: toBinding)
    let set = ChildAction.binding(.set(\.title, "old"))
    let (state, issues) = run(Parent(), reducer, .permanent(.sends(set)))
    #expect(state.permanent == Child(id: 2))
    #expect(issues == 1)
    #expect(run(Parent(), reducer, .permanent(set)).state.permanent.title == "old")
  }

  @Test func `an undo action does not change a child that replaced its sender`() {
    let toHistory = (/ParentAction.permanent).appending(path: /ChildAction.history)
    let composed = Reducer<Parent, ParentAction, Void>.combine(
      Self.child.pullback(state: \.permanent, action: /ParentAction.permanent),
      Reducer { state, action, _ in
        guard case .permanent(.sends) = action else { return .none }
        state.permanent.id = 2
        return .none
      }
    )
    let reducer = composed.undoable(\.permanent.text, action: toHistory)
    var state = Parent()
    let issues = withReportedIssues {
      let store = Store(initialState: Parent(), reducer: reducer, environment: ())
      store.send(.permanent(.typed("one")))
      store.send(.permanent(.sends(.history(.undo))))
      state = store.state
    }
    #expect(state.permanent.text.value == "one")
    #expect(issues.count == 1)
  }

  @Test func `an action for a screen does not change a new screen with the same id`() {
    let reducer = Reducer<Parent, ParentAction, Void>.combine(
      Self.child.binding(action: /ChildAction.binding)
        .forEach(stack: \.stack, action: /ParentAction.stack),
      Self.parent
    )
    let set = ChildAction.binding(.set(\.title, "old"))
    let (state, issues) = run(Parent(), reducer, .stack(.element(id: 0, action: .sends(set))))
    #expect(state.stack[id: 0] == Child(id: 2))
    #expect(issues == 1)
  }
}
