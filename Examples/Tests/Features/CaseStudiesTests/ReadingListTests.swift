// SPDX-License-Identifier: MIT

import CaseStudies
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

@MainActor @Suite struct ReadingListTests {
  private static let books: ReadingBooks = [
    ReadingBook(id: 1, title: "Emma", author: "Jane Austen"),
    ReadingBook(id: 2, title: "Persuasion", author: "Jane Austen"),
  ]

  private typealias ReadingStore = TestStore<ReadingListState, ReadingListAction, Void>

  private func makeStore(_ path: StackState<ReadingScreenState> = []) -> ReadingStore {
    TestStore(
      initialState: ReadingListState(books: Self.books, path: path),
      reducer: readingListReducer,
      environment: ()
    )
  }

  private func book(
    _ id: Int,
    _ store: ReadingStore
  ) -> TestScope<ReadingListState, ReadingListAction, Void, BookScreenState, BookScreenAction> {
    store.screen(id, of: \.path, /ReadingListAction.path).part(ReadingScreen.book)
  }

  @Test func `a user goes from a book to its author and to another book`() {
    let store = makeStore()
    store.send(.bookTapped(1)) { $0.path.append(.book(BookScreenState(id: 1))) }
    book(0, store).send(.authorButtonTapped, parent: { $0.path.append(.author("Jane Austen")) })
    let author = store.screen(1, of: \.path, /ReadingListAction.path).part(ReadingScreen.author)
    author.send(.bookTapped(2), parent: { $0.path.append(.book(BookScreenState(id: 2))) })
    book(2, store).send(.backButtonTapped)
    store.receive(.path(.popFrom(id: 2))) { $0.path.pop(from: 2) }
    author.send(.backButtonTapped)
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  @Test func `tapping done saves the note`() {
    let store = makeStore([.book(BookScreenState(id: 1))])
    let book = book(0, store)
    book.send(.noteButtonTapped) { $0.editor = .init(book: 1, text: "") }
    let editor = book.presented(\.editor, /BookScreenAction.editor)
    editor.send(.textChanged("Irony")) { $0.text = "Irony" }
    editor.send(.doneButtonTapped) {
      $0.text = ""
    } parent: {
      $0.books[id: 1]?.note = "Irony"
    }
    book.receive(.editor(.dismiss)) { $0.editor = nil }
  }

  @Test func `tapping cancel discards the note`() {
    let store = makeStore([.book(BookScreenState(id: 1, editor: .init(book: 1, text: "Irony")))])
    let book = book(0, store)
    book.presented(\.editor, /BookScreenAction.editor).send(.cancelButtonTapped) { $0.text = "" }
    book.receive(.editor(.dismiss)) { $0.editor = nil }
  }

  @Test(
    arguments: [
      .path(.element(id: 0, action: .book(.editor(.dismiss)))),
      .path(.popFrom(id: 0)),
      .linkOpened(.author("Jane Austen")),
    ] as [ReadingListAction]
  )
  func `a note is saved if another action closes its editor`(action: ReadingListAction) {
    let store = makeStore([.book(BookScreenState(id: 1, editor: .init(book: 1, text: "Irony")))])
    store.exhaustivity.remove(.stateChanges)
    store.send(action) { $0.books[id: 1]?.note = "Irony" }
  }

  @Test func `removing a book pops all of its screens`() {
    let store = makeStore([
      .book(BookScreenState(id: 2)), .book(BookScreenState(id: 1)), .author("Jane Austen"),
      .book(BookScreenState(id: 1)),
    ])
    let book = book(3, store)
    book.send(.removeButtonTapped) {
      $0.question = AlertState(
        title: "Remove this book?",
        message: "Its note goes with it.",
        primaryButton: .destructive("Remove", send: .removeButtonTapped),
        secondaryButton: .cancel("Keep")
      )
    }
    book.send(.question(.dismiss)) { $0.question = nil }
    store.exhaustivity.remove(.stateChanges)
    book.send(.removeButtonTapped)
    book.send(.question(.presented(.removeButtonTapped)), parent: { $0.books[id: 1] = nil })
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  }

  @Test(
    arguments: [
      ("/books/2", [.book(BookScreenState(id: 2))]),
      ("/books/1/note", [.book(BookScreenState(id: 1, editor: .init(book: 1, text: "")))]),
      ("/authors/Jane%20Austen", [.author("Jane Austen")]),
      ("/books/7/note", []),
    ] as [(String, StackState<ReadingScreenState>)]
  )
  func `opening a link shows its screen`(link: String, path: StackState<ReadingScreenState>) throws
  {
    let route = try readingLinkRouter.match(string: link)
    #expect(try readingLinkRouter.path(for: route) == link)
    let store = makeStore([.author("Mary Shelley")])
    store.send(.linkOpened(route)) { $0.path = path }
  }

  @Test func `a second view updates when the path changes`() {
    let store = Store(
      initialState: ReadingListState(books: Self.books),
      reducer: readingListReducer,
      environment: ()
    )
    var texts: [String] = []
    let trail = ReadingTrail(store) { if texts.last != $0 { texts.append($0) } }
    store.send(.bookTapped(1))
    store.send(.path(.element(id: 0, action: .book(.noteButtonTapped))))
    store.send(.path(.element(id: 0, action: .book(.editor(.presented(.cancelButtonTapped))))))
    store.send(.path(.element(id: 0, action: .book(.authorButtonTapped))))
    store.send(.path(.popFrom(id: 0)))
    #expect(
      texts == [
        "Reading list", "Reading list › Emma", "Reading list › Emma (writing)",
        "Reading list › Emma", "Reading list › Emma › Jane Austen", "Reading list",
      ]
    )
    withExtendedLifetime(trail) {}
  }
}
