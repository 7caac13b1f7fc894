// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

/// A child that is identified by its `id` by default.
struct Page: Identifiable, Equatable, Sendable {
  var id = 1
  var values: [Int] = []
}

enum PageAction: Sendable {
  case start(Numbers)
  case value(Int)
}

let pageReducer = Reducer<Page, PageAction, Void> { page, action, _ in
  switch action {
  case .start(let effect): return effect.map(PageAction.value)
  case .value(let value): page.values.append(value)
  }
  return .none
}

/// A parent with an identifiable child at every kind of place.
struct Library: Equatable, Sendable {
  enum Destination: Equatable, Sendable {
    case none
    case page(Page)
  }

  struct Box: Identifiable, Equatable, Sendable {
    var id = 1
    var page: Page? = Page()
  }

  struct Shelf: Identifiable, Equatable, Sendable {
    var id = 1
    var boxes: IdentifiedArrayOf<Box> = [Box(id: 0), Box(), Box(id: 2)]
  }

  var plain = Page()
  var optional: Page? = Page()
  var route = Destination.page(Page())
  var destination: Destination? = .page(Page())
  var rows: IdentifiedArrayOf<Page> = [Page(id: 0), Page(), Page(id: 2)]
  var list = [Page(id: 0), Page(), Page(id: 3)]
  var screens = [Page(id: 0), Page()]
  var shelf: Shelf? = Shelf()
}

enum LibraryAction: Sendable {
  case plain(PageAction)
  case optional(PageAction)
  case route(PageAction)
  case destination(PageAction)
  case row(Int, PageAction)
  case list(Int, PageAction)
  case screen(Int, PageAction)
  case shelf(Int, PageAction)
  case set(@Sendable (inout Library) -> Void)
}

let libraryReducer = Reducer<Library, LibraryAction, Void>.combine(
  pageReducer.pullback(state: \.plain, action: /LibraryAction.plain),
  pageReducer.optional()
    .pullback(state: \.optional, action: /LibraryAction.optional),
  pageReducer
    .pullback(state: /Library.Destination.page, action: .`self`, environment: { (_: Void) in })
    .pullback(state: \.route, action: /LibraryAction.route),
  pageReducer
    .pullback(state: /Library.Destination.page, action: .`self`, environment: { (_: Void) in })
    .optional()
    .pullback(state: \.destination, action: /LibraryAction.destination),
  pageReducer.forEach(state: \.rows, action: /LibraryAction.row),
  pageReducer.forEach(state: \.list, action: /LibraryAction.list),
  pageReducer.forEach(state: \.screens, action: /LibraryAction.screen),
  pageReducer.optional()
    .pullback(
      state: \Library.Box.page,
      action: CasePath<PageAction, PageAction>.`self`,
      environment: { (_: Void) in }
    )
    .forEach(
      state: \Library.Shelf.boxes,
      action: CasePath<(Int, PageAction), (Int, PageAction)>.`self`,
      environment: { (_: Void) in }
    )
    .optional()
    .pullback(
      state: \.shelf,
      action: CasePath(
        embed: { LibraryAction.shelf($0.0, $0.1) },
        extract: { if case .shelf(let id, let action) = $0 { (id, action) } else { nil } }
      )
    ),
  Reducer { library, action, _ in
    if case .set(let change) = action { change(&library) }
    return .none
  }
)

/// A place in a library.
struct LibraryPlace: Sendable, CustomStringConvertible {
  let description: String
  let action: @Sendable (PageAction) -> LibraryAction
  let page: @Sendable (Library) -> Page?
  /// Sets or removes the page.
  let set: @Sendable (inout Library, Page?) -> Void
  /// Moves the page, or changes the state around it.
  let move: @Sendable (inout Library) -> Void
  /// Whether the page is somewhere else for its parent after that.
  var movesAway = false
  /// Whether a page with another id is in the same place as the one before.
  var isReplaceable = true

  static let all = [
    Self(description: "optional", action: LibraryAction.optional, page: \.optional) {
      $0.optional = $1
    } move: {
      $0.screens = []
    },
    Self(description: "case", action: LibraryAction.route) { library in
      (/Library.Destination.page).extract(from: library.route)
    } set: {
      $0.route = $1.map(Library.Destination.page) ?? .none
    } move: {
      $0.rows = []
    },
    Self(description: "enum of destinations", action: LibraryAction.destination) { library in
      library.destination.flatMap((/Library.Destination.page).extract(from:))
    } set: {
      $0.destination = $1.map(Library.Destination.page)
    } move: {
      $0.optional = nil
    },
    Self(description: "row of an identified array", action: { .row(1, $0) }) {
      $0.rows[id: 1]
    } set: {
      $0.rows.remove(id: 1)
      if let page = $1 { $0.rows.insert(page, at: 0) }
    } move: {
      $0.rows.reverse()
      $0.rows.append(Page(id: 7))
      $0.rows.swapAt(0, 3)
    },
    Self(description: "row of an array", action: { .list(1, $0) }) { library in
      library.list.count > 1 ? library.list[1] : nil
    } set: { library, page in
      library.list = [Page(id: 5)] + (page.map { [$0, Page(id: 6)] } ?? [])
    } move: {
      $0.list.swapAt(1, 2)
    },
    Self(description: "screen on top", action: { .screen(1, $0) }) { library in
      library.screens.count > 1 ? library.screens[1] : nil
    } set: { library, page in
      if library.screens.count > 1 { library.screens.removeLast() }
      if let page { library.screens.append(page) }
    } move: {
      // Another one on top of it.
      $0.screens.append(Page(id: 8))
    },
    Self(description: "sibling by key path", action: LibraryAction.plain, page: \.plain) {
      // A page that is always there is replaced by another one when it goes.
      $0.plain = $1 ?? Page(id: 4)
    } move: {
      $0.shelf = nil
    },
    Self(description: "three deep", action: { .shelf(1, $0) }) {
      $0.shelf?.boxes[id: 1]?.page
    } set: {
      $0.shelf?.boxes[id: 1]?.page = $1
    } move: {
      $0.shelf?.boxes.swapAt(0, 1)
    },
  ].map { place in
    var place = place
    place.movesAway = place.description == "row of an array"
    place.isReplaceable = place.description != "row of an identified array"
    return place
  }
}

/// An event of a page.
struct PageEvent: Sendable, CustomStringConvertible {
  let description: String
  let happen: @Sendable (inout Library, LibraryPlace) -> Void
  let endsEffects: @Sendable (LibraryPlace) -> Bool

  static let all = [
    Self(description: "replaced by another id") { library, place in
      place.set(&library, Page(id: 2))
    } endsEffects: { _ in
      true
    },
    Self(description: "rewritten under the same id") { library, place in
      place.set(&library, Page(values: [0]))
    } endsEffects: { _ in
      false
    },
    Self(description: "removed") { library, place in
      place.set(&library, nil)
    } endsEffects: { _ in
      true
    },
    Self(description: "removed and put back in one action") { library, place in
      let page = place.page(library)
      place.set(&library, nil)
      place.set(&library, page)
    } endsEffects: { _ in
      false
    },
    Self(description: "removed, replaced and put back in one action") { library, place in
      place.set(&library, nil)
      place.set(&library, Page(id: 2))
      place.set(&library, Page())
    } endsEffects: { _ in
      false
    },
    Self(description: "moved") { library, place in
      place.move(&library)
    } endsEffects: {
      $0.movesAway
    },
  ]
}
