// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests features that share one element of a collection.
@MainActor @Suite struct SharingElementTests {
  struct Book: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var pages: [Int] = []
  }

  typealias Books = IdentifiedArrayOf<Book>

  struct World: Sendable {
    var clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    var log = Recorder<[String]>([])

    func note(_ text: String) { log.update { $0.append(text) } }

    func take() -> [String] {
      defer { log.set([]) }
      return log.value
    }
  }

  enum Detail {
    struct State: Equatable, Sendable {
      var book: Int
      var edits = 0
    }

    enum Action: FeatureAction, Equatable {
      case addPage
      case closeTapped
      case readTapped
      case rename(String)
      case show(Int)
      case ticked

      enum Output: Equatable { case read(Int) }
    }

    static let reducer = Reducer<Sharing<State, Book>, Action, World> { state, action, world in
      switch action {
      case .addPage:
        state.shared.pages.append(state.shared.pages.count)
      case .closeTapped:
        return .dismiss
      case .readTapped:
        return .merge(
          .output(.read(state.shared.id)),
          Effect.timer(id: "read", every: 1, on: world.clock).map { _ in .ticked }
        )
      case .rename(let title):
        state.edits += 1
        state.shared.title = title
      case .show(let book):
        state.book = book
      case .ticked:
        world.note("tick \(state.shared.title)")
      }
      return .none
    }
    .onMount { state, world in
      world.note("mount \(state.shared.title)")
      return .none
    }
    .onUnmount { state, world in
      world.note("unmount \(state.shared.title) \(state.edits)")
      return .none
    }
  }

  enum Screen {
    enum State: Equatable, Sendable {
      case about
      case detail(Detail.State)
    }

    enum Action: Equatable, Sendable {
      case detail(Detail.Action)
    }

    static let detail = ChildCase(/State.detail, /Action.detail)

    static let reducer: Reducer<Sharing<State, Books>, Action, World> =
      Detail.reducer.sharingElement(\.book).pullback(detail)
  }

  enum Library {
    struct State: Equatable, Sendable {
      var books: Books = [Book(id: 1, title: "Emma"), Book(id: 2, title: "Persuasion")]
      var path: StackState<Screen.State> = []
      var read: [Int] = []
    }

    enum Action: Equatable, Sendable {
      case path(StackAction<Screen.State, Screen.Action>)
      case remove(Int)
      case replace(Int)
      case reset(StackState<Screen.State>)
    }

    static let reducer = Reducer<State, Action, World>.combine(
      Screen.reducer.forEach(stack: \.path, sharing: \.books, action: /Action.path),
      Reducer { state, action, _ in
        switch action {
        case .remove(let id): state.books[id: id] = nil
        case .replace(let id):
          let book = state.books.remove(id: id)
          if let book { state.books.append(book) }
        case .reset(let path): state.path = path
        case .path: break
        }
        return .none
      }
    )
    .onOutput(of: Detail.Action.self) { output, state, _, _ in
      switch output {
      case .read(let book): state.read.append(book)
      }
      return .none
    }
  }

  private let world = World()

  private func makeStore(
    _ path: StackState<Screen.State>
  ) -> TestStore<Library.State, Library.Action, World> {
    TestStore(
      initialState: Library.State(path: path),
      reducer: Library.reducer,
      environment: world
    )
  }

  private func detail(
    _ id: Int,
    _ store: TestStore<Library.State, Library.Action, World>
  ) -> TestScope<Library.State, Library.Action, World, Detail.State, Detail.Action> {
    store.screen(id, of: \.path, /Library.Action.path).part(Screen.detail)
  }

  @Test func `the reducer changes its own state and the element`() {
    let store = makeStore([.detail(Detail.State(book: 2))])
    detail(0, store).send(.rename("P"), { $0.edits = 1 }, parent: { $0.books[id: 2]?.title = "P" })
    detail(0, store).send(.addPage, parent: { $0.books[id: 2]?.pages = [0] })
    #expect(store.state.books[id: 1]?.title == "Emma")
  }

  @Test func `two screens of an element share their changes`() {
    let store = makeStore([.detail(Detail.State(book: 1)), .detail(Detail.State(book: 1))])
    detail(0, store).send(.rename("E"), { $0.edits = 1 }, parent: { $0.books[id: 1]?.title = "E" })
    detail(1, store).send(.addPage, parent: { $0.books[id: 1]?.pages = [0] })
    detail(0, store).send(.addPage, parent: { $0.books[id: 1]?.pages = [0, 1] })
  }

  @Test func `removing the element ends the effects, and dismisses the screen and those above`() {
    let store = makeStore([.detail(Detail.State(book: 1)), .about])
    #expect(world.take() == ["mount Emma"])
    detail(0, store).send(.readTapped, parent: { $0.read = [1] })
    world.clock.advance(by: 1)
    detail(0, store).receive(.ticked)
    #expect(world.take() == ["tick Emma"])
    detail(0, store).send(.rename("E"), { $0.edits = 1 }, parent: { $0.books[id: 1]?.title = "E" })

    store.send(.remove(1)) { $0.books[id: 1] = nil }
    #expect(world.take() == ["unmount E 1"])
    world.clock.advance(by: 5)
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
    #expect(world.take() == [])
  }

  @Test func `removing an element keeps the screens of other elements`() {
    let store = makeStore([.detail(Detail.State(book: 1)), .detail(Detail.State(book: 2))])
    detail(0, store).send(.readTapped, parent: { $0.read = [1] })
    store.send(.remove(2)) { $0.books[id: 2] = nil }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    world.clock.advance(by: 1)
    detail(0, store).receive(.ticked)
    detail(0, store).send(.closeTapped)
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `removing an element dismisses all of its screens`() {
    let store = makeStore([
      .detail(Detail.State(book: 2)), .detail(Detail.State(book: 1)),
      .detail(Detail.State(book: 1)),
    ])
    store.send(.remove(1)) { $0.books[id: 1] = nil }
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    #expect(Set(world.take()) == ["mount Persuasion", "mount Emma", "unmount Emma 0"])
  }

  @Test func `a screen whose element is missing when it appears is dismissed`() {
    let store = makeStore([.detail(Detail.State(book: 9))])
    #expect(world.take() == [])
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
    store.send(.path(.push(.detail(Detail.State(book: 7))))) {
      $0.path.append(.detail(Detail.State(book: 7)))
    }
    store.receive(.path(.popFrom(id: 1))) { $0.path = [] }
  }

  @Test func `an element that is removed and restored in one turn keeps its effects`() {
    let store = makeStore([.detail(Detail.State(book: 1))])
    detail(0, store).send(.readTapped, parent: { $0.read = [1] })
    store.send(.replace(1)) { state in
      let book = state.books.remove(id: 1)
      if let book { state.books.append(book) }
    }
    world.clock.advance(by: 1)
    detail(0, store).receive(.ticked)
    store.send(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `a state that changes to another element is a new child`() {
    let store = makeStore([.detail(Detail.State(book: 1))])
    detail(0, store).send(.readTapped, parent: { $0.read = [1] })
    _ = world.take()
    detail(0, store).send(.show(2)) { $0.book = 2 }
    #expect(world.take() == ["unmount Emma 0", "mount Persuasion"])
    world.clock.advance(by: 5)
    #expect(world.take() == [])
    // The element is missing from the next turn on.
    detail(0, store).send(.show(8)) { $0.book = 8 }
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `the reducer of an element can be tested alone`() {
    let store = TestStore(
      initialState: Sharing(Detail.State(book: 1), Book(id: 1, title: "Emma")),
      reducer: Detail.reducer,
      environment: world
    )
    store.send(.rename("E")) {
      $0.edits = 1
      $0.shared.title = "E"
    }
    store.send(.closeTapped)
    store.dismissed()
  }

  @Test func `a root feature with a missing element asks to be dismissed and reports actions`() {
    let store = TestStore(
      initialState: Sharing(Detail.State(book: 1), [Book(id: 1, title: "Emma")] as Books),
      reducer: Reducer<Sharing<Detail.State, Books>, Detail.Action?, World>.combine(
        Detail.reducer.sharingElement(\.book)
          .pullback(state: \.self, action: /Optional.some),
        Reducer { state, action, _ in
          if action == nil { state.shared = [] }
          return .none
        }
      ),
      environment: world
    )
    store.send(.rename("E")) {
      $0.edits = 1
      $0.shared[id: 1]?.title = "E"
    }
    store.send(nil) { $0.shared = [] }
    store.dismissed()
    let issues = withReportedIssues { store.send(.rename("X")) }
    let isNamed = issues.contains {
      $0.message.contains("action while the shared collection had no element with the id 1.")
    }
    #expect(isNamed, "\(issues.map(\.message))")
    #expect(store.state == Sharing(Detail.State(book: 1, edits: 1), []))
  }

  @Test func `a screen that refuses is asked once, and continues when the element is restored`() {
    let questions = Recorder<Int>(0)
    let screen = Screen.reducer.shouldDismiss { _ in
      questions.update { $0 += 1 }
      return false
    }
    let store = TestStore(
      initialState: Library.State(path: [.detail(Detail.State(book: 1))]),
      reducer: Reducer<Library.State, Library.Action, World>.combine(
        screen.forEach(stack: \.path, sharing: \.books, action: /Library.Action.path),
        Reducer { state, action, _ in
          switch action {
          case .remove(let id): state.books[id: id] = nil
          case .replace(let id): state.books.append(Book(id: id, title: "Emma"))
          case .path, .reset: break
          }
          return .none
        }
      ),
      environment: world
    )
    store.send(.remove(1)) { $0.books[id: 1] = nil }
    store.receive(.path(.popFrom(id: 0)))
    store.send(.remove(2)) { $0.books = [] }
    #expect(questions.value == 1)
    #expect(world.take() == ["mount Emma", "unmount Emma 0"])
    store.send(.replace(1)) { $0.books = [Book(id: 1, title: "Emma")] }
    #expect(world.take() == ["mount Emma"])
    detail(0, store).send(.rename("E"), { $0.edits = 1 }, parent: { $0.books[id: 1]?.title = "E" })
  }

  @Test func `an array in the element is changed in place`() {
    let addresses = Recorder<Set<Int>>([])
    let adding = Reducer<Sharing<Int, Book>, Int, Void> { state, page, _ in
      state.shared.pages[page] += 1
      let address = state.shared.pages.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
      addresses.update { $0.insert(address) }
      return .none
    }
    let store = ManualStore(
      initialState: Sharing(1, [Book(id: 1, pages: Array(repeating: 0, count: 1_000))] as Books),
      reducer: adding.sharingElement { $0 },
      environment: ()
    )
    for page in 0..<9 { store.send(page) }
    #expect(addresses.value.count == 1)
    #expect(store.store.state.shared[id: 1]?.pages.reduce(0, +) == 9)
  }
}
