// SPDX-License-Identifier: MIT

import Feed
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

/// Tests the feature with a client whose responses are overridden.
@Suite struct FeedTests {
  private typealias FeedStore = TestStore<FeedState, FeedAction, FeedEnvironment>

  private func makeStore(_ client: URLRoutingClient<FeedRoute>) -> FeedStore {
    FeedStore(
      initialState: FeedState(),
      reducer: feedReducer,
      environment: FeedEnvironment(apiClient: client)
    )
  }

  private func post(_ number: Int) throws -> Post {
    let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(number)"))
    return Post(id: id, contents: "Post \(number)")
  }

  @Test func `refreshing loads posts`() throws {
    let posts = try [post(1), post(2), post(3)]
    let store = makeStore(.failing.override(.posts) { try .ok(posts) })
    store.send(.refreshed) { $0.posts = .loading }
    store.receive(.postsResponse(.success(posts))) { $0.posts = .loaded(posts) }
  }

  @Test func `refreshing again replaces the posts`() throws {
    let (old, new) = (try [post(1), post(2), post(3)], try [post(4)])
    let client = try URLRoutingClient<FeedRoute>.failing
      .override(.posts, withSequence: [.ok(old), .ok(new)])
    let store = makeStore(client)
    store.send(.refreshed) { $0.posts = .loading }
    store.receive(.postsResponse(.success(old))) { $0.posts = .loaded(old) }
    store.send(.refreshed) { $0.posts = .loading }
    store.receive(.postsResponse(.success(new))) { $0.posts = .loaded(new) }
    client.reportUnusedOverrides()
  }

  @Test(arguments: [URLError.Code.notConnectedToInternet, .timedOut])
  func `refreshing shows network errors`(code: URLError.Code) async throws {
    let client = URLRoutingClient<FeedRoute>.failing.override(.posts) { .failure(URLError(code)) }
    let error = try await error(of: client)
    let store = makeStore(client)
    store.send(.refreshed) { $0.posts = .loading }
    store.receive(.postsResponse(.failure(error))) { $0.posts = .error(error) }
  }

  @Test func `refreshing shows an error if the server responds with status 500`() async throws {
    let client = URLRoutingClient<FeedRoute>.failing
      .override(.posts) { try .status(500, [Post]()) }
    let error = try await error(of: client)
    #expect(error.description == #"The server responded with status 500: "[]""#)
    let store = makeStore(client)
    store.send(.refreshed) { $0.posts = .loading }
    store.receive(.postsResponse(.failure(error))) { $0.posts = .error(error) }
  }

  @Test func `a new refresh cancels the one in flight`() throws {
    let scheduler = DispatchQueue.test
    let posts = try [post(1)]
    let store = makeStore(
      .failing.override(.posts) { try await .ok(posts).delayed(for: 1, scheduler: scheduler) }
    )
    store.send(.refreshed) { $0.posts = .loading }
    scheduler.advance(by: 0.5)
    store.send(.refreshed)
    scheduler.advance(by: 0.5)
    scheduler.advance(by: 0.5)
    store.receive(.postsResponse(.success(posts))) { $0.posts = .loaded(posts) }
  }

  @Test func `creating a post stores the result and does not change the list`() throws {
    let id = try post(1).id
    let store = makeStore(
      .failing.override(/FeedRoute.createPost) { new in
        try .ok(Post(id: id, contents: new.contents))
      }
    )
    store.send(.postButtonTapped(contents: "Hello"))
    store.receive(.postResponse(.success(Post(id: id, contents: "Hello")))) {
      $0.lastCreation = .success(Post(id: id, contents: "Hello"))
    }
  }

  private func error(of client: URLRoutingClient<FeedRoute>) async throws -> URLRoutingClientError {
    try await #require(throws: URLRoutingClientError.self) {
      try await client.request(.posts, as: [Post].self)
    }
  }
}
