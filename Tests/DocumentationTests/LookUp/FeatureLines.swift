// SPDX-License-Identifier: MIT

// Page: Sources/Lockstep/Lockstep.docc/Articles/FeaturesByTask.md

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The code of the page about reducers and states, which `Scripts/check-lookup` writes from it.
@Suite struct FeatureLines {
  struct Row: Equatable, Identifiable, Codable {
    let id: Int
    var isOn = false
  }

  enum RowAction: Equatable {
    case toggled
    case other
  }

  struct RowEnvironment: Sendable {}

  enum Screen: Equatable {
    case row(Row)
    case empty
  }

  enum ScreenAction: Equatable {
    case row(RowAction)
  }

  struct App: Equatable {
    var row = Row(id: 0)
    var sheet: Row?
    var rows: IdentifiedArrayOf<Row> = [Row(id: 0)]
    var list = [Row(id: 0)]
    var table = ["a": Row(id: 0)]
    var screen = Screen.row(Row(id: 0))
    var path: StackState<Row> = [Row(id: 0)]
    var alert: AlertState<AlertAction>?
    var theme = "light"
    var form = Form()
    var draft = Undoable(0)
    var saving = Saving()
  }

  struct Form: Equatable {
    var name = ""
  }

  enum AlertAction: Equatable {
    case deleteButtonTapped
    case dismissed
  }

  enum AppAction: Equatable {
    case row(RowAction)
    case rows(Int, RowAction)
    case table(String, RowAction)
    case screen(ScreenAction)
    case binding(BindingAction<App>)
    case form(BindingAction<Form>)
    case sheet(PresentationAction<RowAction>)
    case path(StackAction<Row, RowAction>)
    case alert(PresentationAction<AlertAction>)
    case undo(UndoAction)
    case saving(SavingAction)
    case counted(Int)
  }

  struct AppEnvironment: Sendable {
    var row = RowEnvironment()
    var queue = AnySchedulerOf<DispatchQueue>.immediate
    var storage = StorageClient.inMemory()
    var save: @Sendable (Int) -> Effect<Never, Never> = { _ in .none }
  }

  typealias AppReducer = Reducer<App, AppAction, AppEnvironment>

  private static func toggle<Environment>() -> Reducer<Row, RowAction, Environment> {
    Reducer { state, action, _ in
      if action == .toggled { state.isOn.toggle() }
      return .none
    }
  }

  private static func toggleDark<Environment>() -> Reducer<
    Sharing<Row, String>, RowAction, Environment
  > {
    Reducer { state, action, _ in
      if action == .toggled { state.isOn.toggle() }
      state.shared = "dark"
      return .none
    }
  }

  private let row: Reducer<Row, RowAction, RowEnvironment> = toggle()
  private let plain: Reducer<Row, RowAction, AppEnvironment> = toggle()
  private let plainThemed: Reducer<Sharing<Row, String>, RowAction, AppEnvironment> = toggleDark()
  private let app = AppReducer { state, action, _ in
    if case .counted(let number) = action { state.draft.value = number }
    return .none
  }

  // ## Write a reducer

  private static func reduce(
    _ state: inout App,
    _ action: AppAction,
    _ environment: AppEnvironment
  ) -> Effect<AppAction, Never> {
    if case .counted(let number) = action { state.form.name += "\(number)" }
    return .none
  }

  @Test func `reducers are made and combined`() {
    let reduce: @Sendable (inout App, AppAction, AppEnvironment) -> Effect<AppAction, Never> = {
      Self.reduce(&$0, $1, $2)
    }
    let inner = AppReducer { reduce(&$0, $1, $2) }
    let outer = AppReducer { reduce(&$0, $1, $2) }
    let reducers: [Reducer<App, AppAction, AppEnvironment>] = [
      // Reducer.init(_:), Reducer
      Reducer { state, action, environment in reduce(&state, action, environment) },
      // Reducer.init(around:_:)
      Reducer(around: inner) { state, action, environment, run in run(&state, action, environment)
      },
      // Reducer.combine(_:)
      .combine(inner, outer),
      // Reducer.combined(with:)
      inner.combined(with: outer),
      // Reducer.filter(_:)
      inner.filter { state, action in action == .counted(1) },
      // Reducer.debug(_:output:)
      inner.debug("counter"),
      // Reducer.debugActions(_:output:)
      inner.debugActions("counter"),
      // Reducer.empty
      .empty,
    ]
    let names = reducers.map { reducer in
      var state = App()
      // Reducer.run(_:_:_:)
      let effect = reducer.run(&state, .counted(1), AppEnvironment())
      _ = effect.sink { _ in }
      return state.form.name
    }
    #expect(names == ["1", "1", "11", "11", "1", "1", "1", ""])
  }

