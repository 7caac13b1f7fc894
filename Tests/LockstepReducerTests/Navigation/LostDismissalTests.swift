// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests requests to be dismissed whose presenter or its parent is removed or replaced before their turn.
@Suite struct LostDismissalTests {
  enum SheetAction: FeatureAction, Equatable, Sendable {
    /// Sends an output and asks to be dismissed.
    case doneTapped
    /// Sends an output, and asks to be dismissed in a later turn, after an effect.
    case doneLater
    /// Asks to be dismissed twice.
    case closedTwice
    case closed
    case counted

    enum Output: Equatable, Sendable { case done }
  }

  struct Sheet: Equatable, Sendable { var count = 0 }

  static let sheet = Reducer<Sheet, SheetAction, Void> { state, action, _ in
    switch action {
    case .doneTapped: return .merge(.output(.done), .dismiss)
    case .doneLater: return .merge(.output(.done), .concatenate(.fireAndForget {}, .dismiss))
    case .closedTwice: return .merge(.dismiss, .dismiss)
    case .closed: return .dismiss
    case .counted:
      state.count += 1
      return .none
    }
  }

  /// A feature that presents the sheet.
  struct Page: Equatable, Identifiable, Sendable {
    var id = 0
    var sheet: Sheet? = Sheet()
  }

  enum PageAction: Equatable, Sendable { case sheet(PresentationAction<SheetAction>) }

  static let page = Reducer<Page, PageAction, Void>.empty
    .presenting(\.sheet, action: /PageAction.sheet, sheet)

  enum Place: Equatable, Sendable {
    case page(Page)
    case nothing
  }

  /// All compositions of a feature that presents the sheet.
  struct App: Equatable, Sendable {
    var presented: Page? = Page()
    var stack: StackState<Page> = [Page(id: 1), Page(id: 2), Page(id: 3)]
    var optional: Page? = Page()
    var place = Place.page(Page())
    var rows: IdentifiedArrayOf<Page> = [Page(id: 1), Page(id: 2)]
    var values = ["a": Page(), "b": Page(id: 1)]
    var list = [Page(id: 1), Page(id: 2)]
    var permanent = Page()
  }

  enum AppAction: Equatable, Sendable {
    case presented(PresentationAction<PageAction>)
    case stack(StackAction<Page, PageAction>)
    case optional(PageAction)
    case place(PageAction)
    case row(id: Int, action: PageAction)
    case value(key: String, action: PageAction)
    case element(index: Int, action: PageAction)
    case permanent(PageAction)
    case removeAll
  }

  static let app = Reducer<App, AppAction, Void>.combine(
    page.forEach(stack: \.stack, action: /AppAction.stack),
    page.optional().pullback(state: \.optional, action: /AppAction.optional),
    page.pullback(state: (\App.place).appending(path: /Place.page), action: /AppAction.place),
    page.forEach(state: \.rows, action: /AppAction.row),
    page.forEach(state: \.values, action: /AppAction.value),
    page.forEach(state: \.list, action: /AppAction.element),
    page.pullback(state: \.permanent, action: /AppAction.permanent)
  )
  .presenting(\.presented, action: /AppAction.presented, page)

  static let paths: [@Sendable (PageAction) -> AppAction] = [
    { .presented(.presented($0)) }, { .stack(.element(id: 1, action: $0)) }, { .optional($0) },
    { .place($0) }, { .row(id: 1, action: $0) }, { .value(key: "a", action: $0) },
    { .element(index: 0, action: $0) }, { .permanent($0) },
  ]

  static let indices = Array(paths.indices)

  /// Removes everything around the sheet.
  @Sendable static func remove(_ state: inout App) {
    state.presented = nil
    state.stack.pop(from: 1)
    state.optional = nil
    state.place = .nothing
    state.rows.remove(id: 1)
    state.values["a"] = nil
    state.list = []
    state.permanent.sheet = nil
  }

  /// Replaces the pages around the sheet with other pages that present a sheet.
  @Sendable static func replace(_ state: inout App) {
    state.presented = Page(id: 9)
    state.stack[id: 1] = Page(id: 9)
    state.optional = Page(id: 9)
    state.place = .page(Page(id: 9))
    state.rows = [Page(id: 9), Page(id: 2)]
    state.values["a"] = Page(id: 9)
    state.list[0] = Page(id: 9)
    state.permanent = Page(id: 9)
  }

  @MainActor private func run(
    _ change: @escaping @Sendable (inout App) -> Void,
    _ actions: [AppAction]
  ) -> (state: App, issues: [String]) {
    var state = App()
    let issues = withReportedIssues {
      let store = Store(
        initialState: App(),
        reducer: Self.app.onOutput(of: SheetAction.self) { _, state, _, _ in
          change(&state)
          return .none
        },
        environment: ()
      )
      for action in actions { store.send(action) }
      state = store.state
    }
    return (state, issues.map(\.message))
  }

