// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing
import ViewStubs

// MARK: The feature

enum Memo {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var isPinned = false
    var text = ""
  }

  enum Action: Equatable {
    case binding(BindingAction<State>)
    case deleteButtonTapped
  }

  static let reducer = Reducer<State, Action, Void> { _, _, _ in .none }
    .binding(action: /Action.binding)
}

struct MemoPage: Equatable, Identifiable, Sendable {
  let id: Memo.State.ID
}

enum Memos {
  struct State: Equatable {
    var alert: AlertState<AlertAction>?
    var draft: Memo.State?
    var memos: IdentifiedArrayOf<Memo.State> = []
    var path: StackState<MemoPage> = []
  }

  enum Action: Equatable {
    case addButtonTapped
    case alert(PresentationAction<AlertAction>)
    case draft(PresentationAction<Memo.Action>)
    case memo(id: Memo.State.ID, action: Memo.Action)
    case memoTapped(id: Memo.State.ID)
    case path(StackAction<MemoPage, Never>)
    case saveButtonTapped
  }

  enum AlertAction: Equatable {
    case deleteButtonTapped(id: Memo.State.ID)
  }

  static let reducer = Reducer<State, Action, Void>.combine(
    Memo.reducer.forEach(state: \.memos, action: /Action.memo),
    Reducer<MemoPage, Never, Void>.empty.forEach(stack: \.path, action: /Action.path),
    .withoutEffects { state, action in
      switch action {
      case .addButtonTapped:
        state.draft = Memo.State(id: (state.memos.ids.max() ?? 0) + 1)
      case .alert(.presented(.deleteButtonTapped(let id))):
        state.path = []
        state.memos.remove(id: id)
      case .memo(let id, .deleteButtonTapped):
        state.alert = .deleteMemo(id: id)
      case .memoTapped(let id):
        state.path.append(MemoPage(id: id))
      case .saveButtonTapped:
        if let draft = state.draft { state.memos.append(draft) }
        state.draft = nil
      case .alert, .draft, .memo, .path:
        break
      }
    }
  )
  .presenting(\.draft, action: /Action.draft, Memo.reducer)
  .presenting(dialog: \.alert, action: /Action.alert)
}

extension AlertState where Action == Memos.AlertAction {
  static func deleteMemo(id: Memo.State.ID) -> Self {
    AlertState(
      title: "Delete this memo?",
      message: "This cannot be undone.",
      primaryButton: .destructive("Delete", send: .deleteButtonTapped(id: id)),
      secondaryButton: .cancel("Keep")
    )
  }
}

// MARK: SwiftUI

extension Store {
  /// Returns a binding that reads a part of the state, and sends an action with each new value.
  @MainActor
  func binding<Value>(
    _ part: KeyPath<State, Value>,
    send toAction: @escaping @MainActor (Value) -> Action
  ) -> Binding<Value> {
    Binding(
      get: { @MainActor in self[dynamicMember: part] },
      set: { @MainActor value in self.send(toAction(value)) }
    )
  }

  /// Returns a binding that tells whether something is presented, and dismisses it.
  @MainActor
  func isPresented<Part, PartAction>(
    _ part: KeyPath<State, Part?>,
    action toAction: @escaping @MainActor (PresentationAction<PartAction>) -> Action
  ) -> Binding<Bool> {
    Binding(
      get: { @MainActor in self[dynamicMember: part.appending(path: \.isPresent)] },
      set: { @MainActor isPresented in
        if isPresented == false, self[dynamicMember: part] != nil { self.send(toAction(.dismiss)) }
      }
    )
  }
}

extension Optional {
  fileprivate var isPresent: Bool { self != nil }
}

struct MemoRow: View {
  let store: Store<Memo.State, Memo.Action>

  var body: some View {
    HStack {
      Toggle("Pinned", isOn: store.binding(\.isPinned) { .binding(.set(\.isPinned, $0)) })
      Text(store.text)
      Button("Delete", role: .destructive) { store.send(.deleteButtonTapped) }
    }
  }
}

struct MemoEditor: View {
  let store: Store<Memo.State, Memo.Action>

  var body: some View {
    TextField("Memo", text: store.binding(\.text) { .binding(.set(\.text, $0)) })
  }
}

extension Memos.State {
  var ids: [Memo.State.ID] { Array(memos.ids) }
}

struct MemosView: View {
  let store: Store<Memos.State, Memos.Action>

  var body: some View {
    List {
      ForEach(store.ids, id: \.self) { id in
        if let memo = store.scope(element: id, of: \.memos, action: Memos.Action.memo) {
          MemoRow(store: memo)
        }
        Button("Open") { store.send(.memoTapped(id: id)) }
      }
      Button("Add") { store.send(.addButtonTapped) }
    }
  }
}

struct MemosScreens: View {
  let store: Store<Memos.State, Memos.Action>

  private var path: Binding<[Int]> {
    let path = store.scope(state: \.path, action: Memos.Action.path)
    return Binding(
      get: { @MainActor in path.ids },
      set: { @MainActor ids in path.popScreens(toMatch: ids) }
    )
  }

