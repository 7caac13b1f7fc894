// SPDX-License-Identifier: MIT

// The API of a feed, for its server and its clients alike.

internal import Lockstep
public import LockstepRouting

public import struct Foundation.UUID

/// A post.
public struct Post: Codable, Equatable, Sendable {
  /// The identifier.
  public var id: UUID

  /// The text.
  public var contents: String

  /// A post made of its parts.
  public init(id: UUID, contents: String) {
    self.id = id
    self.contents = contents
  }
}

/// A post that the server has not seen yet.
public struct NewPost: Codable, Equatable, Sendable {
  /// The text.
  public var contents: String

  /// A post made of its text.
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

/// Reads and prints the routes.
public let feedRouter = Router<FeedRoute> {
  Route(.case(FeedRoute.posts)) { Path { "posts" } }
  Route(.case(FeedRoute.createPost)) {
    Method.post
    Path { "create-post" }
    Body(.json(NewPost.self))
  }
}
