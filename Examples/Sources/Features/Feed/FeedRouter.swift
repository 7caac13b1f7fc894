// SPDX-License-Identifier: MIT

// The API of a feed, shared by its server and its clients.

internal import Lockstep
public import LockstepRouting

public import struct Foundation.UUID

/// A post.
public struct Post: Codable, Equatable, Sendable {
  /// The identifier.
  public var id: UUID

  /// The text.
  public var contents: String

  /// Creates a post.
  public init(id: UUID, contents: String) {
    self.id = id
    self.contents = contents
  }
}

/// The data of a post to create.
public struct NewPost: Codable, Equatable, Sendable {
  /// The text.
  public var contents: String

  /// Creates the data of a post.
  public init(contents: String) {
    self.contents = contents
  }
}

/// The routes of the server.
public enum FeedRoute: Equatable, Sendable {
  /// All posts: `GET /posts`.
  case posts
  /// A new post: `POST /create-post`.
  case createPost(NewPost)
}

/// The router that parses and prints the routes.
public let feedRouter = Router<FeedRoute> {
  Route(.case(FeedRoute.posts)) { Path { "posts" } }
  Route(.case(FeedRoute.createPost)) {
    Method.post
    Path { "create-post" }
    Body(.json(NewPost.self))
  }
}
