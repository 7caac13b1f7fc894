// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests stores of a feature's local state and its shared value.
@MainActor @Suite struct StoreSharingTests {
  typealias Book = SharingElementTests.Book
  typealias Books = SharingElementTests.Books
  typealias Detail = SharingElementTests.Detail
  typealias Library = SharingElementTests.Library
  typealias Screen = SharingElementTests.Screen

  private typealias ScreenStore = Store<Sharing<Screen.State, Books>, Screen.Action>

  private func makeStore(_ books: Int...) -> Store<Library.State, Library.Action> {
    Store(
      initialState: Library.State(
        path: StackState(books.map { .detail(Detail.State(book: $0)) })
      ),
      reducer: Library.reducer,
      environment: SharingElementTests.World()
    )
  }

  private func screen(_ id: Int, _ store: Store<Library.State, Library.Action>) -> ScreenStore? {
    store.scope(screen: id, of: \.path, sharing: \.books, action: Library.Action.path)
  }

  private func detail(
    _ id: Int,
    _ store: Store<Library.State, Library.Action>
  ) -> Store<Sharing<Detail.State, Book>, Detail.Action>? {
    screen(id, store)?.scope(Screen.detail)?.sharingElement(\.book)
  }

  @Test func `a screen shows its local state and the shared value`() throws {
    let store = makeStore(2)
    let screen = try #require(self.screen(0, store))
    #expect(screen.local == .detail(Detail.State(book: 2)))
    #expect(screen.shared.map(\.title) == ["Emma", "Persuasion"])
    screen.send(.detail(.rename("P")))
    #expect(screen.state == Sharing(.detail(Detail.State(book: 2, edits: 1)), store.books))
    #expect(screen.shared[id: 2]?.title == "P")
    store.send(.remove(1))
    #expect(screen.shared.map(\.title) == ["P"])
    #expect(self.screen(1, store) == nil)
  }

