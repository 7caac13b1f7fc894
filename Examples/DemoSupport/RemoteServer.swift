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
internal import FoundationNetworking
#endif

/// A server that runs elsewhere, and knows who plays.
package struct RemoteServer: Sendable {
  private let address: URL
  private let secret: String
  private let player: Data

  /// Makes oneself known to a server, as a new player; waits for its answer.
  ///
  /// - Throws: Why the server cannot be asked, in a line.
  package init(_ address: URL, secret: String) throws(DemoError) {
    self.address = address
    self.secret = secret
    let router = Router<ServerRoute>.demo(date: { Date() }, secret: secret)
      .baseURL(address.absoluteString)
    do {
      var request = try router.request(
        for: .authenticate(AuthenticateRequest(deviceId: DeviceId(rawValue: UUID())))
      )
      request.timeoutInterval = 10
      let (body, _) = try blockingData(for: request)
      do {
        _ = try JSONDecoder().decode(CurrentPlayerEnvelope.self, from: body)
      } catch {
        let message = try? JSONDecoder().decode(ApiError.self, from: body).message
        throw DemoError.unavailable(
          message.map { "\(address) refuses: \($0)" } ?? "\(address) is no server of the game"
        )
      }
      player = body
    } catch let error as DemoError {
      throw error
    } catch {
      throw .unavailable("no answer from \(address): \(error.localizedDescription)")
    }
  }

  /// A client of the server.
  ///
  /// If the time of the demo is virtual, requests are waited for, so that answers are there when a
  /// key's second has passed.
  package func client(_ time: DemoTime) -> ApiClient {
    let router = Router<ServerRoute>.demo(date: { Date() }, secret: secret)
    let storage = ApiClientStorage.inMemory([.currentPlayer: player])
    return if time.isVirtual {
      .live(
        router: router,
        baseUrl: address,
        storage: storage,
        userAgent: "Demo",
        send: { try blockingData(for: $0) }
      )
    } else {
      .live(router: router, baseUrl: address, storage: storage, userAgent: "Demo")
    }
  }
}

/// Sends a request, and blocks the thread until the answer is there.
private func blockingData(for request: URLRequest) throws -> (Data, URLResponse) {
  let answer = BlockingAnswer()
  URLSession.shared.dataTask(with: request) { data, response, error in
    answer.set(response.map { (data ?? Data(), $0) }, error)
  }
  .resume()
  return try answer.get()
}

/// An answer that one thread waits for and another one gives.
private final class BlockingAnswer: Sendable {
  private let result = Mutex<Result<(Data, URLResponse), URLError>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func set(_ success: (Data, URLResponse)?, _ error: (any Error)?) {
    let answer: Result<(Data, URLResponse), URLError> =
      if let success, error == nil { .success(success) } else {
        .failure(error as? URLError ?? URLError(.unknown))
      }
    result.withLock { $0 = answer }
    isThere.signal()
  }

  func get() throws -> (Data, URLResponse) {
    isThere.wait()
    guard let answer = result.withLock({ $0 }) else { throw URLError(.unknown) }
    return try answer.get()
  }
}
