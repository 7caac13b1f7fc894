// SPDX-License-Identifier: MIT

internal import Logging
internal import Metrics
internal import NIOCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A connection and its progress, used to choose which connection to close.
///
/// Isolation: any thread. Its own handlers write it, and a new connection reads it.
final class Connection: Sendable {
  let channel: any Channel
  let address: String
  /// The last time the client sent or received something, in nanoseconds of the event loops' clock.
  private let progress: Atomic<UInt64>
  let unanswered = Atomic<Int>(0)
  let unwritten = Atomic<Int>(0)

  init(_ channel: any Channel) {
    self.channel = channel
    address = clientAddress(channel.remoteAddress)
    progress = Atomic(NIODeadline.now().uptimeNanoseconds)
  }

  var lastProgress: NIODeadline {
    .uptimeNanoseconds(progress.load(ordering: .relaxed))
  }

  func makeProgress() {
    progress.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
  }

  /// Whether the server is working on a request and is not waiting for the client.
  var isBusy: Bool {
    unanswered.load(ordering: .relaxed) > 0 && unwritten.load(ordering: .relaxed) == 0
  }

  func hasWaitedLonger(than other: Connection) -> Bool {
    if isBusy != other.isBusy { return other.isBusy }
    return lastProgress < other.lastProgress
  }
}

final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var counts: [String: Int] = [:]
    var isStopped = false

    mutating func remove(_ connection: Connection) {
      guard open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
      let count = counts[connection.address, default: 0] - 1
      counts[connection.address] = count > 0 ? count : nil
    }
  }

  private let state = Mutex(State())
  private let limits: Limits
  private let countsAddresses: Bool
  private let telemetry: Telemetry

  init(_ limits: Limits, countsAddresses: Bool, _ telemetry: Telemetry) {
    self.limits = limits
    self.countsAddresses = countsAddresses
    self.telemetry = telemetry
  }

  /// Adds a connection, and closes another one if the limit is exceeded.
  ///
  /// - Complexity: O(connections) if the limit is exceeded, otherwise O(1).
  func add(_ connection: Connection) {
    let (victim, count) = state.withLock { state -> (Connection?, Int) in
      state.open[ObjectIdentifier(connection)] = connection
      state.counts[connection.address, default: 0] += 1
      if state.isStopped { return (connection, state.open.count) }
      let others = state.open.values.lazy.filter { $0 !== connection }
      var victim: Connection?
      if countsAddresses,
        state.counts[connection.address, default: 0] > limits.connectionsPerAddress
      {
        victim = others.filter { $0.address == connection.address }
          .min { $0.hasWaitedLonger(than: $1) }
      } else if state.open.count > limits.connections {
        victim = others.min { $0.hasWaitedLonger(than: $1) }
      }
      // Removed at once, so that the next connection does not choose the same victim.
      if let victim { state.remove(victim) }
      return (victim, state.open.count)
    }
    telemetry.openConnections(count)
    connection.channel.closeFuture.whenComplete { [self] _ in remove(connection) }
    guard let victim else { return }
    telemetry.closed(victim, .evicted)
    victim.channel.close(promise: nil)
  }

  private func remove(_ connection: Connection) {
    let count = state.withLock { state in
      state.remove(connection)
      return state.open.count
    }
    telemetry.openConnections(count)
  }

  func stop() {
    let open = state.withLock { state in
      state.isStopped = true
      return Array(state.open.values)
    }
    for connection in open {
      telemetry.closed(connection, .stopped)
      connection.channel.close(promise: nil)
    }
  }
}

/// Returns the address that identifies a client: the full IPv4 address, or the 64-bit network of an IPv6 address.
func clientAddress(_ address: SocketAddress?) -> String {
  clientAddress(address?.ipAddress ?? "")
}

func clientAddress(_ text: String) -> String {
  var bytes = [UInt8](repeating: 0, count: 16)
  guard inet_pton(AF_INET6, text, &bytes) == 1 else { return String(text.prefix(64)) }
  // An IPv4-mapped IPv6 address.
  if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
    return bytes[12...].map { "\($0)" }.joined(separator: ".")
  }
  let groups = stride(from: 0, to: 8, by: 2).map { index in
    String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
  }
  return groups.joined(separator: ":") + "::/64"
}