  struct Folder: Equatable, Identifiable {
    let id: Int
    var isOpen = false
    var children: [Folder] = []
  }

  indirect enum FolderAction: Equatable, Sendable {
    case opened
    case child(Int, FolderAction)
  }

  typealias FolderReducer = Reducer<Folder, FolderAction, Void>

  @Test func `a reducer contains itself`() {
    let open = FolderReducer { folder, action, _ in
      if action == .opened { folder.isOpen = true }
      return .none
    }
    @Sendable func tree(_ folder: FolderReducer) -> FolderReducer {
      .combine(open, folder.forEach(state: \.children, action: /FolderAction.child))
    }
    let reducers: [FolderReducer] = [
      // Reducer.recursive(_:)
      .recursive { folder in tree(folder) }
    ]
    var folder = Folder(id: 0, children: [Folder(id: 1)])
    _ = reducers[0].run(&folder, .child(0, .opened), ())
    _ = reducers[0].run(&folder, .opened, ())
    #expect(folder.isOpen && folder.children[0].isOpen)
  }

  // ## Put features together

  @Test func `a reducer runs on a part of a larger state`() {
    let reducers: [AppReducer] = [
      // Reducer.pullback(state:action:id:): Runs a reducer on a part of a larger state and on its actions.
      plain.pullback(state: \.row, action: /AppAction.row),
      // Reducer.environment(_:)
      row.environment(\.row).pullback(state: \.row, action: /AppAction.row),
      // Reducer.pullback(state:action:environment:id:): The same as `environment(_:)` and `pullback`.
      row.pullback(state: \.row, action: /AppAction.row, environment: \.row),
      // Reducer.forEach(state:action:cancelsEffects:): Runs a reducer on the element of a list that an action is for.
      plain.forEach(state: \.rows, action: /AppAction.rows),
      // Reducer.forEach(state:action:environment:cancelsEffects:): The same as `environment(_:)` and `forEach`.
      row.forEach(state: \.rows, action: /AppAction.rows, environment: \.row),
      // Reducer.forEach(state:action:id:cancelsEffects:)#[State]: Runs a reducer on the element of an array that an action is for, by its position.
      plain.forEach(state: \.list, action: /AppAction.rows),
      // Reducer.forEach(state:action:id:cancelsEffects:)#[Key: Runs a reducer on the value of a dictionary that an action is for.
      plain.forEach(state: \.table, action: /AppAction.table),
      // Reducer.optional(id:cancelsEffects:)
      plain.optional().pullback(state: \.sheet, action: /AppAction.row),
    ]
    let actions: [AppAction] = [
      .row(.toggled), .row(.toggled), .row(.toggled), .rows(0, .toggled), .rows(0, .toggled),
      .rows(0, .toggled), .table("a", .toggled), .row(.toggled),
    ]
    for (reducer, action) in zip(reducers, actions) {
      var state = App(sheet: Row(id: 0))
      _ = reducer.run(&state, action, AppEnvironment())
      #expect(state != App(sheet: Row(id: 0)))
    }
  }

  @Test func `a reducer runs on a part that may be missing`() {
    let reducers: [Reducer<Screen, ScreenAction, AppEnvironment>] = [
      // Reducer.pullback(state:action:id:cancelsEffects:)#toChildState: Runs a reducer on a part that may be missing, such as the payload of a case.
      plain.pullback(state: /Screen.row, action: /ScreenAction.row),
      // Reducer.pullback(state:action:environment:id:cancelsEffects:): The same as `environment(_:)` and `pullback`.
      row.pullback(state: /Screen.row, action: /ScreenAction.row, environment: \.row),
    ]
    for reducer in reducers {
      var state = Screen.row(Row(id: 0))
      _ = reducer.run(&state, .row(.toggled), AppEnvironment())
      #expect(state == .row(Row(id: 0, isOn: true)))
    }
  }

  // ## Share a value between features

