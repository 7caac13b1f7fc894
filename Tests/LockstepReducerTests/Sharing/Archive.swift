// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting

/// The value that the features of an archive share: the pages of its books.
typealias Pages = [Int]

/// Notes where the elements of the shared value are.
struct ArchiveWorld: Sendable {
  var addresses = Recorder<Set<Int>>([])
  var notes = Recorder<[String]>([])

  /// Notes the address of the elements, without keeping them.
  func see(_ pages: Pages) {
    let address = pages.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    addresses.update { $0.insert(address) }
  }

  func note(_ text: String) { notes.update { $0.append(text) } }
}

/// A list, which is always there.
struct PageList: Equatable {
  var turned = 0
  var editor: PageEditor?
}

enum PageListAction: Sendable {
  case turn(Int)
  case editTapped(Int)
  case editor(PresentationAction<PageEditorAction>)
}

let pageListReducer = Reducer<Sharing<PageList, Pages>, PageListAction, ArchiveWorld> {
  state,
  action,
  world in
  world.see(state.shared)
  switch action {
  case .turn(let page):
    state.turned += 1
    state.shared[page] += 1
    return .none
  case .editTapped(let page):
    state.editor = PageEditor(page: page)
    return .none
  case .editor: return .none
  }
}
.presenting(
  \.local.editor,
  sharing: \.shared,
  action: /PageListAction.editor,
  pageEditorReducer
)

/// An editor of one page, which is presented.
struct PageEditor: Equatable {
  let page: Int
  var edits = 0
}

enum PageEditorAction: FeatureAction {
  case add(Int)
  case doneTapped
  case leave
  case start(Effect<PageEditorAction, Never>)

  enum Output: Equatable {
    case done(page: Int)
  }
}

let pageEditorReducer = Reducer<Sharing<PageEditor, Pages>, PageEditorAction, ArchiveWorld> {
  state,
  action,
  world in
  world.see(state.shared)
  switch action {
  case .add(let number):
    state.edits += 1
    state.shared[state.page] += number
    return .none
  case .doneTapped: return .merge(.output(.done(page: state.page)), .dismiss)
  case .leave: return .dismiss
  case .start(let effect): return effect
  }
}
.onMount { state, world in
  .fireAndForget { world.note("begin \(state.page): \(state.shared[state.page])") }
}
.onUnmount { state, world in
  .fireAndForget { world.note("end \(state.page): \(state.shared[state.page])") }
}

/// A screen of a stack.
enum PageScreen: Equatable {
  case editor(PageEditor)
  case list(PageList)
}

enum PageScreenAction: Sendable {
  case editor(PageEditorAction)
  case list(PageListAction)
}

let pageScreenReducer = Reducer<Sharing<PageScreen, Pages>, PageScreenAction, ArchiveWorld>.combine(
  pageEditorReducer.pullback(state: /PageScreen.editor, action: /PageScreenAction.editor),
  pageListReducer.pullback(state: /PageScreen.list, action: /PageScreenAction.list)
)

struct Archive: Equatable {
  var list = PageList()
  var path: StackState<PageScreen> = []
  var pages: Pages = []
  var done: [Int] = []
}

enum ArchiveAction: Sendable {
  case list(PageListAction)
  case path(StackAction<PageScreen, PageScreenAction>)
  case pageAdded
  case set(@Sendable (inout Archive) -> Void)
}

let archiveReducer = Reducer<Archive, ArchiveAction, ArchiveWorld>.combine(
  pageListReducer.pullback(state: \.list, sharing: \.pages, action: /ArchiveAction.list),
  pageScreenReducer.forEach(stack: \.path, sharing: \.pages, action: /ArchiveAction.path),
  Reducer { state, action, world in
    world.see(state.pages)
    switch action {
    case .pageAdded: state.pages[0] += 1
    case .set(let set): set(&state)
    case .list, .path: break
    }
    return .none
  }
)
.onOutput(of: PageEditorAction.self) { output, state, _, world in
  world.see(state.pages)
  guard case .done(let page) = output else { return .none }
  state.done.append(page)
  state.pages[page] += 1_000
  return .none
}
