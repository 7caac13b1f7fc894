// SPDX-License-Identifier: MIT

import ApiClient
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the live client with a network that only records requests.
@Suite struct ApiClientLiveTests {
  /// A network that responds to every request with a player.
  private final class Network: Sendable {
    let requests = Recorder<[URLRequest]>([])
    let error: (any Error)?

    init(error: (any Error)? = nil) {
      self.error = error
    }

    @Sendable func send(_ request: URLRequest) async throws -> (Data, URLResponse) {
      requests.update { $0.append(request) }
      if let error { throw error }
      let url = try #require(request.url)
      let response = URLResponse(
        url: url,
        mimeType: "application/json",
        expectedContentLength: -1,
        textEncodingName: nil
      )
      return (try JSONEncoder().encode(CurrentPlayerEnvelope.purchased), response)
    }

    /// The method, URL and header fields of each sent request.
    var sent: [String] {
      requests.value.map { request in
        let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
          .filter { $0.key != "X-Signature" }
          .map { "\($0.key): \($0.value)" }
        let target = "\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")"
        return ([target] + fields).joined(separator: "\n")
      }
    }
  }

  private func client(
    _ network: Network,
    router: Router<ServerRoute> = .test,
    isDebug: Bool = false,
    storage: ApiClientStorage = .inMemory()
  ) throws -> ApiClient {
    .live(
      router: router,
      baseUrl: try #require(URL(string: "https://www.example.com")),
      isDebug: isDebug,
      storage: storage,
      userAgent: "cubes/42",
      send: network.send
    )
  }

  @Test func `without a player, the client sends no player requests`() throws {
    let network = Network()
    let client = try client(network)
    #expect(client.currentPlayer() == nil)
    #expect(
      run(client.apiRequest(.matches(.list())).map(\.data)).outputs
        == [.failure(URLError(.userAuthenticationRequired))]
    )
    #expect(network.sent == [])
  }

  @Test func `requests contain the access token after authentication`() throws {
    let network = Network()
    let client = try client(network)
    _ = run(client.authenticate(.init(deviceId: .deadbeef)))
    #expect(client.currentPlayer() == .purchased)
    _ = run(client.apiRequest(.matches(.list())))
    _ = run(client.request(.home))
    let token = Player.blob.accessToken
    #expect(
      network.sent == [
        """
        POST https://www.example.com/api/authenticate?timestamp=1234567890
        User-Agent: cubes/42
        """,
        """
        GET https://www.example.com/api/matches?accessToken=\(token)
        User-Agent: cubes/42
        X-Debug: false
        """,
        """
        GET https://www.example.com
        User-Agent: cubes/42
        """,
      ]
    )
    _ = run(client.logout())
    #expect(client.currentPlayer() == nil)
    let refusal = run(client.refreshCurrentPlayer()).outputs.first
    #expect(throws: ApiError.self) { try refusal?.get() }
    #expect(network.sent.count == 3)
  }

  @Test func `the client stores the player until logout`() throws {
    let storage = ApiClientStorage.inMemory()
    _ = run(try client(Network(), storage: storage).authenticate(.init(deviceId: .deadbeef)))
    let next = try client(Network(), storage: storage)
    #expect(next.currentPlayer() == .purchased)
    _ = run(next.logout())
    #expect(try client(Network(), storage: storage).currentPlayer() == nil)
    #expect(storage.load(.currentPlayer) == nil)
  }

  @Test func `the client ignores a stored value that is not a player`() throws {
    let storage = ApiClientStorage.inMemory([.currentPlayer: Data("{}".utf8)])
    #expect(try client(Network(), storage: storage).currentPlayer() == nil)
  }

  @Test(arguments: [(true, "http://localhost:8080/v1"), (false, "https://www.example.com")])
  func `only a development build stores the base URL`(isDebug: Bool, kept: String) throws {
    let (network, storage) = (Network(), ApiClientStorage.inMemory())
    let client = try client(network, isDebug: isDebug, storage: storage)
    _ = run(client.authenticate(.init(deviceId: .deadbeef)))
    _ = run(client.setBaseUrl(try #require(URL(string: "http://localhost:8080/v1"))))
    _ = run(client.apiRequest(.currentPlayer))
    #expect(
      network.sent.last == """
        GET http://localhost:8080/v1/api/current-player?accessToken=\(Player.blob.accessToken)
        User-Agent: cubes/42
        X-Debug: \(isDebug)
        """
    )
    let next = try self.client(network, isDebug: isDebug, storage: storage)
    #expect(next.baseUrl().absoluteString == kept)
  }

  @Test func `a route that cannot be printed fails with a bad URL and is not sent`() throws {
    let network = Network()
    // The router cannot sign a request without a secret.
    let router = router(
      date: { .mock },
      decoder: JSONDecoder(),
      encoder: JSONEncoder(),
      secrets: [],
      sha256: { $0 }
    )
    let player = try JSONEncoder().encode(CurrentPlayerEnvelope.mock)
    let client = try client(network, router: router, storage: .inMemory([.currentPlayer: player]))
    #expect(
      run(client.apiRequest(.games(.submit(.init(completedGame: .mock)))).map(\.data)).outputs
        == [.failure(URLError(.badURL))]
    )
    #expect(network.sent == [])
  }

  @Test func `network errors are delivered as URL errors`() throws {
    let errors: [(any Error, URLError)] = [
      (URLError(.timedOut), URLError(.timedOut)),
      (CancellationError(), URLError(.cancelled)),
      (CocoaError(.fileNoSuchFile), URLError(.unknown)),
    ]
    for (error, expected) in errors {
      let client = try client(Network(error: error))
      #expect(run(client.request(.home).map(\.data)).outputs == [.failure(expected)])
    }
  }
}
