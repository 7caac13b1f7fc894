// SPDX-License-Identifier: MIT

internal import Foundation

/// The address in front of the paths that a router prints.
struct BaseAddress: Sendable {
  /// The scheme, the host and the path, without a trailing slash.
  let prefix: String

  /// The decoded components of its path.
  let path: [String]

  /// The path as it is printed: `/api/v1`.
  let pathText: String

  let scheme: String?

  /// The host, with its port.
  let host: String?

  /// The host without its port.
  let hostName: String?

  /// - Throws: A flaw that would keep the router from reading what it prints with the address.
  init(_ address: String) throws(Flaw) {
    if let flaw = Flaw.find(in: address) { throw flaw }
    // NB: Foundation reads a text that begins with a colon as a URL with an empty scheme.
    guard !address.hasPrefix(":"), let url = URL(string: address),
      let data = try? URLRequestData(target: url.absoluteString)
    else { throw Flaw(problem: "is not a URL") }
    let text = url.absoluteString
    prefix = String(text.reversed().drop { $0 == "/" }.reversed())
    path = data.path.filter { !$0.isEmpty }
    pathText = path.map { "/" + PercentEncoding.encode($0) }.joined()
    scheme = data.scheme
    hostName = data.host
    host = data.host.map { host in url.port.map { "\(host):\($0)" } ?? host }
  }

  /// The address without its path; nil if it is only a path.
  var server: String? {
    host.map { "\(scheme ?? "https")://\($0)" }
  }
}
