// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

/// The address before the paths that a router prints.
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

  init?(_ address: String) {
    guard let url = URL(string: address), url.query == nil, url.fragment == nil,
      let data = try? URLRequestData(target: url.absoluteString)
    else { return nil }
    let text = url.absoluteString
    prefix = String(text.reversed().drop { $0 == "/" }.reversed())
    path = data.path.filter { !$0.isEmpty }
    pathText = path.map { "/" + PercentEncoding.encode($0) }.joined()
    scheme = data.scheme
    hostName = data.host
    host = data.host.map { host in url.port.map { "\(host):\($0)" } ?? host }
  }

  /// The address without its path; nil if it is nothing but a path.
  var server: String? {
    host.map { "\(scheme ?? "https")://\($0)" }
  }

  static func report(
    _ address: String,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    reportIssue(
      """
      \(RoutingError.quote(address)) is not a base address, so the router is used without it. \
      Use a URL without a query and a fragment, such as "https://example.com/api".
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