  @Test func `a reducer borrows a part of the larger state`() {
    let reducers: [AppReducer] = [
      // Reducer.pullback(state:sharing:action:id:)
      plainThemed.pullback(state: \.row, sharing: \.theme, action: /AppAction.row)
    ]
    for reducer in reducers {
      var state = App()
      _ = reducer.run(&state, .row(.toggled), AppEnvironment())
      #expect(state.row.isOn)
      #expect(state.theme == "dark")
    }
  }

  @Test func `a part that may be missing borrows what the whole has borrowed`() {
    let reducers: [Reducer<Sharing<Screen, String>, ScreenAction, AppEnvironment>] = [
      // Reducer.pullback(state:action:id:cancelsEffects:)#toOwn
      plainThemed.pullback(state: /Screen.row, action: /ScreenAction.row)
    ]
    for reducer in reducers {
      // Sharing.init(_:_:)
      var state = Sharing(Screen.row(Row(id: 0)), "light")
      _ = reducer.run(&state, .row(.toggled), AppEnvironment())
      // Sharing.own
      #expect(state.own == .row(Row(id: 0, isOn: true)))
      // Sharing.shared
      #expect(state.shared == "dark")
    }
    // Sharing
    var state: Sharing<Row, String> = Sharing(Row(id: 1), "light")
    // Sharing.subscript(dynamicMember:)
    state.isOn = true
    #expect(state.id == 1 && state.own.isOn)
  }

  // ## Show something on top

  @Test func `a feature presents another`() {
    let reducers: [AppReducer] = [
      // Reducer.presenting(_:id:action:_:closesAfter:)
      app.presenting(\.sheet, action: /AppAction.sheet, plain),
      // Reducer.presenting(_:sharing:id:action:_:closesAfter:)
      app.presenting(\.sheet, sharing: \.theme, action: /AppAction.sheet, plainThemed),
    ]
    for reducer in reducers {
      var state = App(sheet: Row(id: 0))
      let actions = [
        // PresentationAction.presented(_:)
        AppAction.sheet(.presented(.toggled)),
        // PresentationAction.dismiss
        AppAction.sheet(.dismiss),
      ]
      _ = reducer.run(&state, actions[0], AppEnvironment())
      #expect(state.sheet?.isOn == true)
      _ = reducer.run(&state, actions[1], AppEnvironment())
      #expect(state.sheet == nil)
    }
  }

  enum SheetAction {
    // PresentationAction
    case sheet(PresentationAction<RowAction>)
  }

  // ## Ask the user

  @Test func `an alert asks the user`() {
    // AlertState.init(title:message:dismissButton:onDismiss:)
    let failed = AlertState<AlertAction>(title: "Saving failed.", message: "Try again later.")
    // AlertState.Button
    typealias Button = AlertState<AlertAction>.Button
    // AlertState.Button.destructive(_:send:)
    let delete = Button.destructive("Delete", send: .deleteButtonTapped)
    // AlertState.Button.cancel(_:send:)
    let cancel = Button.cancel("Keep", send: .dismissed)
    // AlertState.Button.default(_:send:)
    let proceed = Button.default("Rename", send: .dismissed)
    // AlertState.init(title:message:primaryButton:secondaryButton:onDismiss:), AlertState
    var alert = AlertState(title: "Delete?", primaryButton: delete, secondaryButton: cancel)
    // AlertState.init(title:message:style:buttons:onDismiss:), AlertState.Style.confirmationDialog
    let dialog = AlertState(title: "Row", style: .confirmationDialog, buttons: [delete, proceed])
    // ActionSheetState
    let sheet: ActionSheetState<AlertAction> = dialog
    // Reducer.presenting(dialog:action:)
    let reducer = app.presenting(dialog: \.alert, action: /AppAction.alert)
    var state = App(alert: alert)
    _ = reducer.run(&state, .alert(.presented(.deleteButtonTapped)), AppEnvironment())
    #expect(state.alert == nil)
    #expect(failed.buttons.isEmpty)
    // AlertState.title
    #expect(alert.title == "Delete?")
    // AlertState.message
    alert.message = "It cannot be restored."
    // AlertState.onDismiss
    alert.onDismiss = .dismissed
    // AlertState.buttons
    #expect(alert.buttons == [delete, cancel])
    // AlertState.style, AlertState.Style.alert
    #expect(alert.style == .alert)
    // AlertState.Style
    let style: AlertState<AlertAction>.Style = dialog.style
    #expect(style != alert.style)
    // AlertState.id
    #expect(alert.id != dialog.id)
    // AlertState.ID
    let id: AlertState<AlertAction>.ID = sheet.id
    #expect(id == dialog.id)
    // AlertState.Button.label
    #expect(delete.label == "Delete")
    // AlertState.Button.action
    #expect(delete.action == .deleteButtonTapped)
    // AlertState.Button.role, AlertState.Button.Role.destructive
    #expect(delete.role == .destructive)
    // AlertState.Button.Role.cancel
    #expect(cancel.role == .cancel)
    // AlertState.Button.Role.default, AlertState.Button.Role
    #expect(proceed.role == AlertState<AlertAction>.Button.Role.default)
  }