  var body: some View {
    NavigationStack(path: path) {
      MemosView(store: store)
        .navigationDestination(for: Int.self) { screen in
          if let page = store.scope(screen: screen, of: \.path, action: Memos.Action.path),
            let memo = store.scope(element: page.id, of: \.memos, action: Memos.Action.memo)
          {
            MemoEditor(store: memo)
          }
        }
    }
    .sheet(isPresented: store.isPresented(\.draft, action: Memos.Action.draft)) {
      if let draft = store.scope(presented: \.draft, action: Memos.Action.draft) {
        Form {
          MemoEditor(store: draft)
          Button("Save") { store.send(.saveButtonTapped) }
        }
      }
    }
    .alert(
      store.alert?.title.string ?? "",
      isPresented: store.isPresented(\.alert, action: Memos.Action.alert),
      presenting: store.alert
    ) { alert in
      ForEach(alert.buttons.indices, id: \.self) { index in
        AlertButton(button: alert.buttons[index]) { store.send(.alert(.presented($0))) }
      }
    } message: { alert in
      Text(alert.message?.string ?? "")
    }
  }
}

struct AlertButton<Action>: View {
  let button: AlertState<Action>.Button
  let send: @MainActor (Action) -> Void

  var body: some View {
    Button(button.label?.string ?? "Cancel", role: role) {
      if let action = button.action { send(action) }
    }
  }

  private var role: ButtonRole? {
    switch button.role {
    case .default: nil
    case .cancel: .cancel
    case .destructive: .destructive
    }
  }
}

struct MemosApp: App {
  @State private var store = Store(
    initialState: Memos.State(),
    reducer: Memos.reducer,
    environment: ()
  )

  var body: some Scene {
    WindowGroup { MemosScreens(store: store) }
  }
}

// MARK: UIKit

final class MemoViewController: UIViewController {
  private let store: Store<Memo.State, Memo.Action>
  private var observations: [StoreObservation] = []
  let label = UILabel()
  let pinSwitch = UISwitch()

  init(store: Store<Memo.State, Memo.Action>) {
    self.store = store
    super.init()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    observations = [
      store.scope(state: \.text).observe { [label] text, _ in label.text = text },
      store.scope(state: \.isPinned).observe { [pinSwitch] isPinned, change in
        pinSwitch.setOn(isPinned, animated: change.animation != nil)
      },
    ]
  }

  func pinButtonTapped() {
    store.send(.binding(.set(\.isPinned, store.isPinned == false)), animation: .default)
  }
}

// MARK: Tests

@Suite @MainActor struct ShowingAStoreTests {
  private let store = Store(
    initialState: Memos.State(
      memos: [Memo.State(id: 1, text: "Tea"), Memo.State(id: 2, text: "Milk")]
    ),
    reducer: Memos.reducer,
    environment: ()
  )

  private func button(_ title: String, in view: some View) throws -> Button {
    try #require(all(Button.self, in: view).first { $0.title == title })
  }

  /// Whether a change makes SwiftUI evaluate the body of a view again.
  private func isEvaluated(_ view: some View, after change: () -> Void) -> Bool {
    let isEvaluated = Recorder(false)
    withExtendedLifetime(
      withObservationTracking {
        view.body
      } onChange: {
        isEvaluated.set(true)
      }
    ) {
      change()
    }
    return isEvaluated.value
  }

  @Test func `a binding reads the state, and sends an action for each new value`() throws {
    let row = try #require(all(MemoRow.self, in: MemosView(store: store)).first)
    let toggle = try #require(all(Toggle.self, in: row.body).first)
    #expect(toggle.isOn.wrappedValue == false)
    toggle.isOn.wrappedValue = true
    #expect(toggle.isOn.wrappedValue)
    #expect(store.memos[id: 1]?.isPinned == true)
  }

