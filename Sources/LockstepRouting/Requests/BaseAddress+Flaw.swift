// SPDX-License-Identifier: MIT

internal import Foundation

extension BaseAddress {
  /// The reason why an address is not a base address.
  ///
  /// With the address, a printed path would be read as another path, or changed to one on the way.
  struct Flaw: Error {
    /// The problem with the address, as a predicate: `has a query`.
    let problem: String

    var start = ""

    /// The suggested address, if any, followed by a suggested path, if any.
    var suggestions: [String] = []

    func description(of address: String) -> String {
      let place = start.isEmpty ? "" : "after \(RoutingError.quote(start)) "
      let advice =
        switch suggestions.count {
        case 0: #"one such as "https://example.com/api""#
        case 1: RoutingError.quote(suggestions[0])
        default:
          "\(RoutingError.quote(suggestions[0])), or \(RoutingError.quote(suggestions[1])) for a path"
        }
      return """
        \(RoutingError.quote(address)) is not a base address, so the router is used without it: \
        \(place)it \(problem). Write \(advice).
        """
    }
  }
}

extension BaseAddress.Flaw {
  private typealias Bytes = URLRequestData.Bytes

  static func find(in address: String) -> Self? {
    var text = address
    return text.withUTF8 { find(in: Slice(base: $0, bounds: $0.indices)) }
  }

  private static func find(in address: Bytes) -> Self? {
    guard !address.isEmpty else { return Self(problem: "is empty") }
    let areas = URLRequestData.areas(of: address)
    return withSpaces(address)
      ?? startingWithSlashes(address, areas.path)
      ?? withoutHost(address, areas)
      ?? withBadHost(address, areas)
      ?? withBadPort(address, areas)
      ?? withBadComponent(address, areas.path)
      ?? withQuery(address, areas.path)
  }

  private static func withSpaces(_ address: Bytes) -> Self? {
    func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
    guard isSpace(address[address.startIndex]) || isSpace(address[address.endIndex - 1]) else {
      return nil
    }
    let end = address.lastIndex { !isSpace($0) }
    let trimmed = end.map { address[...$0].drop(while: isSpace) }
    return Self(
      problem: "has a space or a line break around it",
      suggestions: trimmed.map { suggestions(text($0)) } ?? []
    )
  }

  /// Returns a flaw for two leading slashes: `//example.com` is a host to a browser, but a path to a server.
  private static func startingWithSlashes(_ address: Bytes, _ path: Bytes) -> Self? {
    guard address.starts(with: "//".utf8) else { return nil }
    let components = repaired(path)
    let hasHost = address.count > 2 && address[address.startIndex + 2] != UInt8(ascii: "/")
    return Self(
      problem: "begins with two slashes",
      suggestions: hasHost
        ? suggestions("https:/" + components, components) : suggestions(components)
    )
  }

  private static func withoutHost(
    _ address: Bytes,
    _ areas: (scheme: Bytes?, authority: Bytes?, path: Bytes, query: Bytes?)
  ) -> Self? {
    guard let scheme = areas.scheme,
      areas.authority.flatMap({ URLRequestData.hostName(of: $0) }) == nil
    else { return nil }
    let start = areas.authority?.startIndex ?? scheme.endIndex + 1
    // `localhost:8080` has the scheme `localhost`.
    let isPort = areas.path.first?.isASCIIDigit ?? false
    return Self(
      problem: "has no host",
      start: text(address[..<start]),
      suggestions: suggestions(
        isPort
          ? "http://\(text(scheme)):" + repaired(areas.path).dropFirst()
          : "\(text(scheme))://example.com" + repaired(areas.path)
      )
    )
  }

