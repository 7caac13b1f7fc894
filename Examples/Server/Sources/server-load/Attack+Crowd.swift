// SPDX-License-Identifier: MIT

internal import Foundation
internal import WireClient

/// More connections of an address than it may have, which send nothing.
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

/// The addresses of clients with which a server has a connection, and the bytes that each has not taken.
///
/// The table of Linux has, for each socket, number, own and other address, state and the bytes that wait.
///
/// - Parameters:
///   - port: The port of the server.
///   - hosts: The last numbers of the addresses of clients.
/// - Returns: Addresses with their ports, in the words of the system, and bytes.
/// - Throws: An error of the system, where there is no such table.
func openConnections(_ port: Int, _ hosts: Range<Int>) throws -> [Substring: Int] {
  let own = ":" + String(format: "%04X", port)
  // A file without a size, which comes in pieces.
  let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp"))
  let table = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  let connections: [(Substring, Int)] = table.split(separator: "\n").compactMap { line in
    let words = line.split(separator: " ")
    guard
      words.count > 4, words[1].hasSuffix(own), words[3] == "01",
      // The last byte of an address comes first.
      hosts.contains(Int(words[2].prefix(2), radix: 16) ?? -1),
      let bytes = Int(words[4].prefix { $0 != ":" }, radix: 16)
    else { return nil }
    return (words[2], bytes)
  }
  // The table may change while it is read, and then has a line twice.
  return Dictionary(connections, uniquingKeysWith: { $1 })
}