  @Test func `the store of a case and an element shows the state of the child's reducer`() throws {
    let store = makeStore(1, 2)
    let details = try [0, 1].map { try #require(detail($0, store)) }
    #expect(details.map(\.shared.title) == ["Emma", "Persuasion"])
    details[1].send(.rename("P"))
    #expect(details[1].state == Sharing(Detail.State(book: 2, edits: 1), Book(id: 2, title: "P")))
    #expect(details[0].state == Sharing(Detail.State(book: 1), Book(id: 1, title: "Emma")))
    #expect(details[1].edits == 1)
  }

  @Test func `a screen in another case and a missing element have no store`() throws {
    let store = makeStore()
    store.send(.path(.push(.about)))
    #expect(try #require(self.screen(0, store)).scope(Screen.detail) == nil)
    let alone = Store<Sharing<Int, Books>, Int>(
      initialState: Sharing(1, []),
      reducer: .empty,
      environment: ()
    )
    #expect(alone.sharingElement { $0 } == nil)
  }

  @Test func `observers of a screen are called when its local or shared state changes`() throws {
    let store = makeStore(1, 2)
    var seen: [String] = []
    let screens = try [0, 1].map { try #require(self.screen($0, store)) }
    let observations = screens.map { screen in
      screen.observe { state, _ in
        guard case .detail(let detail) = state.local else { return }
        seen.append("\(detail.book) \(detail.edits) \(state.shared.map(\.title))")
      }
    }
    seen = []
    screens[0].send(.detail(.rename("E")))
    #expect(seen == ["1 1 [\"E\", \"Persuasion\"]", "2 0 [\"E\", \"Persuasion\"]"])
    seen = []
    screens[0].send(.detail(.readTapped))
    #expect(seen == [])
    for observation in observations { observation.cancel() }
  }

  @Test func `an observer of an element is not called for changes of another element`() throws {
    let store = makeStore(1, 2)
    var titles: [String] = []
    let first = try #require(detail(0, store))
    let observation = first.observe { state, _ in titles.append(state.shared.title) }
    store.send(.path(.element(id: 1, action: .detail(.rename("P")))))
    store.send(.path(.element(id: 0, action: .detail(.rename("E")))))
    #expect(titles == ["Emma", "E"])
    observation.cancel()
  }

  @Test func `a store of a popped screen keeps its last local state and the current shared value`()
    throws
  {
    let store = makeStore(1, 2)
    let below = try #require(self.screen(0, store))
    let above = try #require(self.screen(1, store))
    let element = try #require(detail(1, store))
    above.send(.detail(.rename("P")))
    store.send(.path(.popFrom(id: 1)))
    below.send(.detail(.rename("E")))
    #expect(above.local == .detail(Detail.State(book: 2, edits: 1)))
    #expect(above.shared.map(\.title) == ["E", "P"])
    #expect(above.scope(Screen.detail) == nil)
    #expect(element.state == Sharing(Detail.State(book: 2, edits: 1), Book(id: 2, title: "P")))
    let issues = withReportedIssues { above.send(.detail(.rename("X"))) }
    #expect(issues.count == 1)
    #expect(store.books.map(\.title) == ["E", "P"])
  }

  @Test func `a store of a popped screen does not show a screen of another stack`() throws {
    let store = makeStore(1)
    let first = try #require(detail(0, store))
    let issues = withReportedIssues {
      store.send(.reset([.detail(Detail.State(book: 2))]))
      first.send(.rename("X"))
    }
    #expect(issues.count == 1)
    #expect(first.shared.title == "Emma")
    #expect(store.books.map(\.title) == ["Emma", "Persuasion"])
    #expect(detail(0, store)?.shared.title == "Persuasion")
  }

  @Test func `a store of a removed element keeps its last state and reports its actions`() throws {
    let store = makeStore(1, 2)
    let first = try #require(detail(0, store))
    let second = try #require(detail(1, store))
    first.send(.rename("E"))
    store.send(.remove(1))
    #expect(store.path.isEmpty)
    #expect([first.shared.title, second.shared.title] == ["E", "Persuasion"])
    #expect(first.edits == 1)
    let issues = withReportedIssues { first.send(.rename("X")) }
    #expect(issues.count == 1)
    #expect(store.books.map(\.title) == ["Persuasion"])
  }

  @Test func `a store keeps its element when the screen changes to another element`() throws {
    let store = makeStore(1)
    let first = try #require(detail(0, store))
    first.send(.show(2))
    #expect(first.shared.title == "Emma")
    let issues = withReportedIssues { first.send(.rename("X")) }
    #expect(issues.count == 1)
    #expect(store.books.map(\.title) == ["Emma", "Persuasion"])
    #expect(detail(0, store)?.shared.title == "Persuasion")
  }

  @Test func `a shared collection is changed in place while a store of a screen shows it`()
    throws
  {
    let addresses = Recorder<Set<Int>>([])
    let adding = Reducer<Sharing<Int, [Int]>, Int, Void>.withoutEffects { state, index in
      state.shared[index] += 1
      let address = state.shared.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
      addresses.update { $0.insert(address) }
    }
    typealias Numbers = Sharing<StackState<Int>, [Int]>
    let reducer: Reducer<Numbers, StackAction<Int, Int>, Void> = adding.forEach(
      stack: \Numbers.local,
      sharing: \.shared,
      action: .`self`
    )
    let store = Store(
      initialState: Numbers([7], Array(repeating: 0, count: 1_000)),
      reducer: reducer,
      environment: ()
    )
    let scoped = store.scope(screen: 0, of: \.local, sharing: \.shared, action: { $0 })
    let screen = try #require(scoped)
    for index in 0..<9 { screen.send(index) }
    #expect(screen.shared.reduce(0, +) == 9)
    #expect(addresses.value.count == 1)
  }

  @Test func `a presented feature shows its local state and the shared value`() throws {
    let archive = Reducer<
      Sharing<Detail.State?, Books>, PresentationAction<Detail.Action>, SharingElementTests.World
    >
    .empty
    .presenting(\.local, sharing: \.shared, action: .`self`, Detail.reducer.sharingElement(\.book))
    let store = Store(
      initialState: Sharing(Detail.State(book: 1), [Book(id: 1, title: "Emma")] as Books),
      reducer: archive,
      environment: SharingElementTests.World()
    )
    let presented = try #require(
      store.scope(presented: \.local, sharing: \.shared, action: { $0 })
    )
    presented.sharingElement(\.book)?.send(.rename("E"))
    #expect(presented.shared.map(\.title) == ["E"])
    #expect(presented.edits == 1)
    store.send(.dismiss)
    #expect(presented.edits == 1)
    #expect(presented.sharingElement(\.book) == nil)
    let isShown = store.scope(presented: \.local, sharing: \.shared, action: { $0 }) != nil
    #expect(isShown == false)
  }
}
