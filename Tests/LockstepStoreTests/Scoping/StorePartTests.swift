// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Observation
import Testing

/// Stores of removable parts, and the last value that they deliver and return.
@Suite @MainActor struct StorePartTests {
  struct Page: Identifiable, Equatable, Sendable {
    var id = 1
    var title = "old"
  }

  struct Draft: Equatable, Sendable {
    var note = Page()
  }

  enum Screen: Equatable, Sendable {
    case none
    case page(Page)
    case draft(Draft)
  }

  struct Book: Equatable, Sendable {
    var optional: Page? = Page()
    var draft: Draft? = Draft()
    var screen = Screen.page(Page())
    var sheet: Screen? = .page(Page())
    var pages: IdentifiedArrayOf<Page> = [Page(id: 0), Page(), Page(id: 2)]
    var turns = 0
  }

  typealias PageStore = Store<Page, Change<Book>>

  /// A kind of removable part.
  struct Kind: Sendable, CustomStringConvertible {
    let description: String
    let scope: @MainActor @Sendable (Store<Book, Change<Book>>) -> PageStore?
    /// Sets or removes the page.
    let set: @Sendable (inout Book, Page?) -> Void
    /// Whether a different page can replace the page.
    var isReplaceable = true

    static let all = [
      Self(description: "optional") {
        $0.scope(ifLet: \.optional) { $0 }
      } set: {
        $0.optional = $1
      },
      Self(description: "case") { store in
        store.scope(state: \.screen).scope(ifCaseLet: /Screen.page) { $0 }
      } set: {
        $0.screen = $1.map(Screen.page) ?? .none
      },
      Self(description: "case of an optional") { store in
        store.scope(ifLet: \.sheet) { (change: Change<Book>) in change }?
          .scope(ifCaseLet: /Screen.page) { $0 }
      } set: {
        $0.sheet = $1.map(Screen.page)
      },
      Self(description: "part of an optional") { store in
        store.scope(ifLet: \.draft, action: { (change: Change<Book>) in change }, id: \.note.id)?
          .scope(state: \.note) { $0 }
      } set: {
        $0.draft = $1.map { Draft(note: $0) }
      },
      Self(description: "computed optional") { store in
        store.scope { $0.pages.first { $0.id > 0 } }.scope(ifLet: \.self) { $0 }
      } set: {
        $0.pages = $1.map { [$0, Page(id: 7)] } ?? []
      },
      Self(description: "element") {
        $0.scope(element: 1, of: \.pages) { $1 }
      } set: {
        $0.pages[id: 1] = nil
        if let page = $1 { $0.pages.insert(page, at: 1) }
      },
    ].map { kind in
      var kind = kind
      kind.isReplaceable = kind.description != "element"
      return kind
    }
  }

  private let store = Store(changing: Book())

  private func change(_ kind: Kind, _ title: String?, id: Int = 1) {
    let page = title.map { Page(id: id, title: $0) }
    store.change { [set = kind.set] book in
      book.turns += 1
      set(&book, page)
    }
  }

  // MARK: Hearing

  @Test(arguments: Kind.all)
  func `an observer receives no state after its part is removed`(kind: Kind) throws {
    let page = try #require(kind.scope(store))
    var (compared, all, titles) = ([String](), [String](), [String]())
    let fields = Recorder<[String]>([])
    func track() {
      withObservationTracking {
        let title = page.title
        fields.update { $0.append(title) }
      } onChange: {
        fields.update { $0.append("changed") }
      }
    }
    let observations = [
      page.observe { state, _ in compared.append(state.title) },
      page.observe(removeDuplicates: nil) { state, _ in all.append(state.title) },
      page.scope(state: \.title).observe { title, _ in titles.append(title) },
    ]
    track()
    for title in ["new", "newer"] {
      change(kind, title)
      track()
    }
    let goings: [(String?, Int)] =
      kind.isReplaceable ? [(nil, 1), ("other", 9), (nil, 1)] : [(nil, 1)]
    for (title, id) in goings {
      change(kind, title, id: id)
      store.change { $0.turns += 1 }
    }
    #expect(compared == ["old", "new", "newer"])
    #expect(all == ["old", "new", "newer"])
    #expect(titles == ["old", "new", "newer"])
    #expect(fields.value == ["old", "changed", "new", "changed", "newer"])
    change(kind, "again")
    #expect(compared.last == "again")
    #expect(all.last == "again")
    #expect(titles.last == "again")
    #expect(fields.value.last == "changed")
    withExtendedLifetime(observations) {}
  }

