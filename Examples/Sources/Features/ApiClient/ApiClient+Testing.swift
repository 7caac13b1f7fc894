// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import ServerRouter

extension ApiClient {
  /// A client that reports an issue for every call, including the requested route.
  ///
  /// Override the routes that a test uses. Every other request fails the test.
  public static let failing = Self(
    apiRequest: { .failing("ApiClient.apiRequest(\(RouteText($0))) is unimplemented") },
    authenticate: { _ in .failing("ApiClient.authenticate is unimplemented") },
    baseUrl: { unimplemented("ApiClient.baseUrl", placeholder: .root) },
    currentPlayer: { unimplemented("ApiClient.currentPlayer", placeholder: nil) },
    logout: { .failing("ApiClient.logout is unimplemented") },
    refreshCurrentPlayer: { .failing("ApiClient.refreshCurrentPlayer is unimplemented") },
    request: { .failing("ApiClient.request(\(RouteText($0))) is unimplemented") },
    setBaseUrl: { _ in .failing("ApiClient.setBaseUrl is unimplemented") }
  )

  /// A client that sends nothing and has no current player.
  public static let noop = Self(
    apiRequest: { _ in .none },
    authenticate: { _ in .none },
    baseUrl: { .root },
    currentPlayer: { nil },
    logout: { .none },
    refreshCurrentPlayer: { .none },
    request: { _ in .none },
    setBaseUrl: { _ in .none }
  )
}

extension URL {
  /// The base URL of a client without a server.
  static let root = URL(string: "/") ?? URL(filePath: "/")
}

/// A description of a route for failure messages: its cases and their simple payloads.
///
/// A complex payload is abbreviated, as in `.games(.submit(...))`, because a whole puzzle would obscure the message.
struct RouteText: CustomStringConvertible {
  let description: String

  init(_ route: Any) {
    description = Self.text(route)
  }

  private static func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first, let name = payload.label else {
        return ".\(value)"
      }
      return ".\(name)(\(payloadText(payload.value)))"
    case .optional:
      return mirror.children.first.map { text($0.value) } ?? "nil"
    case .struct where value is any CustomStringConvertible:
      return "\(value)"
    case nil:
      return "\(value)"
    default:
      return "..."
    }
  }

  private static func payloadText(_ payload: Any) -> String {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return text(payload) }
    return mirror.children.map { label, value in
      // Generated labels, such as ".0", are omitted.
      guard let label, !label.hasPrefix(".") else { return text(value) }
      return "\(label): \(text(value))"
    }
    .joined(separator: ", ")
  }
}