  @Test func `a text is written with values`() {
    let count = 3
    let texts: [TextState] = [
      // TextState
      TextState("Rows"),
      // TextState.StringInterpolation.appendInterpolation(_:)
      TextState("\(count) rows"),
      // TextState.StringInterpolation.appendInterpolation(_:format:)
      TextState("\(count, format: .number) rows"),
    ]
    let text = texts[0]
    // TextState.string
    #expect(text.string == "Rows")
    let name = "Milk"
    // TextState.init(_:)
    #expect(TextState(name).string == "Milk")
    #expect(texts[1...].allSatisfy { $0.string == "3 rows" })
    // TextState.StringInterpolation
    let empty = TextState.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    #expect(TextState(stringInterpolation: empty).string.isEmpty)
  }

  // ## Push screens

  @Test func `a stack holds screens`() {
    let reducers: [AppReducer] = [
      // Reducer.forEach(stack:id:action:)
      plain.forEach(stack: \.path, action: /AppAction.path),
      // Reducer.forEach(stack:sharing:id:action:)
      plainThemed.forEach(stack: \.path, sharing: \.theme, action: /AppAction.path),
    ]
    let actions = [
      // StackAction.element(id:action:)
      AppAction.path(.element(id: 0, action: .toggled)),
      // StackAction.push(_:)
      AppAction.path(.push(Row(id: 1))),
      // StackAction.popFrom(id:)
      AppAction.path(.popFrom(id: 1)),
    ]
    for reducer in reducers {
      var state = App()
      for action in actions { _ = reducer.run(&state, action, AppEnvironment()) }
      #expect(state.path == [Row(id: 0, isOn: true)])
    }
    // StackState.init()
    var path = StackState<Row>()
    // StackState.init(_:)
    path = StackState([Row(id: 0)])
    // StackState.append(_:)
    let id = path.append(Row(id: 1))
    // StackState.top
    #expect(path.top == Row(id: 1))
    // StackState.subscript(id:)
    path[id: id]?.isOn = true
    // StackState.modify(id:_:)
    path.modify(id: id) { $0.isOn = false }
    // StackState.elements
    #expect(path.elements == [Row(id: 0), Row(id: 1)])
    // StackState.ids
    #expect(path.ids == [0, 1])
    // StackState.count
    #expect(path.count == 2)
    // StackState.pop(from:)
    path.pop(from: id)
    // StackState.pop(to:)
    path.pop(to: 0)
    // StackState.move(id:to:)
    path.move(id: 0, to: 0)
    // StackState.remove(id:)
    path.remove(id: 0)
    // StackState.popLast
    path.popLast()
    // StackState.removeAll
    path.removeAll()
    // StackState.isEmpty
    #expect(path.isEmpty)
  }

  enum PathAction {
    // StackAction
    case path(StackAction<Row, RowAction>)
  }

  // ## Do more when something happens

  enum EditorAction: Equatable, FeatureAction {
    case closed

    enum Output: Equatable, Sendable { case saved }
  }