  @Test func `the list is evaluated again for a new row, but not for a changed row`() {
    let list = MemosView(store: store)
    #expect(
      isEvaluated(list) { store.send(.memo(id: 1, action: .binding(.set(\.text, "Oat")))) } == false
    )
    store.send(.addButtonTapped)
    #expect(isEvaluated(list) { store.send(.saveButtonTapped) })
    #expect(all(MemoRow.self, in: list).map(\.store.text) == ["Oat", "Milk", ""])
  }

  @Test func `a row is evaluated again for its own changes only`() throws {
    let rows = all(MemoRow.self, in: MemosView(store: store))
    let first = try #require(rows.first)
    #expect(isEvaluated(first) { rows[1].store.send(.binding(.set(\.text, "Oat milk"))) } == false)
    #expect(isEvaluated(first) { first.store.send(.binding(.set(\.text, "Coffee"))) })
  }

  @Test func `two views of one store show the same rows`() {
    let views = [MemosView(store: store), MemosView(store: store)]
    let areEvaluated = views.map { view in
      isEvaluated(view) { store.send(.memo(id: 2, action: .deleteButtonTapped)) }
    }
    #expect(areEvaluated == [false, false])
    store.send(.alert(.presented(.deleteButtonTapped(id: 2))))
    #expect(views.map { all(MemoRow.self, in: $0).count } == [1, 1])
  }

  @Test func `a removed row keeps its last text and reports the actions that it sends`()
    throws
  {
    let row = try #require(all(MemoRow.self, in: MemosView(store: store)).last)
    store.send(.memo(id: 2, action: .deleteButtonTapped))
    store.send(.alert(.presented(.deleteButtonTapped(id: 2))))
    #expect(row.store.text == "Milk")
    let issues = withReportedIssues { _ = row.store.send(.binding(.set(\.isPinned, true))) }
    #expect(issues.count == 1)
    #expect(store.ids == [1])
  }

  @Test
  func `the path of a navigation stack follows the state, and popping a screen changes the state`()
    throws
  {
    let view = MemosScreens(store: store)
    try button("Open", in: view).action()
    store.send(.memoTapped(id: 2))
    let stack = try #require(all(NavigationStack<[Int]>.self, in: view).first)
    #expect(stack.path.wrappedValue == [0, 1])
    let modified = try #require(stack.children.first as? ModifiedView)
    let page = try #require(modified.destination(1))
    let field = try #require(all(TextField.self, in: page).first)
    field.text.wrappedValue = "Oat milk"
    #expect(store.memos[id: 2]?.text == "Oat milk")
    stack.path.wrappedValue = [0]
    #expect(store.path.ids == [0])
  }

  @Test func `a sheet is shown while there is a draft, and a swipe removes the draft`() throws {
    let view = MemosScreens(store: store)
    #expect(isEvaluated(view) { store.send(.addButtonTapped) })
    #expect(try #require(all(TextField.self, in: view).first).text.wrappedValue == "")
    #expect(
      isEvaluated(view) { store.send(.draft(.presented(.binding(.set(\.text, "Bread"))))) } == false
    )
    try button("Save", in: view).action()
    #expect(store.draft == nil)
    #expect(store.memos.last?.text == "Bread")

    store.send(.addButtonTapped)
    store.isPresented(\.draft, action: Memos.Action.draft).wrappedValue = false
    #expect(store.draft == nil)
  }

  @Test func `a draft that replaces another draft has its own store`() throws {
    store.send(.addButtonTapped)
    let first = try #require(store.scope(presented: \.draft, action: Memos.Action.draft))
    store.send(.saveButtonTapped)
    store.send(.addButtonTapped)
    let second = try #require(store.scope(presented: \.draft, action: Memos.Action.draft))
    second.send(.binding(.set(\.text, "Bread")))
    #expect(first.text == "")
    #expect(second.text == "Bread")
  }

  @Test func `a button of an alert sends its action, which clears the alert before its dismissal`()
    throws
  {
    let view = MemosScreens(store: store)
    try button("Delete", in: view).action()
    #expect(
      all(Text.self, in: view).map(\.string).suffix(2) == [
        "Delete this memo?", "This cannot be undone.",
      ]
    )
    let isPresented = store.isPresented(\.alert, action: Memos.Action.alert)
    #expect(isPresented.wrappedValue)
    let buttons = all(Button.self, in: view).suffix(2)
    #expect(buttons.map(\.title) == ["Delete", "Keep"])
    #expect(buttons.map(\.role) == [.destructive, .cancel])
    buttons.first?.action()
    isPresented.wrappedValue = false
    #expect(store.alert == nil)
    #expect(store.ids == [2])
  }

  @Test func `a button without an action leaves the dismissal to the alert`() throws {
    let view = MemosScreens(store: store)
    try button("Delete", in: view).action()
    try button("Keep", in: view).action()
    #expect(store.alert != nil)
    store.isPresented(\.alert, action: Memos.Action.alert).wrappedValue = false
    #expect(store.alert == nil)
    #expect(store.ids == [1, 2])
  }

  @Test func `views do not keep a store that the app has released`() throws {
    weak var released: Store<Memos.State, Memos.Action>?
    do {
      let store = Store(
        initialState: Memos.State(memos: [Memo.State(id: 1)]),
        reducer: Memos.reducer,
        environment: ()
      )
      released = store
      let view = MemosScreens(store: store)
      _ = isEvaluated(view) { store.send(.addButtonTapped) }
      #expect(all(MemoRow.self, in: view).count == 1)
    }
    #expect(released == nil)
  }

  @Test func `the app shows its store`() throws {
    let group = try #require(MemosApp().body as? WindowGroup)
    try button("Add", in: group.content).action()
    #expect(all(TextField.self, in: group.content).count == 1)
  }

  @Test func `a view controller shows the state until it is released`() throws {
    let memo = try #require(store.scope(element: 1, of: \.memos, action: Memos.Action.memo))
    var controller: MemoViewController? = MemoViewController(store: memo)
    controller?.viewDidLoad()
    let label = try #require(controller?.label)
    #expect(label.text == "Tea")
    controller?.pinButtonTapped()
    #expect(controller?.pinSwitch.isOn == true)
    memo.send(.binding(.set(\.text, "Coffee")))
    #expect(label.text == "Coffee")
    weak let released = controller
    controller = nil
    #expect(released == nil)
    memo.send(.binding(.set(\.text, "Water")))
    #expect(label.text == "Coffee")
  }
}
