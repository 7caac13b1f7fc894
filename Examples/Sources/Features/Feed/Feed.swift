// SPDX-License-Identifier: MIT

public import Lockstep
public import LockstepRouting

/// The state of a feed.
public struct FeedState: Equatable, Sendable {
  /// The loading state of the posts.
  public enum Posts: Equatable, Sendable {
    case notLoaded
    case loading
    case loaded([Post])
    case error(URLRoutingClientError)
  }

  /// The posts.
  public var posts: Posts

  /// The result of creating the last post.
  public var lastCreation: Result<Post, URLRoutingClientError>?

  /// Creates the state of a feed, by default one that has not been loaded.
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
  /// The feed appeared, or the user pulled to refresh.
  case refreshed
  case postsResponse(Result<[Post], URLRoutingClientError>)
  case postButtonTapped(contents: String)
  case postResponse(Result<Post, URLRoutingClientError>)
}

/// The dependencies of a feed.
public struct FeedEnvironment: Sendable {
  /// The client of the server.
  public var apiClient: URLRoutingClient<FeedRoute>

  /// Creates an environment.
  public init(apiClient: URLRoutingClient<FeedRoute>) {
    self.apiClient = apiClient
  }

  /// An environment that fails the test on every use.
  public static let failing = Self(apiClient: .failing)
}

/// The reducer of a feed.
///
/// A refresh cancels the one in flight. Creating a post does not change the list of posts.
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
