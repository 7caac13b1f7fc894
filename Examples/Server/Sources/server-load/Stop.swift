// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Lockstep
internal import ServerRouter
internal import SharedModels
internal import WireClient

/// Starts requests, and completes them after the server stops accepting connections.
struct Stop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that a stopping server answers the requests that have started.",
    discussion: """
      Sends the heads of submissions and some of each body, says "begun", and waits until the server \
      takes no connections any more. Then it sends the rest, and each has to be answered in full. The \
      server has to be told to stop after "begun", and needs a --body-seconds that is long enough.
      """
  )

  @Option(help: "The port of the server.")
  var port: Int

  @Option(help: "The secret of the server.")
  var secret = ServerRoute.demoSecret

  @Option(help: "How many requests.")
  var requests = 50

  func run() async throws {
    try await blocking { [self] in
      let begun = try begin()
      // When an event loop of the server answers this, it has read everything sent before.
      for _ in 0..<50 { _ = try authenticate(try WireConnection(port: port), 0) }
      print("begun")
      fflush(nil)
      try waitUntilRefused()
      for (number, request) in begun.enumerated() {
        do {
          try request.connection.send(request.rest)
          guard let response = try request.connection.receive() else { throw WireError.incomplete }
          guard response.status == 200 else { throw Failure.unexpected(response) }
          _ = try JSONDecoder().decode(SubmitGameResponse.self, from: response.body)
          try request.connection.waitForEnd()
        } catch {
          throw Failure("the request \(number) was not finished: \(error)")
        }
      }
      print("\(begun.count) requests that had begun were answered; new connections were refused")
    }
  }

  private struct Begun {
    var connection: WireConnection
    var rest: ArraySlice<UInt8>
  }

  /// Sends requests that are each cut off at a different place of the body.
  private func begin() throws -> [Begun] {
    let (all, requests) = (try Games(), Requests(port: port, secret: secret))
    return try (0..<self.requests).map { player in
      let connection = try WireConnection(port: port, patience: 30)
      let token = try authenticate(connection, player)
      let body = all.game(0, of: player).body
      let bytes = requests.submission(body, token: token)
      let end = bytes.count - 1 - player * (body.count - 1) / self.requests
      try connection.send(bytes[..<end])
      return Begun(connection: connection, rest: bytes[end...])
    }
  }

  private func authenticate(_ connection: WireConnection, _ device: Int) throws -> String {
    try connection.send(Requests(port: port, secret: secret).authentication(device: device))
    guard let response = try connection.receive() else { throw WireError.incomplete }
    guard response.status == 200 else { throw Failure.unexpected(response) }
    let envelope = try JSONDecoder().decode(CurrentPlayerEnvelope.self, from: response.body)
    return envelope.player.accessToken.rawValue.uuidString
  }

  private func waitUntilRefused() throws {
    let end = ContinuousClock.now + .seconds(30)
    while true {
      do {
        _ = try WireConnection(port: port)
      } catch WireError.system(ECONNREFUSED) {
        return
      } catch let error as WireError where error.isClosed {
        // The server closed its port while this connection was waiting.
      }
      guard ContinuousClock.now < end else { throw Failure("the server still accepts connections") }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }
}
