// SPDX-License-Identifier: MIT

// A list that can be sorted both ways, on a site, its links and its client from one router.

internal import Bookshelf
internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import LockstepTerminal

extension CaseStudyProgram {
  /// A shelf of books.
  package static let bookshelf = Self(
    "bookshelf",
    about: "Shows the books of a user of a site in the same process.",
    endpoints: [.books]
  ) { options in .bookshelf(options) }
}

struct BookshelfDemoState: Equatable, Sendable {
  var hasClosed = false
  var isAsking = false
  var list = BookListState()
  /// What went wrong; the list keeps its books then.
  var notice: String?
}

enum BookshelfDemoAction: Equatable {
  case closeButtonTapped
  case list(BookListAction)
}

typealias BookshelfDemo = Demo<
  BookshelfDemoState, BookshelfDemoAction, URLRoutingClient<SiteRoute>
>

let bookshelfDemoReducer = Reducer<
  BookshelfDemoState, BookshelfDemoAction, URLRoutingClient<SiteRoute>
>.combine(
  bookListReducer.pullback(
    state: \.list,
    action: /BookshelfDemoAction.list,
    environment: { $0 }
  ),
  Reducer { state, action, _ in
    switch action {
    case .closeButtonTapped:
      state.hasClosed = true

    case .list(.booksResponse(.failure(let error))):
      state.isAsking = false
      state.notice = "The books could not be loaded. \(error)"

    case .list(.booksResponse(.success)):
      state.isAsking = false

    case .list(.directionChanged), .list(.onAppear):
      state.isAsking = true
      state.notice = nil
    }
    return .none
  }
)

extension BookshelfDemo {
  static func bookshelf(_ options: CaseStudyOptions = CaseStudyOptions()) -> Self {
    Self(
      initialState: BookshelfDemoState(),
      reducer: bookshelfDemoReducer,
      environment: { time in
        .demo(
          CaseStudyDemos.site(seed: options.common.seed),
          router: siteRouter,
          options: options.common,
          scheduler: time.mainRunLoop,
          endpoint: { _ in .books }
        )
      },
      appeared: .list(.onAppear),
      action: { key, state in state.choices.action(for: .key(key)) },
      render: { state, size in state.screen(size: size) },
      farewell: { $0.hasClosed ? "You have left the bookshelf." : nil }
    )
  }
}

/// The site, with one user who has read some books.
private func site(seed: UInt64) -> CaseStudySite {
  var random = SplitMix64(seed: seed)
  let books = [
    ("A tour of the stars", "Science"), ("Bread and butter", "Cooking"),
    ("Letters from the north", "Travel"), ("The quiet garden", "Novels"),
    ("Words for beginners", "Language"),
  ]
  let user = Shelves.User(
    name: "Ada",
    bio: "Reads.",
    books: books.map { title, category in
      Shelves.Book(id: random.uuid(), title: title, category: category)
    }
  )
  return Bookshelf.bookshelf(shelves: Shelves(users: [user]))
}

extension BookshelfDemoState {
  var choices: [KeyBinding<BookshelfDemoAction>] {
    let turn: KeyBinding<BookshelfDemoAction> =
      switch list.direction {
      case .asc: KeyBinding("z", "From Z to A", .list(.directionChanged(.desc)))
      case .desc: KeyBinding("a", "From A to Z", .list(.directionChanged(.asc)))
      }
    return [
      turn, KeyBinding("r", "Reload", .list(.onAppear)),
      KeyBinding("c", "Close", .closeButtonTapped),
    ]
  }

  /// What the state looks like; the same state and size always give the same screen.
  func screen(size: Screen.Size) -> Screen {
    var (screen, _, content) = Screen.framed("Bookshelf", size: size)
    screen.footer(choices.map(\.text), in: content) { main, screen in
      let order = list.direction == .asc ? "from A to Z" : "from Z to A"
      screen.putCentered("What Ada has read, \(order)", row: main.row + 1, in: main)
      for (index, book) in list.books.enumerated() {
        screen.put(
          book.title,
          row: main.row + 3 + index,
          column: main.column,
          style: Style(bold: true)
        )
        guard main.columns >= 60 else { continue }
        // The site prints its links with the router that reads them.
        let link = book.bookURL.prefix(24) + "…"
        screen.put(
          link,
          row: main.row + 3 + index,
          column: main.column + main.columns - link.count,
          style: Style(dim: true)
        )
      }
      let lines =
        if isAsking { ["Asking the site …"] } else {
          notice.map { $0.wrapped(columns: main.columns) } ?? []
        }
      guard lines.isEmpty == false else { return }
      let note = main.rows([.flexible(), .fixed(min(lines.count, 4) + 1)])[1]
      screen.fill(note)
      for (index, line) in lines.prefix(note.rows - 1).enumerated() {
        if isAsking {
          screen.putCentered(line, row: note.row + index, in: note, style: Style(.magenta))
        } else {
          screen.put(line, row: note.row + index, column: note.column, style: Style(.yellow))
        }
      }
    }
    return screen
  }
}
