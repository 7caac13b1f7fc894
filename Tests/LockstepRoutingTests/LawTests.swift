// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTestSupport
import Testing

/// Properties of all routes and requests, checked with random ones.
@Suite struct LawTests {
  @Test(arguments: 1...10)
  func `matching reverses printing`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let based = siteRouter.baseURL("https://example.com/base")
    for _ in 0..<40 {
      let route = randomRoute(&random)
      let request = try siteRouter.print(route)
      for read in [
        try siteRouter.match(request),
        try siteRouter.match(request: siteRouter.request(for: route)),
        try based.lenient().match(request: based.request(for: route)),
      ] {
        #expect(read == route)
        #expect(bytes(of: read) == bytes(of: route))
      }
    }
  }

  @Test(arguments: 1...10)
  func `a matched route prints to a request that matches the same route`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let target = randomTarget(&random)
      guard let route = try? siteRouter.match(string: target) else { continue }
      let printed = try siteRouter.print(route)
      let read = try siteRouter.match(printed)
      #expect(read == route, "\(target.debugDescription)")
      #expect(bytes(of: read) == bytes(of: route), "\(target.debugDescription)")
      #expect(try siteRouter.print(siteRouter.match(printed)) == printed)
    }
  }

  // `Scripts/fuzz-router` tries more and longer requests.
  @Test(arguments: 1...5)
  func `random bytes never crash the router`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let target =
        Bool.random(using: &random) ? randomBytes(&random) : mutated(randomTarget(&random), &random)
      let method = [Method.get, .post, .put, .delete].randomElement(using: &random) ?? .get
      let request = try? URLRequestData(
        target: target,
        method: method,
        headers: [.init("X-Key", randomBytes(&random)), .init("X-Debug", "1")],
        body: Data(randomBytes(&random).utf8)
      )
      guard let request else { continue }
      do throws(RoutingError) {
        _ = try siteRouter.match(request)
        _ = try siteRouter.lenient().match(request)
      } catch {
        #expect(
          !error.description.isEmpty && error.description.utf8.count < 1_000 + target.utf8.count * 3
        )
      }
    }
  }

  @Test(arguments: 1...8)
  func `printed field values parse to the same bytes`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let router = Router<Fields> {
      Route(.memberwise(Fields.init) { ($0.list, $0.headers, $0.note, $0.cookie, $0.form) }) {
        Method.post
        Query { Field("list", list: .string) }
        Headers {
          Field("X-List", list: .string)
          Field("X-Note", .string)
        }
        Cookies { Field("c", .string) }
        Form { Field("many", many: .string) }
      }
    }
    var printed = 0
    for _ in 0..<50 {
      let route = Fields(
        list: (0..<Int.random(in: 0...3, using: &random)).map { _ in randomText(&random) },
        headers: (0..<Int.random(in: 0...1, using: &random)).map { _ in randomText(&random) },
        note: randomText(&random, 0...2),
        cookie: randomText(&random, 0...1),
        form: (0..<Int.random(in: 0...3, using: &random)).map { _ in randomText(&random) }
      )
      // Printing fails for a value that a field cannot represent.
      guard let request = try? router.print(route) else { continue }
      printed += 1
      let target = try router.path(for: route)
      let read = try router.match(
        URLRequestData(
          target: target,
          method: request.method,
          headers: request.headers,
          body: request.body
        )
      )
      #expect(read.bytes == route.bytes)
    }
    #expect(printed > 0)
  }

  @Test func `long targets are read`() throws {
    let long = String(repeating: "a", count: 20_000)
    #expect(try siteRouter.match(string: "/files/\(long)") == .files(long, version: nil))
    let slashes = String(repeating: "/", count: 20_000)
    #expect((try? siteRouter.match(string: slashes)) == nil)
    #expect(try siteRouter.lenient().match(string: slashes) == .home)
    let items = String(repeating: "x&", count: 10_000)
    #expect(try siteRouter.match(string: "/files/x?\(items)v=1") == .files("x", version: 1))
  }
}

/// The bytes to compare, because strings with different bytes can be equal.
private func bytes(of route: SiteRoute) -> [UInt8] {
  Array(String(reflecting: route).utf8)
}