  @MainActor @Test(arguments: indices, [SheetAction.doneTapped, .doneLater])
  func `a request of a sheet is ignored if its presenter is removed`(
    index: Int,
    action: SheetAction
  ) {
    var expected = App()
    Self.remove(&expected)
    let (state, issues) = run(Self.remove, [Self.paths[index](.sheet(.presented(action)))])
    #expect(state == expected)
    #expect(issues == [])
  }

  @MainActor @Test(arguments: indices, [SheetAction.doneTapped, .doneLater])
  func `a request of a sheet does not dismiss the sheet of a new presenter`(
    index: Int,
    action: SheetAction
  ) {
    var expected = App()
    Self.replace(&expected)
    let (state, issues) = run(Self.replace, [Self.paths[index](.sheet(.presented(action)))])
    #expect(state == expected)
    #expect(issues == [])
  }

  @MainActor @Test(arguments: indices)
  func `a sheet is dismissed if its presenters do not change`(index: Int) {
    for action: SheetAction in [.doneTapped, .doneLater, .closedTwice, .closed] {
      let (state, issues) = run({ _ in }, [Self.paths[index](.sheet(.presented(action)))])
      #expect(state != App(), "\(action)")
      #expect(issues == [], "\(action)")
    }
  }

  @MainActor @Test(arguments: indices)
  func `a test need not assert a dismissal whose presenter is removed`(index: Int) {
    let store = TestStore(
      initialState: App(),
      reducer: Self.app.onOutput(of: SheetAction.self) { _, state, _, _ in
        Self.remove(&state)
        return .none
      },
      environment: ()
    )
    store.send(Self.paths[index](.sheet(.presented(.doneTapped)))) { Self.remove(&$0) }
    store.finish()
  }

  @MainActor @Test func `a sheet that is presented again before the request is handled stays`() {
    // No state here has an identity.
    struct State: Equatable, Sendable { var sheet: Sheet? = Sheet() }
    enum Action: Equatable, Sendable {
      case sheet(PresentationAction<SheetAction>)
      case close
      case present
    }
    let reducer = Reducer<State, Action, Void> { state, action, _ in
      switch action {
      case .sheet(.presented(.closed)):
        // These values are handled before the request, which is handled last.
        return .merge(Effect(value: .close), Effect(value: .present))
      case .sheet: break
      case .close: state.sheet = nil
      case .present: state.sheet = Sheet(count: 1)
      }
      return .none
    }
    .presenting(\.sheet, action: /Action.sheet, Self.sheet)
    let store = Store(initialState: State(), reducer: reducer, environment: ())
    store.send(.sheet(.presented(.closed)))
    #expect(store.sheet == Sheet(count: 1))
  }

  @MainActor @Test func `closesAfter closes the outer feature after an action of the inner one`() {
    struct State: Equatable, Sendable { var page: Page? = Page() }
    enum Action: Equatable, Sendable { case page(PresentationAction<PageAction>) }
    let reducer = Reducer<State, Action, Void>.empty.presenting(
      \.page,
      action: /Action.page,
      Self.page,
      closesAfter: { $0 == .sheet(.presented(.closed)) }
    )
    let store = TestStore(initialState: State(), reducer: reducer, environment: ())
    store.send(.page(.presented(.sheet(.presented(.closed))))) { $0.page = nil }
    store.finish()
  }

  @MainActor @Test
  func `a delayed request is cancelled when its presenter is removed`() {
    struct State: Equatable, Sendable { var page: Page? = Page() }
    enum Action: Equatable, Sendable {
      case page(PresentationAction<PageAction>)
      case replaced
    }
    let queue = DispatchQueue.test
    let sheet = Reducer<Sheet, SheetAction, Void> { _, _, _ in
      Effect.dismiss.delay(for: 1, scheduler: queue)
    }
    let reducer = Reducer<State, Action, Void> { state, action, _ in
      if action == .replaced { state.page = Page(id: 2) }
      return .none
    }
    .presenting(
      \.page,
      action: /Action.page,
      Reducer<Page, PageAction, Void>.empty.presenting(\.sheet, action: /PageAction.sheet, sheet)
    )
    let store = TestStore(initialState: State(), reducer: reducer, environment: ())
    store.send(.page(.presented(.sheet(.presented(.closed)))))
    store.send(.replaced) { $0.page = Page(id: 2) }
    queue.advance(by: 2)
    store.finish()
  }

  @MainActor @Test
  func
    `a view may dismiss a page that is nil, but not the sheet of one`()
  {
    struct State: Equatable, Sendable { var page: Page? }
    enum Action: Equatable, Sendable { case page(PresentationAction<PageAction>) }
    let reducer = Reducer<State, Action, Void>.empty
      .presenting(\.page, action: /Action.page, Self.page)
    let store = Store(initialState: State(), reducer: reducer, environment: ())
    #expect(withReportedIssues { store.send(.page(.dismiss)) }.isEmpty)
    #expect(withReportedIssues { store.send(.page(.presented(.sheet(.dismiss)))) }.count == 1)
  }
}
