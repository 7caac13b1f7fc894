// SPDX-License-Identifier: MIT

internal import Foundation
internal import WireClient

struct Crowd {
  var requests: Requests

  func run() throws -> String {
    let host = 50
    let connections = try (0..<500).map { _ in
      try WireConnection(port: requests.port, host: UInt8(host))
    }
    let start = ContinuousClock.now
    try expect("a request in a crowd", try requests.answer(requests.get("/"), host: 50), 200)
    let time = start.duration(to: .now) / .milliseconds(1)
    guard time < HonestPlayer.patience else {
      throw Failure("a request of an address with many connections took \(Int(time)) ms")
    }
    let open = try openConnections(requests.port, host..<(host + 1)).count
    guard open <= 200 else {
      throw Failure("an address has \(open) connections open, expected at most 200")
    }
    withExtendedLifetime(connections) {}
    return "\(connections.count - open) of \(connections.count) connections of an address"
  }
}

/// Returns the clients that are connected to a server, with the number of bytes that each has not received.
///
/// Each row of the Linux table contains the number of a socket, its local and remote address, its state, and the bytes
/// in its queues.
func openConnections(_ port: Int, _ hosts: Range<Int>) throws -> [Substring: Int] {
  let own = ":" + String(format: "%04X", port)
  // The file has no size and is read in pieces.
  let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp"))
  let table = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  let connections: [(Substring, Int)] = table.split(separator: "\n").compactMap { line in
    let words = line.split(separator: " ")
    guard
      words.count > 4, words[1].hasSuffix(own), words[3] == "01",
      // The table stores the last byte of an address first.
      hosts.contains(Int(words[2].prefix(2), radix: 16) ?? -1),
      let bytes = Int(words[4].prefix { $0 != ":" }, radix: 16)
    else { return nil }
    return (words[2], bytes)
  }
  // If the table changes during the read, it may contain a row twice.
  return Dictionary(connections, uniquingKeysWith: { $1 })
}