/// String fields of every kind.
private struct Fields: Equatable, Sendable {
  var list: [String]
  var headers: [String]
  var note: String
  var cookie: String
  var form: [String]

  /// The bytes to compare, because strings with different bytes can be equal.
  var bytes: [[[UInt8]]] {
    [list, headers, [note], [cookie], form].map { $0.map { Array($0.utf8) } }
  }
}

private func randomRoute(_ random: inout SplitMix64) -> SiteRoute {
  switch Int.random(in: 0..<10, using: &random) {
  case 0: .home
  case 1: .about
  case 2:
    .files(
      "f" + randomText(&random),
      version: Bool.random(using: &random) ? nil : randomInt(&random)
    )
  case 3: .users(.create(NewUser(name: randomText(&random), bio: randomText(&random))))
  case 4: .users(.search(text: randomText(&random), page: randomInt(&random)))
  case 5: .users(.user(randomInt(&random), Bool.random(using: &random) ? .profile : .delete))
  case 6:
    .users(
      .user(
        randomInt(&random),
        .books(
          .search(
            SearchOptions(
              sort: SearchOptions.Sort.allCases.randomElement(using: &random) ?? .name,
              direction: SearchOptions.Direction.allCases.randomElement(using: &random) ?? .asc,
              count: randomInt(&random)
            )
          )
        )
      )
    )
  case 7: .users(.user(randomInt(&random), .books(.book(randomUUID(&random)))))
  case 8: .users(.user(1, .books(.scan(Data(randomText(&random).utf8)))))
  default:
    .flags(
      Flags(
        token: .init(rawValue: randomUUID(&random)),
        isDebug: .random(using: &random),
        level: Bool.random(using: &random) ? nil : .init(rawValue: randomInt(&random)),
        ratio: .random(in: -1e20...1e20, using: &random),
        key: Data(randomText(&random).utf8)
      )
    )
  }
}

private func randomInt(_ random: inout SplitMix64) -> Int {
  Bool.random(using: &random)
    ? .random(in: -3...20, using: &random) : .random(in: .min ... .max, using: &random)
}

private func randomUUID(_ random: inout SplitMix64) -> UUID {
  func byte() -> UInt8 { .random(in: 0...255, using: &random) }
  return UUID(
    uuid: (
      byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
      byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte()
    )
  )
}

private func randomText(
  _ random: inout SplitMix64,
  _ lengths: ClosedRange<Int> = 0...8
) -> String {
  let alphabet: [Character] = [
    "a", "B", "7", "/", "%", "+", " ", "&", "=", "?", "#", ".", ":", ";", "\\", "\"", "é",
    "e\u{301}",
    "€", "👩‍👩‍👧", "\u{0}", "\n", "\r\n", "\u{FEFF}", "\u{202E}", "{", "|", "~", "%2F",
    ",", "\u{301}", "\u{200D}", "\u{FE0F}",
  ].flatMap { Array($0) }
  return String(
    (0..<Int.random(in: lengths, using: &random)).map { _ in
      alphabet.randomElement(using: &random) ?? "a"
    }
  )
}

private func randomTarget(_ random: inout SplitMix64) -> String {
  let pieces = [
    "/", "/", "/", "users", "files", "about", "us", "books", "search", "1", "-2", "?", "&", "q=",
    "page=",
    "version=", "v=", "sort=", "name", "a", "%2F", "%20", "+", "%zz", "..", ".", "http://h", "#",
    "%E2%82%AC",
    "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF",
  ]
  let start = ["", "/files/", "/users/search?q=", "/users/1/books/"].randomElement(using: &random)
  return (start ?? "")
    + (0..<Int.random(in: 0...9, using: &random))
    .map { _ in pieces.randomElement(using: &random) ?? "/" }.joined()
}

private func randomBytes(_ random: inout SplitMix64) -> String {
  let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
    UInt8.random(in: 0...255, using: &random)
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func mutated(_ text: String, _ random: inout SplitMix64) -> String {
  var bytes = Array(text.utf8)
  for _ in 0..<3 where !bytes.isEmpty {
    bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
  }
  return String(decoding: bytes, as: UTF8.self)
}