  /// Returns a flaw for a host that clients reject because its decoded name contains a delimiter: `h%2Fa` is `h/a`.
  ///
  /// Source: the forbidden domain code points of https://url.spec.whatwg.org
  private static func withBadHost(
    _ address: Bytes,
    _ areas: (scheme: Bytes?, authority: Bytes?, path: Bytes, query: Bytes?)
  ) -> Self? {
    guard let authority = areas.authority, let host = URLRequestData.hostName(of: authority),
      host.hasPrefix("[") == false, host.contains("%")
    else { return nil }
    var name = host
    let decoded = name.withUTF8 {
      PercentEncoding.decodeStrictly(Slice(base: $0, bounds: $0.indices))
    }
    let problem: String
    if let decoded {
      let forbidden = decoded.unicodeScalars.first { scalar in
        scalar.value <= 0x20 || scalar.value == 0x7F
          || "#/:<>?@[\\]^|%".unicodeScalars.contains(scalar)
      }
      guard let forbidden else { return nil }
      problem = "has a host with the character \(String(forbidden).debugDescription)"
    } else {
      problem = "has a host that is not percent-encoded UTF-8"
    }
    let start = text(address[..<authority.startIndex])
    return Self(
      problem: problem,
      start: start,
      suggestions: suggestions(start + "example.com" + repaired(areas.path))
    )
  }

  private static func withBadPort(
    _ address: Bytes,
    _ areas: (scheme: Bytes?, authority: Bytes?, path: Bytes, query: Bytes?)
  ) -> Self? {
    // The colons of an IPv6 address are in brackets.
    guard let authority = areas.authority,
      let colon = authority.lastIndex(of: UInt8(ascii: ":")),
      !authority[colon...].contains(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "@") })
    else { return nil }
    let port = authority[(colon + 1)...]
    guard !port.isEmpty,
      !port.allSatisfy(\.isASCIIDigit) || (Int(text(port)).map { $0 > 65_535 } ?? true)
    else { return nil }
    let start = text(address[...colon])
    return Self(
      problem: "has a port that is not a number from 0 to 65535",
      start: start,
      suggestions: suggestions(start + "8080" + repaired(areas.path))
    )
  }

  private static func withBadComponent(_ address: Bytes, _ path: Bytes) -> Self? {
    for component in components(of: path) {
      let problem: String
      switch PercentEncoding.decodeStrictly(component) {
      case nil: problem = "has a component that is not percent-encoded UTF-8"
      // Trailing slashes are ignored.
      case "" where path[component.endIndex...].contains { $0 != UInt8(ascii: "/") }:
        problem = "has an empty component"
      case let name? where name == "." || name == "..":
        problem = "has the component \(name.debugDescription), which clients remove"
      default: continue
      }
      return Self(
        problem: problem,
        start: text(address[..<component.startIndex]),
        suggestions: suggestions(text(address[..<path.startIndex]) + repaired(path))
      )
    }
    return nil
  }

  private static func withQuery(_ address: Bytes, _ path: Bytes) -> Self? {
    guard path.endIndex < address.endIndex else { return nil }
    return Self(
      problem: address[path.endIndex] == UInt8(ascii: "?") ? "has a query" : "has a fragment",
      start: text(address[..<path.endIndex]),
      suggestions: suggestions(text(address[..<path.endIndex]))
    )
  }

  private static func suggestions(_ addresses: String...) -> [String] {
    addresses.map { $0.isEmpty ? "/" : $0 }.filter { (try? BaseAddress($0)) != nil }
  }

  /// Returns the path as a browser normalizes it: `/a/b` for `//a/./c/../b`.
  private static func repaired(_ path: Bytes) -> String {
    var names: [String] = []
    for component in components(of: path) {
      switch PercentEncoding.decodeStrictly(component) {
      case nil: names.append(PercentEncoding.encode(text(component)))
      case "", ".": break
      case "..": _ = names.popLast()
      default: names.append(text(component))
      }
    }
    return names.map { "/" + $0 }.joined()
  }

  private static func components(of path: Bytes) -> [Bytes] {
    (path.first == UInt8(ascii: "/") ? path.dropFirst() : path)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
}
