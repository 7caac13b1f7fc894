// SPDX-License-Identifier: MIT

import Feed
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the network layer with a real `URLSession` whose requests are stubbed.
@Suite struct FeedNetworkTests {
  private let stub = URLSessionStub()

  private var client: URLRoutingClient<FeedRoute> {
    .live(router: feedRouter.baseURL("https://practicalios.example"), session: stub.session)
  }

  private func url(_ path: String) throws -> URL {
    try #require(URL(string: "https://practicalios.example/\(path)"))
  }

  @Test func `the client fetches posts from the posts endpoint`() async throws {
    let posts = [Post(id: UUID(), contents: "1"), Post(id: UUID(), contents: "2")]
    stub.register(try .json(posts), for: try url("posts")) { request in
      request.httpMethod == "GET" && request.streamedBody == nil
    }
    #expect(try await client.request(.posts, as: [Post].self).value == posts)
  }

  @Test func `a post is created by sending its contents`() async throws {
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

  @Test func `the stub reports each reason that a request cannot create a post`() async throws {
    enum Malformed: Error {
      case bodyIsMissingOrNotPosted
      case bodyIsNotJSON
    }
    let issues = await withReportedIssues {
      let stub = URLSessionStub()
      do {
        let url = try url("create-post")
        for method in ["GET", "POST"] {
          stub.register(.response(body: Data()), for: url, method: method) { request in
            guard request.httpMethod == "POST", let body = request.streamedBody else {
              throw Malformed.bodyIsMissingOrNotPosted
            }
            guard (try? JSONDecoder().decode(NewPost.self, from: body)) != nil else {
              throw Malformed.bodyIsNotJSON
            }
            return true
          }
        }
        var request = URLRequest(url: url)
        _ = try await stub.session.data(for: request)
        request.httpMethod = "POST"
        _ = try await stub.session.data(for: request)
        request.httpBody = Data("contents".utf8)
        _ = try await stub.session.data(for: request)
        request.httpBody = try JSONEncoder().encode(NewPost(contents: "This is a new post"))
        _ = try await stub.session.data(for: request)
      } catch {
        Issue.record(error)
      }
    }
    let endpoint = "https://practicalios.example/create-post"
    #expect(
      issues.map(\.message)
        == [
          "The validator threw bodyIsMissingOrNotPosted for the request: GET \(endpoint)",
          "The validator threw bodyIsMissingOrNotPosted for the request: POST \(endpoint)",
          "The validator threw bodyIsNotJSON for the request: POST \(endpoint) contents",
        ]
        .map { "\($0)\n\nFix the request, or the 'requestValidator'." }
    )
  }

  @Test func `every feed route is reachable`() {
    #expect(feedRouter.validate() == [])
  }

  @Test func `a second request returns the new posts`() async throws {
    let (old, new) = (Post(id: UUID(), contents: "old"), Post(id: UUID(), contents: "new"))
    stub.register(sequence: [try .json([old]), try .json([new])], for: try url("posts"))
    #expect(try await client.request(.posts, as: [Post].self).value == [old])
    #expect(try await client.request(.posts, as: [Post].self).value == [new])
  }

  @Test func `a response that is not a list of posts fails with the coding path`() async throws {
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