  @Test func `a reducer does more`() {
    let note: @Sendable (Int, inout App) -> Effect<AppAction, Never> = { draft, state in
      state.form.name = "\(draft)"
      return .none
    }
    let reducers: [AppReducer] = [
      // Reducer.onChange(of:perform:)#(Value,inout
      app.onChange(of: \.draft.value) { draft, state, action, environment in
        note(draft, &state)
      },
      // Reducer.onChange(of:perform:)#(Value,Value
      app.onChange(of: \.draft.value) { old, draft, state, action, environment in
        note(draft - old, &state)
      },
    ]
    for reducer in reducers {
      var state = App()
      _ = reducer.run(&state, .counted(1), AppEnvironment())
      #expect(state.form.name == "1")
    }
    let lives: [AppReducer] = [
      // Reducer.onOutput(of:perform:)
      app.onOutput(of: EditorAction.self) { output, state, action, environment in .none },
      // Reducer.begin(_:)
      app.begin { state, environment in Effect(value: .counted(2)) },
      // Reducer.ending(_:)
      app.ending { state, environment in environment.save(state.draft.value).fireAndForget() },
      // Reducer.shouldDismiss(_:)
      app.shouldDismiss { state in state.sheet == nil },
      // Reducer.subscription(to:_:)
      app.subscription(to: \.sheet?.id) { id, environment in Effect(value: .counted(id)) },
      // Reducer.subscriptions(for:_:)
      app.subscriptions(for: \.rows.ids) { id, environment in Effect(value: .counted(id + 4)) },
    ]
    let values = lives.map { reducer in
      let store = ManualStore(
        initialState: App(),
        reducer: reducer,
        environment: AppEnvironment()
      )
      store.run()
      return store.store.state.draft.value
    }
    #expect(values == [0, 2, 0, 0, 0, 4])
  }

  // ## Bind the fields of a form

  @Test func `a binding sets a property`() {
    let reducers: [AppReducer] = [
      // Reducer.binding(action:)
      app.binding(action: /AppAction.binding),
      // Reducer.binding(state:action:)
      app.binding(state: \.form, action: /AppAction.form),
    ]
    let actions = [
      // BindingAction.set(_:_:)
      AppAction.binding(.set(\.form.name, "a")),
      AppAction.form(.set(\.name, "a")),
    ]
    for (reducer, action) in zip(reducers, actions) {
      var state = App()
      _ = reducer.run(&state, action, AppEnvironment())
      #expect(state.form.name == "a")
    }
    // BindingAction
    let action: BindingAction<Form> = .set(\.name, "a")
    // BindingAction.keyPath
    #expect(action.keyPath == \Form.name)
    // BindingAction.value
    #expect(action.value as? String == "a")
    var form = Form()
    // BindingAction.apply(to:)
    action.apply(to: &form)
    #expect(form.name == "a")
    // BindingAction.~=(_:_:): Returns whether an action sets a property, as `case` does in a `switch`.
    #expect(\Form.name ~= action)
  }

  // ## Refer to a case or a part of a state

  @Test func `a path leads to a part`() {
    // /(_:)#@Sendable(Value), /(_:)
    let path: CasePath<Screen, Row> = /Screen.row
    // /(_:)#(root
    let empty: CasePath<Screen, Void> = /Screen.empty
    // /(_:)#(type, CasePath.self
    let whole: CasePath<Screen, Screen> = /Screen.self
    // CasePath.init(_:)#embed
    _ = CasePath(Screen.row)
    // CasePath.init(_:)#root:Root
    _ = CasePath(Screen.empty)
    let extract: @Sendable (Screen) -> Row? = { (/Screen.row).extract(from: $0) }
    // CasePath.init(embed:extract:)
    let custom = CasePath(embed: { Screen.row($0) }, extract: { extract($0) })
    // CasePath.extract(from:)
    #expect(path.extract(from: .row(Row(id: 1))) == Row(id: 1))
    // CasePath.embed(_:)
    #expect(custom.embed(Row(id: 1)) == .row(Row(id: 1)))
    var screen = Screen.row(Row(id: 1))
    // CasePath.isMatching(_:)
    #expect(path.isMatching(screen))
    // CasePath.~=(_:_:): Returns whether a value is in the case, as `case` does in a `switch`.
    #expect(path ~= screen)
    // CasePath.modify(_:_:)
    path.modify(&screen) { $0.isOn = true }
    #expect(screen == .row(Row(id: 1, isOn: true)))
    #expect(empty.isMatching(.empty) && whole.isMatching(screen))
    #expect(CasePath<Int, Int>.`self`.extract(from: 1) == 1)
    // CasePath...(_:_:)
    let isToggled = /AppAction.screen .. /ScreenAction.row .. /RowAction.toggled
    #expect(isToggled.isMatching(.screen(.row(.toggled))))
    // CasePath.appending(path:)
    let toRow = (/AppAction.screen).appending(path: /ScreenAction.row)
    #expect(toRow.extract(from: .screen(.row(.other))) == .other)
    // CasePath.some
    #expect(CasePath<Int?, Int>.some.extract(from: 1) == 1)
  }

