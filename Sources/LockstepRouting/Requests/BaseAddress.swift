// SPDX-License-Identifier: MIT

internal import Foundation

/// The address that a router prints in front of its paths.
struct BaseAddress: Sendable {
  /// The scheme, the host and the path, without a trailing slash.
  let prefix: String

  let path: [String]

  let pathText: String

  let scheme: String?

  let host: String?

  let hostName: String?

  /// - Throws: A flaw if the router could not read back requests that it prints with the address.
  init(_ address: String) throws(Flaw) {
    if let flaw = Flaw.find(in: address) { throw flaw }
    // NB: Foundation reads a leading colon as an empty scheme.
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

  var server: String? {
    host.map { "\(scheme ?? "https")://\($0)" }
  }
}
