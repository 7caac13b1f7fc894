// SPDX-License-Identifier: MIT

import Feed
import Foundation
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The network layer itself: real requests of a real session, answered without a network.
@Suite struct FeedNetworkTests {
  private let stub = URLSessionStub()

  private var client: URLRoutingClient<FeedRoute> {
    .live(router: feedRouter.baseURL("https://practicalios.example"), session: stub.session)
  }

  private func url(_ path: String) throws -> URL {
    try #require(URL(string: "https://practicalios.example/\(path)"))
  }

  @Test func `Posts are fetched from their address`() async throws {
    let posts = [Post(id: UUID(), contents: "1"), Post(id: UUID(), contents: "2")]
    stub.register(try .json(posts), for: try url("posts")) { request in
      request.httpMethod == "GET" && request.streamedBody == nil
    }
    #expect(try await client.request(.posts, as: [Post].self).value == posts)
  }

  @Test func `A post is created by sending its contents`() async throws {
    let expected = Post(id: UUID(), contents: "This is a new post")
    stub.register(try .json(expected), for: try url("create-post"), method: "POST") { request in
      let body = try #require(request.streamedBody)
      return try JSONDecoder().decode([String: String].self, from: body)
        == ["contents": "This is a new post"]
    }
    let post = try await client.request(
      .createPost(NewPost(contents: "This is a new post")),
      as: Post.self
    ).value
    #expect(post == expected)
  }

  @Test func `No route keeps another from being reached`() {
    #expect(feedRouter.validate() == [])
  }

  @Test func `New posts take the place of old ones`() async throws {
    let (old, new) = (Post(id: UUID(), contents: "old"), Post(id: UUID(), contents: "new"))
    stub.register(sequence: [try .json([old]), try .json([new])], for: try url("posts"))
    #expect(try await client.request(.posts, as: [Post].self).value == [old])
    #expect(try await client.request(.posts, as: [Post].self).value == [new])
  }

  @Test func `What is no list of posts is an error that says where`() async throws {
    stub.register(
      .response(body: Data(#"[{"contents":"1","id":"x"}]"#.utf8)),
      for: try url("posts")
    )
    let error = try await #require(throws: URLRoutingClientError.self) {
      try await client.request(.posts, as: [Post].self)
    }
    #expect(error.codingPath?.map(\.stringValue) == ["Index 0", "id"])
    #expect(
      error.description == #"""
        The body of status 200 is not JSON of Array<Post>: Attempted to decode UUID from invalid \#
        UUID string at "[0].id": "[{\"contents\":\"1\",\"id\":\"x\"}]"
        """#
    )
  }
}
