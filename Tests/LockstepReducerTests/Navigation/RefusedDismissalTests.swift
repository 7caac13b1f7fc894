// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests features that refuse to be dismissed.
@Suite struct RefusedDismissalTests {
  struct Editor: Equatable, Sendable {
    var text = ""
    var alert: AlertState<EditorAlert>?
  }

  enum EditorAlert: Equatable, Sendable { case discard }

  enum EditorAction: Equatable, Sendable {
    case alert(PresentationAction<EditorAlert>)
    case closeTapped
    case typed(String)
  }

  static let discard = AlertState<EditorAlert>(
    title: "Discard changes?",
    buttons: [.destructive("Discard", send: .discard), .cancel("Keep editing")]
  )

  static let editor = Reducer<Editor, EditorAction, Void> { state, action, _ in
    switch action {
    case .alert(.presented(.discard)):
      state.text = ""
      return .dismiss
    case .alert: return .none
    case .closeTapped: return .dismiss
    case .typed(let text):
      state.text = text
      return .none
    }
  }
  .presenting(dialog: \.alert, action: /EditorAction.alert)
  .shouldDismiss { state in
    if state.text != "" { state.alert = discard }
    return state.text == ""
  }

  enum Destination: Equatable, Sendable {
    case editor(Editor)
    case other
  }

  /// A feature that presents an editor.
  struct Page: Equatable, Sendable {
    var id = 0
    var editor: Editor?
  }

  enum PageAction: Equatable, Sendable { case editor(PresentationAction<EditorAction>) }

  static let page = Reducer<Page, PageAction, Void>.empty
    .presenting(\.editor, action: /PageAction.editor, editor)

  struct App: Equatable, Sendable {
    var editor: Editor?
    var destination: Destination?
    var path: StackState<Editor> = []
    var page: Page?
    var pages: StackState<Page> = []
    var log: [String] = []
  }

  enum AppAction: Equatable, Sendable {
    case editor(PresentationAction<EditorAction>)
    case destination(PresentationAction<EditorAction>)
    case path(StackAction<Editor, EditorAction>)
    case page(PresentationAction<PageAction>)
    case pages(StackAction<Page, PageAction>)
    case closeTapped
    case removeTapped
  }

  static let app = Reducer<App, AppAction, Void>.combine(
    editor.forEach(stack: \.path, action: /AppAction.path),
    page.forEach(stack: \.pages, action: /AppAction.pages),
    Reducer { state, action, _ in
      switch action {
      case .editor(.dismiss):
        state.log.append("dismissed")
        return .none
      case .closeTapped: return Effect(value: .editor(.dismiss))
      case .removeTapped:
        state.editor = nil
        return .none
      default: return .none
      }
    }
    .presenting(\.editor, action: /AppAction.editor, editor)
    .presenting(
      \.destination,
      action: /AppAction.destination,
      editor.pullback(state: /Destination.editor, action: /EditorAction.self)
    )
    .presenting(\.page, action: /AppAction.page, page)
  )

  private func makeStore(_ state: App) -> TestStore<App, AppAction, Void> {
    TestStore(initialState: state, reducer: Self.app, environment: ())
  }

  @Test func `a feature refuses a swipe until the user discards the changes`() {
    let store = makeStore(App(editor: Editor()))
    store.send(.editor(.presented(.typed("a")))) { $0.editor?.text = "a" }
    store.send(.editor(.dismiss)) { $0.editor?.alert = Self.discard }
    store.send(.editor(.presented(.alert(.dismiss)))) { $0.editor?.alert = nil }
    store.send(.editor(.dismiss)) { $0.editor?.alert = Self.discard }
    store.send(.editor(.presented(.alert(.presented(.discard))))) {
      $0.editor?.text = ""
      $0.editor?.alert = nil
    }
    store.receive(.editor(.dismiss)) {
      $0.editor = nil
      $0.log = ["dismissed"]
    }
  }

  @Test func `a feature also refuses dismissals by itself and by its parent`() {
    let store = makeStore(App(editor: Editor(text: "a")))
    store.send(.editor(.presented(.closeTapped)))
    store.receive(.editor(.dismiss)) { $0.editor?.alert = Self.discard }
    store.send(.editor(.presented(.alert(.dismiss)))) { $0.editor?.alert = nil }
    store.send(.closeTapped)
    store.receive(.editor(.dismiss)) { $0.editor?.alert = Self.discard }
    // If the parent removes the state, the feature is not asked.
    store.send(.removeTapped) { $0.editor = nil }
    // No feature is presented that could refuse.
    store.send(.editor(.dismiss)) { $0.log = ["dismissed"] }
  }

