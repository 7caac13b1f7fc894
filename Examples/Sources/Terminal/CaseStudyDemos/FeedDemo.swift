// SPDX-License-Identifier: MIT

// Posts that a server keeps: they are loaded, written, and loaded again.

internal import DemoSupport
internal import Feed
internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import LockstepTerminal
internal import Synchronization

extension CaseStudyProgram {
  /// A feed of posts.
  package static let feed = Self(
    "feed",
    about: "Shows the posts on a server in the same process, and adds to them.",
    endpoints: [.posts, .createPost]
  ) { options in .feed(options) }
}

struct FeedDemoState: Equatable, Sendable {
  /// What is being written; nil if nothing is.
  var draft: String?
  var feed = FeedState()
  var hasClosed = false
  /// Whether a post is on its way.
  var isPosting = false
}

enum FeedDemoAction: Equatable {
  case closeButtonTapped
  case draftChanged(String?)
  case feed(FeedAction)
}

typealias FeedDemo = Demo<FeedDemoState, FeedDemoAction, FeedEnvironment>

let feedDemoReducer = Reducer<FeedDemoState, FeedDemoAction, FeedEnvironment>.combine(
  feedReducer.pullback(
    state: \.feed,
    action: /FeedDemoAction.feed,
    environment: { $0 }
  ),
  Reducer { state, action, _ in
    switch action {
    case .closeButtonTapped:
      state.hasClosed = true
      return .none

    case .draftChanged(let draft):
      state.draft = draft.map { String($0.prefix(60)) }
      return .none

    case .feed(.postButtonTapped):
      state.draft = nil
      state.isPosting = true
      return .none

    case .feed(.postResponse(let result)):
      state.isPosting = false
      guard case .success = result else { return .none }
      // The feature leaves the posts as they are, so who has written one asks for them again.
      return Effect(value: .feed(.refreshed))

    case .feed:
      return .none
    }
  }
)

extension FeedDemo {
  static func feed(_ options: CaseStudyOptions = CaseStudyOptions()) -> Self {
    Self(
      initialState: FeedDemoState(),
      reducer: feedDemoReducer,
      environment: { time in
        FeedEnvironment(
          apiClient: .demo(
            feedSite(seed: options.common.seed),
            router: feedRouter,
            options: options.common,
            scheduler: time.mainRunLoop,
            endpoint: { route in
              switch route {
              case .createPost: .createPost
              case .posts: .posts
              }
            }
          )
        )
      },
      appeared: .feed(.refreshed),
      action: { key, state in state.action(for: key) },
      takesText: { $0.draft != nil },
      render: { state, size in state.screen(size: size) },
      farewell: { $0.hasClosed ? "You have left the feed." : nil }
    )
  }
}

/// A server that keeps posts, the newest first.
private func feedSite(seed: UInt64) -> CaseStudySite {
  struct Posts {
    var posts: [Post]
    var random: SplitMix64

    mutating func add(_ contents: String) -> Post {
      let post = Post(id: random.uuid(), contents: contents)
      posts.insert(post, at: 0)
      return post
    }
  }
  var first = Posts(posts: [], random: SplitMix64(seed: seed))
  for contents in ["Good morning!", "Rain again.", "Has anybody seen my umbrella?"] {
    _ = first.add(contents)
  }
  let posts = Mutex(first)
  return { request in
    do {
      switch try feedRouter.match(request: request) {
      case .createPost(let new):
        return try response(status: 201, posts.withLock { $0.add(new.contents) })
      case .posts:
        return try response(status: 200, posts.withLock(\.posts))
      }
    } catch {
      let status = (error as? RoutingError)?.statusCode ?? 500
      guard let response = try? response(status: status, ["message": "\(error)"]) else {
        preconditionFailure("A text can be encoded.")
      }
      return response
    }
  }
}

extension FeedDemoState {
  /// What the screen offers; only what is about the draft while there is one.
  var choices: [KeyBinding<FeedDemoAction>] {
    guard let draft else {
      let isLoading = feed.posts == .loading
      return (isPosting ? [] : [KeyBinding("n", "New post", .draftChanged(""))])
        + (isLoading ? [] : [KeyBinding("r", "Refresh", .feed(.refreshed))])
        + [KeyBinding("c", "Close", .closeButtonTapped)]
    }
    let text = draft.trimmingCharacters(in: .whitespaces)
    return
      (text.isEmpty
      ? [] : [KeyBinding(.return, "Post it", .feed(.postButtonTapped(contents: text)))])
      + [KeyBinding(.escape, "Never mind", .draftChanged(nil))]
  }

  func action(for key: Key) -> FeedDemoAction? {
    if let draft {
      if case .character(let character) = key { return .draftChanged(draft + String(character)) }
      if key == .backspace { return .draftChanged(String(draft.dropLast())) }
    }
    return choices.action(for: .key(key))
  }

  /// What the state looks like; the same state and size always give the same screen.
  func screen(size: Screen.Size) -> Screen {
    var (screen, frame, content) = Screen.framed("Feed", size: size)
    screen.footer(
      draft == nil ? choices.map(\.text) : [],
      quit: draft == nil ? "[q] Quit the demo" : "[Ctrl-C] Quit the demo",
      in: content
    ) { main, screen in
      draw(in: main, on: &screen)
    }
    guard let draft else { return screen }
    screen.restyle(frame) { $0.dim = true }
    screen.dialog("What is new?", ["\(draft)_"], choices: choices.map(\.text), in: frame)
    return screen
  }

  private func draw(in area: Screen.Area, on screen: inout Screen) {
    var notice: String?
    switch feed.posts {
    case .notLoaded:
      break
    case .loading:
      screen.putCentered("Loading …", row: area.row + 3, in: area, style: Style(.magenta))
    case .loaded(let posts):
      let lines = posts.flatMap { post in
        post.contents.wrapped(columns: area.columns - 2).enumerated()
          .map { index, line in (index == 0 ? "• " : "  ") + line } + [""]
      }
      for (index, line) in lines.prefix(max(0, area.rows - 4)).enumerated() {
        screen.put(line, row: area.row + 1 + index, column: area.column)
      }
    case .error(let error):
      notice = "The posts could not be loaded. \(error)"
    }
    if isPosting { notice = "Posting …" }
    if case .failure(let error) = feed.lastCreation, isPosting == false {
      notice = "Your post was not taken. \(error)"
    }
    guard let notice else { return }
    let lines = notice.wrapped(columns: area.columns).suffix(max(1, area.rows - 1))
    for (index, line) in lines.enumerated() {
      let row = area.row + area.rows - 1 - lines.count + index
      screen.put(line, row: row, column: area.column, style: Style(.yellow))
    }
  }
}
