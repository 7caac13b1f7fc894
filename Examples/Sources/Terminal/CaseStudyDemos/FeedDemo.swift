// SPDX-License-Identifier: MIT

// Posts on a server: loading, writing and reloading them.

internal import DemoSupport
internal import Feed
internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import LockstepTerminal
internal import Synchronization

extension CaseStudyProgram {
  package static let feed = Self(
    "feed",
    about: "Shows the posts on a server in the same process, and adds to them.",
    endpoints: [.posts, .createPost]
  ) { options in .feed(options) }
}

struct FeedDemoState: Equatable, Sendable {
  /// The maximum number of characters in a post.
  static let limit = 60

  var draft: TextField?
  var feed = FeedState()
  /// The index of the first visible line.
  var firstLine = 0
  var hasClosed = false
  /// Whether a request to create a post is in flight.
  var isPosting = false
}

enum FeedDemoAction: Equatable {
  case closeButtonTapped
  case draft(TextField.Action)
  case feed(FeedAction)
  case neverMindButtonTapped
  case newPostButtonTapped
  case scrolled(to: Int)
}

typealias FeedDemo = Demo<FeedDemoState, FeedDemoAction, FeedEnvironment>

let feedDemoReducer = Reducer<FeedDemoState, FeedDemoAction, FeedEnvironment>.combine(
  feedReducer.pullback(
    state: \.feed,
    action: /FeedDemoAction.feed
  ),
  TextField.reducer.optional().pullback(
    state: \.draft,
    action: /FeedDemoAction.draft
  ),
  Reducer { state, action, _ in
    switch action {
    case .closeButtonTapped:
      state.hasClosed = true

    case .draft:
      state.draft.map { state.draft?.text = String($0.text.prefix(FeedDemoState.limit)) }

    case .feed(.postButtonTapped):
      state.draft = nil
      state.isPosting = true

    case .feed(.postResponse(let result)):
      state.isPosting = false
      guard case .success = result else { return .none }
      // The feature does not add the new post to its list, so the demo reloads all posts.
      return Effect(value: .feed(.refreshed))

    case .feed(.postsResponse):
      state.firstLine = 0

    case .feed:
      break

    case .neverMindButtonTapped:
      state.draft = nil

    case .newPostButtonTapped:
      state.draft = TextField()

    case .scrolled(let line):
      state.firstLine = line
    }
    return .none
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
      program: TerminalProgram(
        features: [.paste],
        keys: { state, size in state.keys(size: size) },
        isEditing: { $0.draft != nil },
        screen: { state, size, help in state.screen(size: size, help: help) },
        action: { event, state, _ in
          state.draft?.action(for: event).map(FeedDemoAction.draft)
        }
      ),
      farewell: { $0.hasClosed ? "You have left the feed." : nil }
    )
  }
}

/// A server that stores posts, newest first.
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
        preconditionFailure("A string can always be encoded.")
      }
      return response
    }
  }
}

extension FeedDemoState {
  /// While a draft is open, only its keys apply.
  func keys(size: Screen.Size) -> [KeyBinding<FeedDemoAction>] {
    let quit = KeyBinding<FeedDemoAction>.quit("q", .control("c"))
    guard let draft else {
      let keys =
        (isPosting ? [] : [KeyBinding("n", "New post", .newPostButtonTapped)])
        + (feed.posts == .loading ? [] : [KeyBinding("r", "Refresh", .feed(.refreshed))])
        + [KeyBinding("c", "Close", .closeButtonTapped), quit]
      return keys + scrollKeys(size: size, beside: keys)
    }
    let text = draft.text.trimmingCharacters(in: .whitespaces)
    return
      (text.isEmpty
      ? [] : [KeyBinding(.return, "Post it", .feed(.postButtonTapped(contents: text)))])
      + [KeyBinding(.escape, "Never mind", .neverMindButtonTapped), quit]
  }

  private func scrollKeys(
    size: Screen.Size,
    beside keys: [KeyBinding<FeedDemoAction>]
  ) -> [KeyBinding<FeedDemoAction>] {
    let area = Screen.content(size: size)
    var screen = Screen(size: size)
    let room = screen.footer(HelpLine(keys), in: area).rows
    let end = max(0, lines(columns: area.columns).count - room)
    guard end > 0 else { return [] }
    return [
      KeyBinding(.up, "Scroll", .scrolled(to: max(0, min(end, firstLine) - 1))),
      KeyBinding(.down, "Scroll", .scrolled(to: min(end, firstLine + 1))),
    ]
  }

  private func lines(columns: Int) -> [String] {
    guard case .loaded(let posts) = feed.posts else { return [] }
    let lines = posts.flatMap { post in
      post.contents.wrapped(columns: columns - 3).enumerated()
        .map { index, line in (index == 0 ? "• " : "  ") + line } + [""]
    }
    return lines.dropLast()
  }

  private var notice: String? {
    if isPosting { return "Posting …" }
    if case .failure(let error) = feed.lastCreation { return "Your post was not taken. \(error)" }
    if case .error(let error) = feed.posts { return "The posts could not be loaded. \(error)" }
    return nil
  }

  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    var (screen, _, content) = Screen.framed("Feed", size: size)
    let main = screen.footer(help, in: content)
    var notices = StyledLines()
    if let notice { notices.add(notice, style: Style(.yellow), alignment: .leading) }
    let parts = main.rows(
      [
        .flexible(minimum: 1), .fixed(min(notices.rows(columns: main.columns), main.rows / 2)),
        .fixed(draft == nil ? 0 : 2),
      ]
    )
    let text = lines(columns: main.columns).joined(separator: "\n")
    screen.draw(Viewport(text, firstRow: firstLine), in: parts[0])
    if feed.posts == .loading {
      screen.put("Loading …", in: parts[0], style: Style(.magenta))
    }
    notices.draw(in: parts[1], on: &screen)
    if let draft {
      screen.restyle(parts[0]) { $0.dim = true }
      draw(draft, in: parts[2], on: &screen)
    }
    return screen
  }

  private func draw(_ draft: TextField, in area: Screen.Area, on screen: inout Screen) {
    let rows = area.rows([.fixed(1), .fixed(1)])
    let count = "\(draft.text.count) of \(Self.limit)"
    let heading = rows[0].columns([.flexible(), .fixed(count.count)], spacing: 1)
    screen.put("What is new?", in: heading[0], style: Style(.green, bold: true))
    screen.put(count, in: heading[1], style: Style(dim: true))
    screen.draw(draft, in: rows[1])
  }
}
