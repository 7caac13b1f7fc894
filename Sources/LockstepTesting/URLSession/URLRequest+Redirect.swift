// SPDX-License-Identifier: MIT

internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLRequest {
  /// Returns the request that a session sends to follow a redirect; `nil` if the response is not a redirect or has no
  /// valid location.
  ///
  /// Source: RFC 9110, sections 10.2.2 and 15.4.
  func redirected(by response: HTTPURLResponse) -> URLRequest? {
    guard [301, 302, 303, 307, 308].contains(response.statusCode), let url,
      let location = response.value(forHTTPHeaderField: "Location"),
      let target = URL(string: location, relativeTo: url)?.absoluteURL
    else { return nil }
    var request = self
    request.url = target
    let method = httpMethod ?? "GET"
    let becomesGet =
      switch response.statusCode {
      case 303: method != "HEAD"
      case 301, 302: method == "POST"
      default: false
      }
    if becomesGet {
      request.httpMethod = "GET"
      request.httpBody = nil
      request.removeFields { $0.hasPrefix("content-") }
    }
    if !target.hasSameOrigin(as: url) {
      request.removeFields { ["authorization", "cookie", "proxy-authorization"].contains($0) }
    }
    return request
  }

  private mutating func removeFields(where isRemoved: (String) -> Bool) {
    for name in (allHTTPHeaderFields ?? [:]).keys where isRemoved(name.lowercased()) {
      setValue(nil, forHTTPHeaderField: name)
    }
  }
}

extension URL {
  fileprivate func hasSameOrigin(as other: URL) -> Bool {
    func origin(_ url: URL) -> [String?] {
      let scheme = url.scheme?.lowercased()
      let port = url.port ?? ["http": 80, "https": 443][scheme ?? ""]
      return [scheme, url.host?.lowercased(), port?.description]
    }
    return origin(self) == origin(other)
  }
}
