// SPDX-License-Identifier: MIT

// A feed of posts: loads them, loads them again, and creates new ones.

public import Lockstep
public import LockstepRouting

/// The state of a feed.
public struct FeedState: Equatable, Sendable {
  /// How far the posts have come.
  public enum Posts: Equatable, Sendable {
    /// Nobody has asked for them.
    case notLoaded
    /// They were asked for.
    case loading
    /// They are here.
    case loaded([Post])
    /// They could not be had.
    case error(URLRoutingClientError)
  }

  /// The posts.
  public var posts: Posts

  /// The result for the last post that was created here.
  public var lastCreation: Result<Post, URLRoutingClientError>?

  /// A feed, by default one that was never loaded.
  public init(
    posts: Posts = .notLoaded,
    lastCreation: Result<Post, URLRoutingClientError>? = nil
  ) {
    self.posts = posts
    self.lastCreation = lastCreation
  }
}

/// An action of a feed.
public enum FeedAction: Equatable, Sendable {
  /// The feed was shown, or pulled down.
  case refreshed
  /// The server has answered with posts, or not.
  case postsResponse(Result<[Post], URLRoutingClientError>)
  /// A text was entered.
  case postButtonTapped(contents: String)
  /// The server has created the post, or not.
  case postResponse(Result<Post, URLRoutingClientError>)
}

/// The dependencies of a feed.
public struct FeedEnvironment: Sendable {
  /// Asks the server.
  public var apiClient: URLRoutingClient<FeedRoute>

  /// An environment made of its parts.
  public init(apiClient: URLRoutingClient<FeedRoute>) {
    self.apiClient = apiClient
  }

  /// Each use fails the test.
  public static let failing = Self(apiClient: .failing)
}

/// The feature.
///
/// A refresh takes the place of one that is under way. Creating a post leaves the posts as they are.
public let feedReducer = Reducer<FeedState, FeedAction, FeedEnvironment> {
  state,
  action,
  environment in
  struct RefreshID: Hashable {}

  switch action {
  case .refreshed:
    state.posts = .loading
    return environment.apiClient.effect(for: .posts, as: [Post].self)
      .catchToEffect()
      .map(FeedAction.postsResponse)
      .cancellable(id: RefreshID(), cancelInFlight: true)

  case .postsResponse(.success(let posts)):
    state.posts = .loaded(posts)

  case .postsResponse(.failure(let error)):
    state.posts = .error(error)

  case .postButtonTapped(let contents):
    return environment.apiClient.effect(
      for: .createPost(NewPost(contents: contents)),
      as: Post.self
    )
    .catchToEffect()
    .map(FeedAction.postResponse)

  case .postResponse(let result):
    state.lastCreation = result
  }
  return .none
}