  @Test(arguments: Kind.all)
  func `a sequence delivers the last state of a removed part`(kind: Kind) async throws {
    let page = try #require(kind.scope(store))
    var states = page.states.makeAsyncIterator()
    #expect(await states.next()?.title == "old")
    change(kind, "new")
    change(kind, nil)
    store.change { $0.turns += 1 }
    #expect(await states.next()?.title == "new")
    change(kind, "again")
    #expect(await states.next()?.title == "again")
  }

  // MARK: Reading

  /// A way to read a store before its part is removed.
  enum Reading: CaseIterable {
    case never, property, state, scope, observation, observed
  }

  private func track(_ page: PageStore) {
    withObservationTracking {
      _ = page.title
    } onChange: {
    }
  }

  @Test(arguments: Kind.all, Reading.allCases)
  func `a store returns the last value of its part after the removal`(
    kind: Kind,
    reading: Reading
  ) throws {
    let page = try #require(kind.scope(store))
    let title = page.scope(state: \.title)
    var observations: [StoreObservation] = []
    func read() {
      switch reading {
      case .never: break
      case .property: _ = page.title
      case .state: _ = page.state
      case .scope: _ = title.state
      case .observation: track(page)
      case .observed: observations.append(page.observe { _, _ in })
      }
    }
    func expect(_ value: String) {
      #expect(page.title == value)
      #expect(page.state.title == value)
      #expect(title.state == value)
      #expect(page.scope { $0.title }.state == value)
    }
    read()
    change(kind, "new")
    read()
    change(kind, "newer")
    change(kind, nil)
    expect("newer")
    change(kind, "back")
    read()
    change(kind, "newest")
    if kind.isReplaceable {
      change(kind, "other", id: 9)
      expect("newest")
    }
    change(kind, nil)
    expect("newest")
    withExtendedLifetime(observations) {}
  }

  @Test(arguments: Kind.all)
  func `a released store is not remembered`(kind: Kind) {
    for _ in 0..<1_000 { _ = kind.scope(store)?.title }
    change(kind, "new")
    #expect(store.rememberedPartCount <= 1)
    let pages = (0..<100).compactMap { _ in kind.scope(store) }
    change(kind, "newer")
    #expect(store.rememberedPartCount >= 100)
    withExtendedLifetime(pages) {}
  }
}

/// Actions of a store whose part has been replaced with a different one.
@Suite @MainActor struct StorePartIdentityTests {
  private typealias Message = Store<Inbox.Message, InboxAction.MessageAction>

  /// The ways to scope to the message.
  private static let ways: [@MainActor (Store<Inbox, InboxAction>) -> Message?] = [
    { store in
      store.scope(state: \.screen)
        .scope(ifCaseLet: /Inbox.Screen.reading, action: InboxAction.reading)
    },
    { store in
      // A store that `ifCaseLet` passes, with another scope.
      var message: Message?
      let observation = store.scope { $0.screen }
        .ifCaseLet(/Inbox.Screen.reading, action: InboxAction.reading) { message = message ?? $0 }
      observation.cancel()
      return message?.scope { $0 }
    },
  ]

  private static func text(
    _ action: String,
    _ line: UInt,
    sender: String = "1",
    other: String = "2"
  ) -> String {
    """
    A scoped store sent an action while its state had the id \(other) instead of the sender's, \(sender).

    Action: InboxAction.reading(
      MessageAction.rename(
        "\(action)"
      )
    )
    Sent by: 'send' at LockstepStoreTests/StorePartTests.swift:\(line)

    The store dropped the action, because the sender uses the store of an earlier child. Use a new store for each \
    child, as 'ifLet' does.
    """
  }

  private func makeStore() -> Store<Inbox, InboxAction> {
    let store = Store(Inbox())
    store.change { $0.screen = .reading(Inbox.Message(id: 1)) }
    return store
  }

  @Test(arguments: 0..<2)
  func `an action for a replaced part is reported and changes nothing`(
    index: Int
  ) throws {
    let store = makeStore()
    let message = try #require(Self.ways[index](store))
    message.send(.rename("a"))
    store.change { $0.screen = .reading(Inbox.Message(id: 1, subject: "same")) }
    message.send(.rename("b"))
    #expect(store.screen == .reading(Inbox.Message(id: 1, subject: "b")))
    store.change { $0.screen = .reading(Inbox.Message(id: 2)) }
    let line = #line as UInt + 2
    let issues = withReportedIssues {
      message.send(.rename("c"))
      message.send(.rename("d"), animation: .default)
    }
    #expect(issues.map(\.message) == [Self.text("c", line), Self.text("d", line + 1)])
    #expect(store.screen == .reading(Inbox.Message(id: 2)))
    #expect(message.subject == "b")
    // The new message has its own store.
    try #require(Self.ways[index](store)).send(.rename("e"))
    #expect(store.screen == .reading(Inbox.Message(id: 2, subject: "e")))
  }