  @Test func `a destination in a case can refuse its dismissal`() {
    let store = makeStore(App(destination: .editor(Editor(text: "a"))))
    store.send(.destination(.dismiss)) {
      $0.destination = .editor(Editor(text: "a", alert: Self.discard))
    }
    store.send(.destination(.presented(.typed("")))) {
      $0.destination = .editor(Editor(text: "", alert: Self.discard))
    }
    store.send(.destination(.dismiss)) { $0.destination = nil }
    let other = makeStore(App(destination: .other))
    other.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `screens are popped until a screen refuses`() {
    let store = makeStore(App(path: [Editor(), Editor(text: "b"), Editor(), Editor()]))
    store.send(.path(.popFrom(id: 0))) {
      $0.path.pop(from: 2)
      $0.path[id: 1]?.alert = Self.discard
    }
    store.send(.path(.element(id: 1, action: .alert(.presented(.discard))))) {
      $0.path[id: 1]?.text = ""
      $0.path[id: 1]?.alert = nil
    }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }

  @Test func `a presented feature can refuse before its presenter is asked`() {
    let store = makeStore(
      App(
        page: Page(editor: Editor(text: "a")),
        pages: [Page(), Page(id: 1, editor: Editor(text: "b")), Page(id: 2, editor: Editor())]
      )
    )
    store.send(.page(.dismiss)) { $0.page?.editor?.alert = Self.discard }
    store.send(.page(.presented(.editor(.presented(.typed("")))))) { $0.page?.editor?.text = "" }
    store.send(.page(.dismiss)) { $0.page = nil }
    store.send(.pages(.popFrom(id: 0))) {
      $0.pages.pop(from: 2)
      $0.pages[id: 1]?.editor?.alert = Self.discard
    }
  }

  /// Tests a feature that shares a value with its presenter.
  @Test func `shouldDismiss receives the shared value`() {
    struct Parent: Equatable, Sendable {
      var isLocked = true
      var child: Editor?
    }
    enum ParentAction: Equatable, Sendable {
      case child(PresentationAction<EditorAction>)
      case unlocked
    }
    let child = Reducer<Sharing<Editor, Bool>, EditorAction, Void>.empty
      .shouldDismiss { $0.shared == false }
    let store = TestStore(
      initialState: Parent(child: Editor()),
      reducer: Reducer<Parent, ParentAction, Void> { state, action, _ in
        if action == .unlocked { state.isLocked = false }
        return .none
      }
      .presenting(\.child, sharing: \.isLocked, action: /ParentAction.child, child),
      environment: ()
    )
    store.send(.child(.dismiss))
    store.send(.unlocked) { $0.isLocked = false }
    store.send(.child(.dismiss)) { $0.child = nil }
  }

  /// A feature that presents another feature of the same type.
  struct Node: Equatable, Sendable {
    var isLocked = false
    private var below: [Node] = []

    var child: Node? {
      get { below.first }
      set { below = newValue.map { [$0] } ?? [] }
    }

    init(isLocked: Bool = false, _ child: Node? = nil) {
      self.isLocked = isLocked
      self.child = child
    }
  }

  indirect enum NodeAction: Equatable, Sendable { case child(PresentationAction<NodeAction>) }

  @Test func `each level of a recursive feature can refuse a dismissal`() {
    let reducer = Reducer<Node, NodeAction, Void>.recursive { node in
      Reducer.empty
        .presenting(\.child, action: /NodeAction.child, node)
        .shouldDismiss { $0.isLocked == false }
    }
    let store = TestStore(
      initialState: Node(Node(Node(isLocked: true))),
      reducer: reducer,
      environment: ()
    )
    store.send(.child(.dismiss))
    store.send(.child(.presented(.child(.dismiss))))
    #expect(store.state.child?.child?.isLocked == true)
    let free = TestStore(initialState: Node(Node(Node())), reducer: reducer, environment: ())
    free.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func `a reducer that runs itself on the same state is asked once`() {
    struct Parent: Equatable, Sendable { var child: Editor? = Editor(text: "a") }
    enum ParentAction: Equatable, Sendable { case child(PresentationAction<Loop>) }
    indirect enum Loop: Equatable, Sendable {
      case again(Loop)
      case end
    }
    let asked = Recorder(0)
    let child = Reducer<Editor, Loop, Void>.recursive { loop in
      loop.pullback(state: \.self, action: /Loop.again)
        .shouldDismiss { _ in
          asked.update { $0 += 1 }
          return true
        }
    }
    let store = TestStore(
      initialState: Parent(),
      reducer: Reducer<Parent, ParentAction, Void>.empty
        .presenting(\.child, action: /ParentAction.child, child),
      environment: ()
    )
    store.send(.child(.dismiss)) { $0.child = nil }
    #expect(asked.value == 1)
  }
}
