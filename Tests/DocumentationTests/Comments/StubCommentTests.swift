// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of sessions without a network.
@Suite struct StubCommentTests {
  struct Post: Codable, Equatable, Sendable {
    var id: Int
  }

  struct NewPost: Codable, Equatable, Sendable {
    var contents: String
  }

  @Test func `a stub inspects and answers a request`() async throws {
    let post = Post(id: 1)
    let router = Router<NewPost> {
      Route {
        Method.post
        Path { "posts" }
        Body(.json(NewPost.self))
      }
    }
    .baseURL("https://feed.example")
    let url = try #require(URL(string: "https://feed.example/posts"))
    let stub = URLSessionStub()
    stub.register(try .json(post), for: url, method: "POST") { request in
      request.streamedBody == Data(#"{"contents":"Hello"}"#.utf8)
    }
    let client = URLRoutingClient.live(router: router, session: stub.session)
    let answer = try await client.request(NewPost(contents: "Hello"), as: Post.self).value
    #expect(answer == post)
  }

  @Test func `a redirect is followed`() async throws {
    let post = Post(id: 1)
    let oldAddress = try #require(URL(string: "https://feed.example/old"))
    let newAddress = try #require(URL(string: "https://feed.example/new"))
    let stub = URLSessionStub()
    stub.register(.response(status: 302, headers: ["Location": "/new"]), for: oldAddress)
    stub.register(try .json(post), for: newAddress)
    let (data, _) = try await stub.session.data(from: oldAddress)
    #expect(try JSONDecoder().decode(Post.self, from: data) == post)
    #expect(stub.requests.map(\.url) == [oldAddress, newAddress])
  }

  @Test func `a stub can answer with a value, a status code or a failure`() async throws {
    let posts = [Post(id: 1)]
    let scheduler = DispatchQueue.test
    let responses = try values {
      try StubResponse.json(posts)
      StubResponse.response(status: 404, headers: ["Content-Type": "text/plain"])
      StubResponse.failure(.notConnectedToInternet).delayed(for: 2, scheduler: scheduler)
    }
    let stub = URLSessionStub()
    let url = try #require(URL(string: "https://feed.example/posts"))
    stub.register(sequence: responses.compactMap { $0 as? StubResponse }, for: url)
    let (data, _) = try await stub.session.data(from: url)
    #expect(try JSONDecoder().decode([Post].self, from: data) == posts)
    let (_, missing) = try await stub.session.data(from: url)
    #expect((missing as? HTTPURLResponse)?.statusCode == 404)
    let failure = Task { try await stub.session.data(from: url) }
    await stub.waitForRequests(3)
    scheduler.advance(by: 2)
    let error = await #expect(throws: URLError.self) { try await failure.value }
    #expect(error?.code == .notConnectedToInternet)
  }
}
