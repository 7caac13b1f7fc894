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

/// A remote server and the player that is registered with it.
package struct RemoteServer: Sendable {
  package typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

  private let address: URL
  private let secret: String
  private let player: Data
  private let date: @Sendable () -> Date
  private let send: Send

  /// Registers a new player with a server, and waits for the response.
  ///
  /// Isolation: blocks the current thread, which must not belong to the cooperative thread pool.
  ///
  /// - Parameters:
  ///   - address: The server's URL.
  ///   - secret: The secret for signing requests.
  ///   - date: Returns the time for signing requests.
  ///   - send: Sends a request, by default with the shared session.
  /// - Throws: A one-line error that explains why the server is unavailable.
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
      // A user is waiting at the terminal.
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

  /// Returns a client of the server.
  ///
  /// If the demo's time is virtual, requests block the thread, so that the response arrives before time advances.
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

/// A one-shot channel between the thread that waits and the task that responds.
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