  @Test(arguments: 0..<2)
  func `an action that waits while its part is replaced is reported and changes nothing`(
    index: Int
  ) throws {
    let store = makeStore()
    let message = try #require(Self.ways[index](store))
    let line = #line as UInt + 5
    let observation = store.scope(state: \.title).observe { title, _ in
      guard title == "go" else { return }
      store.change { $0.screen = .reading(Inbox.Message(id: 2)) }
      // The new message is not in the state yet.
      message.send(.rename("c"))
    }
    let issues = withReportedIssues { store.change { $0.title = "go" } }
    #expect(issues.map(\.message) == [Self.text("c", line)])
    #expect(store.screen == .reading(Inbox.Message(id: 2)))
    observation.cancel()
  }

  @Test(arguments: 0..<2)
  func `an action that another thread sends for a replaced part is reported and changes nothing`(
    index: Int
  ) throws {
    let store = makeStore()
    let sender = try #require(Self.ways[index](store)).sender
    store.change { $0.screen = .reading(Inbox.Message(id: 2)) }
    let line = #line as UInt + 4
    let issues = withReportedIssues {
      let isSent = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        sender.send(.rename("c"))
        isSent.signal()
      }
      isSent.wait()
      store.change { $0.title = "next" }
    }
    #expect(issues.map(\.message) == [Self.text("c", line)])
    #expect(store.screen == .reading(Inbox.Message(id: 2)))
  }

  @Test func `a nested part is replaced if its id or its parent's id changes`() throws {
    typealias Page = StorePartTests.Page
    struct Shelf: Identifiable, Equatable, Sendable {
      var id = 1
      var page: Page? = Page()
    }
    struct Library: Equatable, Sendable {
      var shelf: Shelf? = Shelf()
    }
    let store = Store(changing: Library())
    let shelf = try #require(store.scope(ifLet: \.shelf) { (change: Change<Library>) in change })
    let page = try #require(shelf.scope(ifLet: \.page) { (change: Change<Library>) in change })
    func rename() -> Int {
      withReportedIssues {
        page.change { (library: inout Library) in library.shelf?.page?.title = "new" }
      }
      .count
    }
    store.change { $0.shelf?.page?.id = 2 }
    #expect(rename() == 1)
    store.change { $0.shelf = Shelf(id: 2) }
    #expect(rename() == 1)
    #expect(store.shelf == Shelf(id: 2))
    store.change { $0.shelf = Shelf() }
    #expect(rename() == 0)
    #expect(store.shelf?.page?.title == "new")
  }

  @Test func `ifLet and ifCaseLet call their functions again for a part with a new id`() {
    typealias Page = StorePartTests.Page
    typealias Draft = StorePartTests.Draft
    let store = Store(changing: StorePartTests.Book())
    var calls: [String] = []
    let forward: (Change<StorePartTests.Book>) -> Change<StorePartTests.Book> = { $0 }
    let observations = [
      store.ifLet(\.optional, action: forward) {
        calls.append("optional \($0.id)")
      } else: {
        calls.append("no optional")
      },
      store.ifLet(\.draft, action: forward, id: \.note.id) { calls.append("draft \($0.note.id)") },
      store.ifLet(\.draft, action: forward) { _ in calls.append("draft, whichever") },
      store.scope(state: \.screen)
        .ifCaseLet(/StorePartTests.Screen.page, action: forward) { calls.append("page \($0.id)") },
    ]
    func heard(_ change: @escaping @Sendable (inout StorePartTests.Book) -> Void) -> [String] {
      calls = []
      store.change(change)
      store.change { $0.turns += 1 }
      return calls
    }
    #expect(calls == ["optional 1", "draft 1", "draft, whichever", "page 1"])
    #expect(heard { $0.optional?.title = "same" } == [])
    #expect(heard { $0.optional = Page(id: 2) } == ["optional 2"])
    #expect(heard { $0.optional = Page(id: 2, title: "a rewrite") } == [])
    #expect(heard { $0.draft?.note.id = 2 } == ["draft 2"])
    #expect(heard { $0.screen = .page(Page(id: 2)) } == ["page 2"])
    #expect(heard { $0.screen = .draft(Draft()) } == [])
    #expect(heard { $0.screen = .page(Page(id: 2)) } == ["page 2"])
    #expect(heard { $0.optional = nil } == ["no optional"])
    #expect(heard { $0.optional = Page(id: 3) } == ["optional 3"])
    withExtendedLifetime(observations) {}
  }
}
