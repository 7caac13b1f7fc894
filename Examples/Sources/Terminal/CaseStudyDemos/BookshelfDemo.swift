// SPDX-License-Identifier: MIT

// A sortable list on a site whose links and client share one router.

internal import Bookshelf
internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import LockstepTerminal

extension CaseStudyProgram {
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
  /// The last error, after which the list keeps its books.
  var notice: String?
  var table = Table(
    columns: [Table.Column("What Ada has read", length: .flexible(minimum: 22))],
    rows: [],
    selection: 0
  )
}

enum BookshelfDemoAction: Equatable {
  case closeButtonTapped
  case list(BookListAction)
  case table(Table.Action)
}

typealias BookshelfDemo = Demo<
  BookshelfDemoState, BookshelfDemoAction, URLRoutingClient<SiteRoute>
>

let bookshelfDemoReducer = Reducer<
  BookshelfDemoState, BookshelfDemoAction, URLRoutingClient<SiteRoute>
>.combine(
  bookListReducer.pullback(
    state: \.list,
    action: /BookshelfDemoAction.list
  ),
  Table.reducer.pullback(
    state: \.table,
    action: /BookshelfDemoAction.table
  ),
  .withoutEffects { state, action in
    switch action {
    case .closeButtonTapped:
      state.hasClosed = true

    case .list(.booksResponse(.failure(let error))):
      state.isAsking = false
      state.notice = "The books could not be loaded. \(error)"

    case .list(.booksResponse(.success)):
      state.isAsking = false
      state.table.rows = state.list.books.map { [$0.title] }

    case .list(.directionChanged), .list(.onAppear):
      state.isAsking = true
      state.notice = nil

    case .table:
      break
    }
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
      program: TerminalProgram(
        keys: { state, size in state.keys(size: size) },
        screen: { state, size, help in state.screen(size: size, help: help) }
      ),
      farewell: { $0.hasClosed ? "You have left the bookshelf." : nil }
    )
  }
}

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
  func keys(size: Screen.Size) -> [KeyBinding<BookshelfDemoAction>] {
    let turn: KeyBinding<BookshelfDemoAction> =
      switch list.direction {
      case .asc: KeyBinding("z", "From Z to A", .list(.directionChanged(.desc)))
      case .desc: KeyBinding("a", "From A to Z", .list(.directionChanged(.asc)))
      }
    return [
      turn, KeyBinding("r", "Reload", .list(.onAppear)),
      KeyBinding("c", "Close", .closeButtonTapped), .quit("q", .control("c")),
    ] + table.keys(in: Screen.content(size: size)).map { $0.map(BookshelfDemoAction.table) }
  }

  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    var (screen, _, content) = Screen.framed("Bookshelf", size: size)
    let main = screen.footer(help, in: content)
    var lines = StyledLines()
    if isAsking {
      lines.add("Asking the site …", style: Style(.magenta), alignment: .leading)
    } else if let notice {
      lines.add(notice, style: Style(.yellow), alignment: .leading)
    }
    let rows = isAsking || notice != nil ? lines.rows(columns: main.columns) : 0
    let parts = main.rows([.flexible(minimum: 2), .fixed(min(rows, main.rows / 2))])
    screen.draw(shownTable, in: parts[0])
    lines.draw(in: parts[1], on: &screen)
    return screen
  }

  /// The table with the sort order in its title and, if there is room, a column of links.
  private var shownTable: Table {
    var table = table
    table.columns[0].title += list.direction == .asc ? ", from A to Z" : ", from Z to A"
    // The router that parses the links also prints them.
    table.columns.append(Table.Column("Link", length: .fraction(0.5)))
    table.rows = zip(table.rows, list.books).map { row, book in row + [book.bookURL] }
    return table
  }
}
