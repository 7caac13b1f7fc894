// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests the order in which presented features and their parents run, and the reports of presentations.
@Suite struct PresenterTests {
  private struct Parent: Equatable {
    var child: Int?
    var log: [String] = []
  }

  private enum ChildAction: Equatable {
    case add(Int)
    case close
  }

  private enum Action: Equatable {
    case child(PresentationAction<ChildAction>)
    case set(Int?)
  }

  private typealias ParentReducer = Reducer<Parent, Action, Void>

  private static let child = Reducer<Int, ChildAction, Void> { state, action, _ in
    switch action {
    case .add(let number):
      state += number
      return .none
    case .close: return .dismiss
    }
  }

  /// Returns a parent that logs the state of its child and calls `perform` for each action.
  private func parent(
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false },
    perform: @escaping @Sendable (inout Parent, Action) -> Void = { _, _ in }
  ) -> ParentReducer {
    ParentReducer { state, action, _ in
      state.log.append("\(state.child.map(String.init) ?? "-")")
      if case .set(let child) = action { state.child = child }
      perform(&state, action)
      return .none
    }
    .presenting(
      \.child,
      action: /Action.child,
      Self.child,
      closesAfter: closesAfter
    )
  }

  private func run(_ reducer: ParentReducer, _ child: Int?, _ actions: Action...) -> Parent {
    let store = ManualStore(initialState: Parent(child: child), reducer: reducer, environment: ())
    for action in actions { store.send(action) }
    return store.store.state
  }

  @Test func `the child runs first, then the parent, and the state is cleared last`() {
    #expect(run(parent(), 1, .child(.presented(.add(2)))) == Parent(child: 3, log: ["3"]))
    #expect(run(parent(), 1, .child(.dismiss)) == Parent(child: nil, log: ["1"]))
    #expect(
      run(parent(closesAfter: { $0 == .add(2) }), 1, .child(.presented(.add(2))))
        == Parent(child: nil, log: ["3"])
    )
    #expect(
      run(parent(closesAfter: { $0 == .add(2) }), 1, .child(.presented(.add(3))))
        == Parent(child: 4, log: ["4"])
    )
  }

  @Test func `a feature that replaces the dismissed feature stays`() {
    let replacing = parent(perform: { state, _ in state.child = 9 })
    #expect(run(replacing, 1, .child(.dismiss)).child == 9)
    // The child's request is handled later, and states without an identity cannot be distinguished.
    #expect(run(replacing, 1, .child(.presented(.close))).child == nil)
    let closing = parent(closesAfter: { _ in true }, perform: { state, _ in state.child = 9 })
    #expect(run(closing, 1, .child(.presented(.add(1)))).child == 9)
    // An equal state is treated as the same state.
    #expect(run(replacing, 9, .child(.dismiss)).child == nil)
  }

  @Test func `a child with an identity is dismissed even if its parent changes its state`() {
    struct Page: Equatable, Identifiable, Sendable {
      var id: Int
      var text = ""
    }
    struct Book: Equatable, Sendable { var page: Page? }
    enum BookAction: Sendable { case page(PresentationAction<Int>) }
    for next in [Page(id: 1, text: "changed"), Page(id: 2)] {
      let reducer = Reducer<Book, BookAction, Void> { state, _, _ in
        state.page = next
        return .none
      }
      .presenting(
        \.page,
        action: /BookAction.page,
        Reducer<Page, Int, Void>.empty,
        closesAfter: { $0 == 0 }
      )
      for action in [PresentationAction.dismiss, .presented(0)] {
        let store = ManualStore(
          initialState: Book(page: Page(id: 1)),
          reducer: reducer,
          environment: ()
        )
        store.send(.page(action))
        #expect(store.store.page == (next.id == 1 ? nil : next))
      }
    }
  }

  @Test func `a state that is not equal to itself is dismissed`() {
    struct Dial: Equatable, Sendable { var value: Double? }
    enum DialAction: Sendable { case value(PresentationAction<Int>) }
    let store = ManualStore(
      initialState: Dial(value: .nan),
      reducer: Reducer<Dial, DialAction, Void>.empty.presenting(
        \.value,
        action: /DialAction.value,
        Reducer<Double, Int, Void>.empty
      ),
      environment: ()
    )
    store.send(.value(.dismiss))
    #expect(store.store.value == nil)
  }

  @Test func `a dismissal does nothing if no feature is presented`() {
    #expect(run(parent(), nil, .child(.dismiss)) == Parent(child: nil, log: ["-"]))
  }

  @Test func `a request of a child that its parent removes is ignored`() {
    let taking = parent(
      perform: { state, action in
        if action == .child(.presented(.close)) { state.child = nil }
      }
    )
    let store = TestStore(initialState: Parent(child: 1), reducer: taking, environment: ())
    store.send(.child(.presented(.close))) {
      $0.child = nil
      $0.log = ["1"]
    }
  }

  @Test func `an action for a missing feature is reported and still reaches the parent`() {
    let line: UInt = #line + 5
    var state = Parent()
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: Parent(),
        reducer: ParentReducer { state, _, _ in
          state.log.append("parent")
          return .none
        }.presenting(\.child, action: /Action.child, Self.child),
        environment: ()
      )
      store.send(.child(.presented(.add(1))))
      state = store.store.state
    }
    #expect(state.log == ["parent"])
    #expect(
      issues.map(\.message) == [
        """
        A reducer that was presented at LockstepReducerTests/PresenterTests.swift:\(line + 3) received an action \
        while its state was 'nil'.

        Action: Action.child(
          PresentationAction<ChildAction>.presented(
            ChildAction.add(
              1
            )
          )
        )
        Path: \\Parent.child
        Sent by: 'send' at LockstepReducerTests/PresenterTests.swift:\(line + 6)

        The reducer of that state did not run. Usual causes:
        • A parent reducer changed the state before this reducer ran. Combine this reducer before it.
        • Another action that was sent in the same turn removed or replaced the state. Send that one last.
        • A view that should have been dismissed sent the action.
        """
      ]
    )
  }

  @Test func `two presentations at the same path are reported when the reducer is created`() {
    let line: UInt = #line + 3
    let issues = withReportedIssues {
      let reducer = ParentReducer.empty
        .presenting(\.child, action: /Action.child, Self.child)
      _ = reducer.presenting(\.child, action: /Action.child, Self.child)
      _ = ParentReducer.combine(
        reducer,
        .empty.presenting(\.child, action: /Action.child, Self.child)
      )
      // Once, at a level of its own.
      struct Outer: Equatable { var parent = Parent() }
      _ = reducer.pullback(state: \Outer.parent, action: .`self`, environment: { (_: Void) in })
        .combined(with: .empty)
    }
    #expect(
      issues.map(\.message) == [
        """
        Two reducers of the same feature present the state at the same path.

        Path: \\Parent.child
        First: 'presenting' at LockstepReducerTests/PresenterTests.swift:\(line)
        Second: 'presenting' at LockstepReducerTests/PresenterTests.swift:\(line + 1)

        The presented reducer would run twice for each action. Remove one of the two. To present several kinds of \
        screens, use an enum as the state, and combine one pullback for each case.
        """,
        """
        Two reducers of the same feature present the state at the same path.

        Path: \\Parent.child
        First: 'presenting' at LockstepReducerTests/PresenterTests.swift:\(line)
        Second: 'presenting' at LockstepReducerTests/PresenterTests.swift:\(line + 4)

        The presented reducer would run twice for each action. Remove one of the two. To present several kinds of \
        screens, use an enum as the state, and combine one pullback for each case.
        """,
      ]
    )
  }

  // MARK: An enum of destinations

  private enum Destination: Equatable {
    case number(Int)
    case text(Editor)
    case alert(AlertState<BookAlert>)
  }

  private enum DestinationAction: Sendable {
    case number(ChildAction)
    case text(EditorAction)
    case alert(BookAlert)
  }

  private struct Home: Equatable { var destination: Destination? }

  private enum HomeAction: Sendable {
    case destination(PresentationAction<DestinationAction>)
    case show(Destination)
  }

  private static let destinations = Reducer<Destination, DestinationAction, BookshopWorld>.combine(
    child.pullback(
      state: /Destination.number,
      action: /DestinationAction.number,
      environment: { _ in }
    ),
    editorReducer.pullback(
      state: /Destination.text,
      action: /DestinationAction.text
    )
  )

  private static let home = Reducer<Home, HomeAction, BookshopWorld> { state, action, _ in
    if case .show(let destination) = action { state.destination = destination }
    return .none
  }
  .presenting(
    \.destination,
    action: /HomeAction.destination,
    destinations,
    closesAfter: { if case .alert = $0 { true } else { false } }
  )

  @Test func `the cases of an enum can be presented as destinations`() {
    let store = TestStore(initialState: Home(), reducer: Self.home, environment: BookshopWorld())
    store.send(.show(.number(1))) { $0.destination = .number(1) }
    store.send(.destination(.presented(.number(.add(1))))) { $0.destination = .number(2) }
    store.send(.destination(.presented(.number(.close))))
    store.receive(/HomeAction.destination) { $0.destination = nil }
    let alert = AlertState<BookAlert>(title: "Keep?", buttons: [.cancel(send: .keepTapped)])
    store.send(.show(.alert(alert))) { $0.destination = .alert(alert) }
    store.send(.destination(.presented(.alert(.keepTapped)))) { $0.destination = nil }
  }

  @Test func `the effects of a destination end when another destination replaces it`() {
    let numbers = Subject<Int, Never>()
    let store = TestStore(
      initialState: Home(destination: .text(Editor())),
      reducer: Self.home,
      environment: BookshopWorld()
    )
    store.send(.destination(.presented(.text(.start(numbers.effect.map(EditorAction.value))))))
    numbers.send(1)
    store.receive(/HomeAction.destination) { $0.destination = .text(Editor(values: [1])) }
    store.send(.show(.number(1))) { $0.destination = .number(1) }
    numbers.send(2)
  }
}
