// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests `onUnmount` of states that are removed in different ways.
@Suite struct OnUnmountTests {
  /// A way to remove a lodger.
  private enum Way: CaseIterable {
    case itself
    case parent
    case userInterface
    /// Removes the state that contains the lodger.
    case container
  }

  private static let cells = LodgerPlace.all.flatMap { place in
    Way.allCases.compactMap { way in
      (way == .itself || way == .userInterface) && place.dismissal == nil ? nil : (place, way)
    }
  }

  private func action(_ place: LodgerPlace, _ way: Way) -> LodgingsAction? {
    switch way {
    case .itself: place.action(.leave)
    case .parent: .set { place.take(&$0) }
    case .userInterface: place.dismissal
    case .container:
      .set { state in
        let empty = Lodgings(sitting: state.sitting)
        state = empty
      }
    }
  }

  @Test(arguments: cells.indices)
  private func `onUnmount runs once with the last state of the removed child`(index: Int) throws {
    let (place, way) = Self.cells[index]
    let register = Register()
    let store = ManualStore(
      initialState: Lodgings(),
      reducer: lodgingsReducer,
      environment: register
    )
    store.send(.set { place.put(&$0, Lodger()) })
    store.send(place.action(.note(1)))
    store.send(place.action(.note(2)))
    // The parent changes the lodger.
    store.send(
      .set { state in
        var lodger = place.get(state) ?? Lodger(name: "lost")
        lodger.notes.append(3)
        if way == .container, place.description.hasPrefix("stack") {
          // The screen itself changes.
          _ = state.stack.modify(id: 0) { $0 = lodger }
          _ = state.tenants.modify(id: 0) { $0.lodger = lodger }
        } else if place.description.contains("stack") == false {
          place.put(&state, lodger)
        } else {
          _ = state.stack.modify(id: 0) { $0 = lodger }
          _ = state.tenants.modify(id: 0) { $0.lodger = lodger }
        }
      }
    )
    _ = register.take()
    store.send(try #require(action(place, way)))
    #expect(register.take() == ["-a[1, 2, 3]"], "\(place), \(way)")
    store.send(.set { _ in })
    #expect(register.take() == [])
    #expect(place.get(store.store.state) == nil)
  }

  @Test func `the closest remaining parent handles an output in the same turn`() {
    let register = Register(onUnmount: { .output(.farewell($0.name, $0.notes)) })
    let store = TestStore(
      initialState: Lodgings(
        presented: Lodger(name: "p"),
        stack: [Lodger(name: "0"), Lodger(name: "1")],
        optional: Lodger(name: "o"),
        inner: Lodgings.Inner(presented: Lodger(name: "i")),
        inners: [Lodgings.Inner(presented: Lodger(name: "n"))]
      ),
      reducer: lodgingsReducer,
      environment: register
    )
    store.send(.presented(.dismiss)) {
      $0.presented = nil
      $0.received.append("farewell(\"p\", []) by presented.dismiss")
    }
    store.send(.stack(.popFrom(id: 0))) {
      $0.stack.removeAll()
      $0.received += [
        "farewell(\"1\", []) by stack.popFrom(1)", "farewell(\"0\", []) by stack.popFrom(0)",
      ]
    }
    store.send(.set { $0.optional = nil }) {
      $0.optional = nil
      $0.received.append("farewell(\"o\", []) by nobody")
    }
    // The part that presents the lodger still exists.
    store.send(.set { $0.inner.presented = nil }) {
      $0.inner.presented = nil
      $0.inner.received = ["farewell(\"i\", [])"]
    }
    // The stack pops the screen that presents the lodger.
    store.send(.inners(.popFrom(id: 0))) {
      $0.inners.removeAll()
      $0.received.append("farewell(\"n\", []) by inners(0).presented.dismiss")
    }
  }

  @Test func `an inner state is unmounted before the state that contains it`() {
    let register = Register()
    let reducer = Reducer<Lodgings, LodgingsAction, Register>.combine(
      innerReducer.onUnmount { _, register in
        register.add("-inner")
        return .none
      }
      .forEach(stack: \.inners, action: /LodgingsAction.inners),
      Reducer { state, action, _ in
        if case .set(let change) = action { change(&state) }
        return .none
      }
    )
    let store = ManualStore(
      initialState: Lodgings(inners: [Lodgings.Inner(presented: Lodger())]),
      reducer: reducer,
      environment: register
    )
    store.send(.inners(.popFrom(id: 0)))
    #expect(register.take() == ["+a", "-a[]", "-inner"])
  }

  @Test func `onUnmount sees the change of the turn that removes the state`() {
    let register = Register()
    let reducer = Reducer<Lodgings, LodgingsAction, Register>.empty
      .presenting(
        \.presented,
        action: /LodgingsAction.presented,
        lodgerReducer,
        closesAfter: { if case .note(9) = $0 { true } else { false } }
      )
    let closing = ManualStore(
      initialState: Lodgings(presented: Lodger()),
      reducer: reducer,
      environment: register
    )
    closing.send(.presented(.presented(.note(1))))
    closing.send(.presented(.presented(.note(9))))
    #expect(register.take() == ["+a", "-a[1, 9]"])
    let taking = Reducer<Lodgings, LodgingsAction, Register>.combine(
      lodgingsReducer,
      Reducer { state, action, _ in
        switch action {
        case .optional(.note(9)): state.optional = nil
        case .room(.note(9)): state.room = .empty
        case .stack(.element(_, .note(9))): state.stack = []
        default: break
        }
        return .none
      }
    )
    for place in LodgerPlace.all.filter({ ["optional", "case", "stack"].contains($0.description) })
    {
      let store = ManualStore(initialState: Lodgings(), reducer: taking, environment: register)
      store.send(.set { place.put(&$0, Lodger()) })
      _ = register.take()
      store.send(place.action(.note(9)))
      #expect(register.take() == ["-a[9]"], "\(place)")
    }
  }

  @Test func `a test fails for unmount effects that are not asserted`() {
    let register = Register(onUnmount: { lodger in
      .merge(
        .output(.farewell(lodger.name, lodger.notes)),
        .fireAndForget(name: "save", line: 7) {}
      )
    })
    let reducer = Reducer<Lodgings, LodgingsAction, Register>.empty
      .presenting(
        \.presented,
        action: /LodgingsAction.presented,
        lodgerReducer
      )
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: Lodgings(presented: Lodger()),
        reducer: reducer,
        environment: register
      )
      store.send(.presented(.dismiss)) { $0.presented = nil }
    }
    #expect(
      issues.map(\.message) == [
        """
        1 fire-and-forget effect was not asserted: …

        • fireAndForget "save", made at LockstepReducerTests/OnUnmountTests.swift:7

        Assert each with 'fireAndForget()' after the step that starts it.
        """,
        """
        The feature sent an output that no parent in the test handles and no step asserts: …

        • output Output.farewell(
          "a",
          []
        )

        Assert it after the step in which it is sent:

        store.output(.farewell("a", []), of: LodgerAction.self)

        Or handle it in the reducer of a parent:

        .onOutput(of: LodgerAction.self) { … }
        """,
      ]
    )
    let store = TestStore(
      initialState: Lodgings(presented: Lodger()),
      reducer: reducer,
      environment: register
    )
    store.send(.presented(.dismiss)) { $0.presented = nil }
    store.fireAndForget("save")
    store.output(.farewell("a", []), of: LodgerAction.self)
  }

  @Test func `a child that changes its own identity is unmounted, and the new child is mounted`() {
    struct Page: Equatable, Identifiable { var id: Int }
    struct Book: Equatable {
      var page: Page? = Page(id: 1)
      var pages: StackState<Page> = [Page(id: 1)]
      var cover = Page(id: 1)
    }
    enum Action: Sendable {
      case page(PresentationAction<Int>)
      case pages(StackAction<Page, Int>)
      case cover(Int)
    }
    let log = Recorder<[String]>([])
    let page = Reducer<Page, Int, Void> { state, id, _ in
      state.id = id
      return .none
    }
    .onMount { state, _ in
      log.update { $0.append("+\(state.id)") }
      return .none
    }
    .onUnmount { state, _ in
      log.update { $0.append("-\(state.id)") }
      return .none
    }
    let reducer = Reducer<Book, Action, Void>.combine(
      page.forEach(stack: \.pages, action: /Action.pages),
      page.pullback(state: \.cover, action: /Action.cover)
    )
    .presenting(\.page, action: /Action.page, page)
    let store = ManualStore(initialState: Book(), reducer: reducer, environment: ())
    log.set([])
    store.send(.page(.presented(2)))
    #expect(log.value == ["-1", "+2"])
    store.send(.pages(.element(id: 0, action: 3)))
    #expect(log.value.suffix(2) == ["-1", "+3"])
    store.send(.cover(4))
    #expect(log.value.suffix(2) == ["-1", "+4"])
    store.send(.page(.presented(2)))
    #expect(log.value.count == 6)
  }

  @Test func `releasing a store does not unmount its states`() {
    let register = Register()
    do {
      _ = ManualStore(
        initialState: Lodgings(presented: Lodger()),
        reducer: lodgingsReducer,
        environment: register
      )
    }
    #expect(register.take().sorted() == ["+a", "+s"])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `each mounted lodger is unmounted once, whatever happens`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let register = Register()
    let store = ManualStore(
      initialState: Lodgings(),
      reducer: lodgingsReducer,
      environment: register
    )
    var names = 0
    for _ in 0..<200 {
      let place = LodgerPlace.all[Int(random.next() % UInt64(LodgerPlace.all.count))]
      switch random.next() % 5 {
      case 0, 1:
        names += 1
        let name = "n\(names)"
        let isThere = place.get(store.store.state) != nil
        if isThere == false { store.send(.set { place.put(&$0, Lodger(name: name)) }) }
      case 2: if place.get(store.store.state) != nil { store.send(place.action(.note(1))) }
      case 3: store.send(.set { place.take(&$0) })
      default:
        if let dismissal = place.dismissal, place.get(store.store.state) != nil {
          store.send(dismissal)
        }
      }
    }
    let before = register.entries.value
    store.send(.set { $0 = Lodgings() })
    let entries = register.entries.value.map { $0.prefix { $0 != "[" } }
    let begun = entries.filter { $0.hasPrefix("+n") }.map { $0.dropFirst() }
    let ended = entries.filter { $0.hasPrefix("-n") }.map { $0.dropFirst() }
    #expect(begun.sorted() == ended.sorted())
    #expect(Set(begun).count == begun.count)
    #expect(before.count > 50)
  }
}