  @Test func `a path leads to a part that may be missing`() {
    // OptionalPath.init(_:)#WritableKeyPath
    let sheet = OptionalPath(\App.sheet)
    // OptionalPath.init(_:)#CasePath
    let row = OptionalPath(/Screen.row)
    // OptionalPath.init(extract:set:modify:)
    let first = OptionalPath<[Int], Int>(extract: { $0.first }, set: { $0[0] = $1 })
    var numbers = [1]
    // OptionalPath.set(into:_:)
    first.set(into: &numbers, 2)
    // OptionalPath.extract(from:), StatePath.extract(from:)
    #expect(first.extract(from: numbers) == 2)
    // OptionalPath.modify(_:_:), StatePath.modify(_:_:)
    first.modify(&numbers) { $0 += 1 }
    #expect(numbers == [3])
    // _AppendKeyPath.appending(path:)
    let screenRow = (\App.screen).appending(path: /Screen.row)
    // StatePath.appending(path:)#Leaf>&Sendable, appending(path:)#Leaf?>: Returns the path to a property of the part.
    let isOn = sheet.appending(path: \.isOn)
    // StatePath.appending(path:)#someStatePath
    let wrapped = OptionalPath(\Screen?.self).appending(path: row)
    #expect(screenRow.extract(from: App())?.id == 0)
    #expect(isOn.extract(from: App()) == nil)
    #expect(wrapped.extract(from: .row(Row(id: 1)))?.id == 1)
    // OptionalPath.some
    #expect(OptionalPath<Int?, Int>.some.extract(from: 1) == 1)
    // OptionalPath.self
    let whole = OptionalPath(/Int.self)
    #expect(whole.extract(from: 1) == OptionalPath<Int, Int>.`self`.extract(from: 1))
  }

  // StatePath, StatePath.Root, StatePath.Value
  func isThere<P: StatePath>(_ path: P, in root: P.Root, of type: P.Value.Type) -> Bool {
    path.extract(from: root) != nil
  }

  @Test func `a function takes any path`() {
    let path = /Screen.row
    let sheet = OptionalPath(\App.sheet)
    #expect(isThere(path, in: .row(Row(id: 0)), of: Row.self))
    #expect(isThere(sheet, in: App(), of: Row.self) == false)
  }

  // ## Undo and redo

  @Test func `steps are taken back and forward`() {
    let reducers: [AppReducer] = [
      // Reducer.undoable(_:action:limit:grouping:), UndoGrouping.newStep
      app.undoable(\.draft, action: /AppAction.undo) { action in .newStep },
      // UndoGrouping.previousStep
      app.undoable(\.draft, action: /AppAction.undo) { action in .previousStep },
      // UndoGrouping.step(_:)
      app.undoable(\.draft, action: /AppAction.undo) { action in .step("typing") },
    ]
    let actions = [
      // UndoAction.undo
      AppAction.undo(.undo),
      // UndoAction.redo
      AppAction.undo(.redo),
    ]
    let drafts = reducers.map { reducer in
      var state = App()
      for action in [.counted(1), .counted(2)] + actions[..<1] {
        _ = reducer.run(&state, action, AppEnvironment())
      }
      return state.draft.value
    }
    #expect(drafts == [1, 2, 0])
    // Undoable.init(_:)
    var draft = Undoable(0)
    // Undoable.value
    draft.value = 1
    var state = App()
    for action in [.counted(1)] + actions {
      _ = reducers[0].run(&state, action, AppEnvironment())
    }
    draft = state.draft
    // Undoable.canUndo
    #expect(draft.canUndo)
    _ = reducers[0].run(&state, .undo(.undo), AppEnvironment())
    draft = state.draft
    // Undoable.canRedo
    #expect(draft.canRedo)
    // Undoable.forgetSteps
    draft.forgetSteps()
    #expect(draft.canRedo == false)
    // UndoGrouping
    let grouping: @Sendable (AppAction) -> UndoGrouping = { _ in .newStep }
    #expect(grouping(.row(.toggled)) == .newStep)
  }

