// SPDX-License-Identifier: MIT

package import ApiClient
internal import Dispatch
package import Foundation
internal import Lockstep
internal import LockstepRouting
internal import ServerRouter
internal import SharedModels
internal import Synchronization

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A server that runs elsewhere, and knows who plays.
package struct RemoteServer: Sendable {
  /// Sends a request over the network.
  package typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

  private let address: URL
  private let secret: String
  private let player: Data
  private let date: @Sendable () -> Date
  private let send: Send

  /// Makes oneself known to a server, as a new player; waits for its answer.
  ///
  /// Isolation: blocks its thread, which must not be one of the pool of tasks.
  ///
  /// - Parameters:
  ///   - address: The address of the server.
  ///   - secret: The secret for signing requests.
  ///   - date: The time that requests are signed at.
  ///   - send: Sends a request; by default with the shared session.
  /// - Throws: Why the server cannot be asked, in a line.
  package init(
    _ address: URL,
    secret: String,
    date: @escaping @Sendable () -> Date = { Date() },
    send: @escaping Send = { try await URLSession.shared.data(for: $0) }
  ) throws(DemoError) {
    self.address = address
    self.secret = secret
    self.date = date
    self.send = { request in
      // Somebody waits at a terminal.
      var request = request
      request.timeoutInterval = 10
      return try await send(request)
    }
    let router = Router<ServerRoute>.demo(date: date, secret: secret)
      .baseURL(address.absoluteString)
    let body: Data
    do {
      let request = try router.request(
        for: .authenticate(AuthenticateRequest(deviceId: DeviceId(rawValue: UUID())))
      )
      (body, _) = try blocking(self.send)(request)
    } catch {
      throw .unavailable("no answer from \(address): \(error.localizedDescription)")
    }
    do {
      _ = try JSONDecoder().decode(CurrentPlayerEnvelope.self, from: body)
    } catch {
      let message = try? JSONDecoder().decode(ApiError.self, from: body).message
      throw .unavailable(
        message.map { "\(address) refuses: \($0)" } ?? "\(address) is not a server of the game"
      )
    }
    player = body
  }

  /// A client of the server.
  ///
  /// If the time of the demo is virtual, requests are waited for, so that answers are there when a
  /// key's second has passed.
  package func client(_ time: DemoTime) -> ApiClient {
    let blockingSend = blocking(send)
    let send: Send = time.isVirtual ? { @Sendable in try blockingSend($0) } : send
    return .live(
      router: .demo(date: date, secret: secret),
      baseUrl: address,
      storage: .inMemory([.currentPlayer: player]),
      userAgent: "Demo",
      send: send
    )
  }
}

/// Sends requests by blocking the thread until the answer is there.
private func blocking(
  _ send: @escaping RemoteServer.Send
) -> @Sendable (URLRequest) throws -> (Data, URLResponse) {
  { request in
    let answer = BlockingAnswer()
    Task.detached {
      do {
        answer.set(.success(try await send(request)))
      } catch {
        answer.set(.failure(error))
      }
    }
    return try answer.get()
  }
}

/// An answer that one thread waits for and another one gives.
private final class BlockingAnswer: Sendable {
  private let result = Mutex<Result<(Data, URLResponse), any Error>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func set(_ answer: Result<(Data, URLResponse), any Error>) {
    result.withLock { $0 = answer }
    isThere.signal()
  }

  func get() throws -> (Data, URLResponse) {
    isThere.wait()
    guard let answer = result.withLock({ $0 }) else { throw URLError(.unknown) }
    return try answer.get()
  }
}
