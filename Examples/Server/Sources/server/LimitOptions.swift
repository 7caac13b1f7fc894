// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware
internal import SiteServer

struct LimitOptions: ParsableArguments {
  @Option(help: "The maximum size of a request body in bytes.")
  var bodyLimit = Limits().bodySize

  @Option(help: "The seconds that the body of a request may take.")
  var bodySeconds = 10

  @Option(help: "The number of seconds before an idle connection is closed.")
  var idleSeconds = 30

  @Option(help: "The seconds in which a client has to take 64 KiB of an answer, or its rest.")
  var writeSeconds = 10

  @Option(help: "The seconds that an answer may take.")
  var requestSeconds = 10

  @Option(help: "The seconds that requests have to be finished when the server stops.")
  var shutdownSeconds = 30

  @Option(help: "The connections that may be open at the same time.")
  var connections = Limits().connections

  @Option(help: "The connections that one address may have open.")
  var connectionsPerAddress = Limits().connectionsPerAddress

  @Option(help: "The maximum number of unanswered requests per connection.")
  var pipelinedRequests = Limits().pipelinedRequests

  @Option(help: "The requests of an address each second, and twice as many at once; 0 for any.")
  var requestsPerSecondPerAddress = Limits().requestsPerSecond

  @Option(help: "The requests of a player each second, and three times as many at once; 0 for any.")
  var requestsPerSecondPerPlayer = 20

  @Option(help: "The players that an address may add in an hour; 0 for any.")
  var newPlayersPerHour = 60

  @Flag(
    help: """
      Count clients by the last address in X-Forwarded-For, because all connections come from a \
      proxy; without one, clients can make that up.
      """
  )
  var trustForwardedFor = false

  func validate() throws {
    for (name, value) in [
      ("body-limit", bodyLimit), ("body-seconds", bodySeconds), ("idle-seconds", idleSeconds),
      ("write-seconds", writeSeconds), ("request-seconds", requestSeconds),
      ("shutdown-seconds", shutdownSeconds), ("connections", connections),
      ("connections-per-address", connectionsPerAddress),
      ("pipelined-requests", pipelinedRequests),
    ] {
      guard value > 0 else { throw ValidationError("'--\(name)' needs a number above 0") }
    }
    for (name, value) in [
      ("requests-per-second-per-address", requestsPerSecondPerAddress),
      ("requests-per-second-per-player", requestsPerSecondPerPlayer),
      ("new-players-per-hour", newPlayersPerHour),
    ] {
      guard (0...1_000_000).contains(value) else {
        throw ValidationError("'--\(name)' needs a number from 0 to 1000000")
      }
    }
  }

  var limits: Limits {
    var limits = Limits()
    limits.bodySize = bodyLimit
    limits.bodyTime = .seconds(bodySeconds)
    limits.connections = connections
    limits.connectionsPerAddress = connectionsPerAddress
    limits.idleTime = .seconds(idleSeconds)
    limits.pipelinedRequests = pipelinedRequests
    limits.requestsPerSecond = requestsPerSecondPerAddress
    limits.requestTime = .seconds(requestSeconds)
    limits.shutdownTime = .seconds(shutdownSeconds)
    limits.writeTime = .seconds(writeSeconds)
    return limits
  }

  /// The limits per player, which the server function checks.
  var limiter: RequestLimiter {
    let perPlayer = requestsPerSecondPerPlayer
    let requests = RateLimiter(max(1, perPlayer), per: .seconds(1), burst: 3 * perPlayer)
    let newPlayers = RateLimiter(
      max(1, newPlayersPerHour),
      per: .seconds(3_600),
      burst: newPlayersPerHour
    )
    var limiter = RequestLimiter.unlimited
    if newPlayersPerHour > 0 { limiter.newPlayer = { newPlayers.take($0) } }
    if perPlayer > 0 { limiter.request = { requests.take($0.rawValue.uuidString) } }
    return limiter
  }
}