  enum DraftAction {
    // UndoAction
    case undo(UndoAction)
  }

  // ## Save a state

  @Test func `a value is saved and loaded`() throws {
    // SavedMigration.init(from:_:)
    let migration = SavedMigration(from: 1) { (ids: [Int]) in ids.map { Row(id: $0) } }
    // SavedFormat.init(version:migrations:)
    let format = SavedFormat<[Row]>(version: 2, migrations: [migration])
    let old = Data(#"{"version":1,"value":[0]}"#.utf8)
    // StorageClient.inMemory(_:)
    let storage = StorageClient.inMemory(old)
    // SavedFormat.load(from:)
    let (rows, problem) = format.load(from: storage)
    #expect(rows == [Row(id: 0)])
    // SavedFormat.save(_:to:)
    try format.save([Row(id: 1)], to: storage)
    #expect(format.load(from: storage).value == [Row(id: 1)])
    // Saving.init(problem:)
    var saving = Saving(problem: problem)
    // Saving.isUpToDate
    #expect(saving.isUpToDate)
    // Saving.hasChanges
    saving.hasChanges = true
    // Saving.isSaving
    #expect(saving.isSaving == false)
    // Saving.problem
    #expect(saving.problem == nil)
    #expect(saving.isUpToDate == false)
  }

  enum SaveAction {
    // SavingAction
    case saving(SavingAction)
  }

  @Test func `a reducer saves a value`() throws {
    let rows = SavedFormat<[Row]>()
    // Reducer.persisted(_:saving:action:as:to:interval:scheduler:)
    let reducer = app.persisted(
      \.list,
      saving: \.saving,
      action: /AppAction.saving,
      as: rows,
      to: \.storage,
      scheduler: \.queue
    )
    let error = SavingError(.failed, in: "rows.json")
    let actions = [
      // SavingAction.save
      AppAction.saving(.save),
      // SavingAction.saved
      AppAction.saving(.saved),
      // SavingAction.failed(_:)
      AppAction.saving(.failed(error)),
    ]
    var state = App()
    for action in actions { _ = reducer.run(&state, action, AppEnvironment()) }
    #expect(state.saving.problem == error)
  }

  @Test func `problems of saving have kinds`() {
    // SavingError.init(_:in:reason:), SavingError.Kind.failed
    let error = SavingError(.failed, in: "rows.json", reason: "The disk is full.")
    // SavingError.Kind
    let failed: SavingError.Kind = .failed
    let kinds: [SavingError.Kind] = [
      failed,
      // SavingError.Kind.inUse
      SavingError.Kind.inUse,
      // SavingError.Kind.notLoaded
      SavingError.Kind.notLoaded,
      // SavingError.Kind.noMigration(from:)
      SavingError.Kind.noMigration(from: 1),
      // SavingError.Kind.newerVersion(found:supported:)
      SavingError.Kind.newerVersion(found: 3, supported: 2),
      // SavingError.Kind.unreadable(setAsideAs:)
      SavingError.Kind.unreadable(setAsideAs: "rows.json.unreadable"),
      // SavingError.Kind.changedElsewhere(keptAs:)
      SavingError.Kind.changedElsewhere(keptAs: "rows.other-1.json"),
    ]
    // SavingError.kind
    #expect(error.kind == .failed)
    #expect(Set(kinds.map { "\($0)" }).count == 7)
    // SavingError.storage
    #expect(error.storage == "rows.json")
    // SavingError.reason
    #expect(error.reason == "The disk is full.")
  }

  @Test func `a client keeps data`() throws {
    let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    // StorageClient.file(_:)
    var storage = StorageClient.file(file)
    #expect(storage.name.hasSuffix("json"))
    storage = .inMemory()
    // StorageClient.save
    try storage.save(Data("1".utf8))
    // StorageClient.load
    #expect(try storage.load() == Data("1".utf8))
    // StorageClient.setAside
    let name = try storage.setAside()
    #expect(name.isEmpty == false)
    // StorageClient.name
    storage.name = "rows"
    #expect(storage.name == "rows")
    let issues = withReportedIssues {
      // StorageClient.failing
      _ = try? StorageClient.failing.load()
    }
    #expect(issues.count == 1)
  }
}
