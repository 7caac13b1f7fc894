// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTestSupport
import LockstepTesting
import Testing

/// Base addresses that a router accepts, and the issues for those that it does not accept.
@Suite struct BaseAddressTests {
  @Test(
    arguments: [
      ("", "it is empty", #"one such as "https://example.com/api""#),
      ("//h", "it begins with two slashes", #""https://h", or "/h" for a path"#),
      ("//h/a//b?x", "it begins with two slashes", #""https://h/a/b", or "/h/a/b" for a path"#),
      ("//", "it begins with two slashes", #""/""#),
      ("///a", "it begins with two slashes", #""/a""#),
      ("https://", #"after "https://" it has no host"#, #""https://example.com""#),
      ("https:///a", #"after "https://" it has no host"#, #""https://example.com/a""#),
      ("https://:80/a", #"after "https://" it has no host"#, #""https://example.com/a""#),
      ("https://me@", #"after "https://" it has no host"#, #""https://example.com""#),
      ("https:/a/b", #"after "https:" it has no host"#, #""https://example.com/a/b""#),
      ("localhost:8080", #"after "localhost:" it has no host"#, #""http://localhost:8080""#),
      ("localhost:8080//a", #"after "localhost:" it has no host"#, #""http://localhost:8080/a""#),
      ("https://h//a", #"after "https://h/" it has an empty component"#, #""https://h/a""#),
      ("https://h/a//b/", #"after "https://h/a/" it has an empty component"#, #""https://h/a/b""#),
      ("/a//b", #"after "/a/" it has an empty component"#, #""/a/b""#),
      (
        "https://h/..",
        #"after "https://h/" it has the component "..", which clients remove"#,
        #""https://h""#
      ),
      (
        "https://h/a/./b/%2e%2E/c",
        #"after "https://h/a/" it has the component ".", which clients remove"#,
        #""https://h/a/c""#
      ),
      (".", #"it has the component ".", which clients remove"#, #""/""#),
      (
        "https://h/50%",
        #"after "https://h/" it has a component that is not percent-encoded UTF-8"#,
        #""https://h/50%25""#
      ),
      (
        "https://h/%FF",
        #"after "https://h/" it has a component that is not percent-encoded UTF-8"#,
        #""https://h/%25FF""#
      ),
      ("https://h/v1?", #"after "https://h/v1" it has a query"#, #""https://h/v1""#),
      ("https://h?x=/..", #"after "https://h" it has a query"#, #""https://h""#),
      ("/v1#top", #"after "/v1" it has a fragment"#, #""/v1""#),
      ("?x=1", #"it has a query"#, #""/""#),
      (
        "https://h:80x/a",
        #"after "https://h:" it has a port that is not a number from 0 to 65535"#,
        #""https://h:8080/a""#
      ),
      (
        "http://[::1]:65536",
        #"after "http://[::1]:" it has a port that is not a number from 0 to 65535"#,
        #""http://[::1]:8080""#
      ),
      (
        "https://me:word@h:99999999999999999999",
        #"after "https://me:word@h:" it has a port that is not a number from 0 to 65535"#,
        #""https://me:word@h:8080""#
      ),
      ("https://exa mple.com", "it is not a URL", #"one such as "https://example.com/api""#),
      ("http://[::1", "it is not a URL", #"one such as "https://example.com/api""#),
      (
        "https://h%2Fa/b",
        #"after "https://" it has a host with the character "/""#,
        #""https://example.com/b""#
      ),
      (
        "https://me@h%40:80",
        #"after "https://" it has a host with the character "@""#,
        #""https://example.com""#
      ),
      (
        "http://%00",
        #"after "http://" it has a host with the character "\0""#,
        #""http://example.com""#
      ),
      (
        "http://h%ff",
        #"after "http://" it has a host that is not percent-encoded UTF-8"#,
        #""http://example.com""#
      ),
      (":80/a", "it is not a URL", #"one such as "https://example.com/api""#),
      (" https://h/a", "it has a space or a line break around it", #""https://h/a""#),
      ("https://h\n", "it has a space or a line break around it", #""https://h""#),
      (" ", "it has a space or a line break around it", #"one such as "https://example.com/api""#),
    ] as [(String, String, String)]
  )
  func `an invalid base address is reported with advice`(
    address: String,
    problem: String,
    advice: String
  ) throws {
    var router = siteRouter
    let (issues, line) = (withReportedIssues { router = router.baseURL(address) }, #line)
    #expect(
      issues.map(\.message) == [
        """
        \(address.debugDescription) is not a base address, so the router is used without it: \
        \(problem). Write \(advice).
        """
      ]
    )
    #expect(issues.map { Int($0.location.line) } == [line])
    #expect(try router.url(for: .about).absoluteString == "about/us")
  }

  @Test(arguments: [
    ("https://h", "https://h/about/us", "/about/us"),
    ("https://h///", "https://h/about/us", "/about/us"),
    ("HTTPS://Example.COM/V1/", "HTTPS://Example.COM/V1/about/us", "/V1/about/us"),
    ("http://me:word@h:8080/a", "http://me:word@h:8080/a/about/us", "/a/about/us"),
    ("http://[::1]:8080/a", "http://[::1]:8080/a/about/us", "/a/about/us"),
    ("https://h:/a", "https://h:/a/about/us", "/a/about/us"),
    ("https://h%2De/a", "https://h%2De/a/about/us", "/a/about/us"),
    ("https://h/a%2Fb/%C3%A9", "https://h/a%2Fb/%C3%A9/about/us", "/a%2Fb/%C3%A9/about/us"),
    ("https://h/a b/é", "https://h/a%20b/%C3%A9/about/us", "/a%20b/%C3%A9/about/us"),
    ("/v1", "/v1/about/us", "/v1/about/us"),
    ("v1/", "v1/about/us", "/v1/about/us"),
    ("/.well-known/...", "/.well-known/.../about/us", "/.well-known/.../about/us"),
  ])
  func `a valid base address is printed and matched`(
    address: String,
    url: String,
    path: String
  ) throws {
    var router = siteRouter
    let issues = withReportedIssues { router = router.baseURL(address) }
    #expect(issues.isEmpty)
    #expect(try router.url(for: .about).absoluteString == url)
    #expect(try router.path(for: .about) == path)
    #expect(try router.match(string: url) == .about)
    #expect(try router.match(string: path) == .about)
  }

  private enum Page: Equatable, Sendable {
    case home
    case name(String)
    case admin(Int)
    case secure(Int)
  }

  /// Routes with arbitrary text in the path, with a host, and with a scheme.
  private let pages = Router<Page> {
    Route(.case(Page.admin)) {
      Host("admin.example.com")
      Path {
        "admin"
        Parameter(.int)
      }
    }
    Route(.case(Page.secure)) {
      Scheme("https")
      Path {
        "secure"
        Parameter(.int)
      }
    }
    Route(.case(Page.home))
    Route(.case(Page.name)) {
      Path {
        "names"
        Parameter(.string)
      }
    }
  }

  @Test(arguments: 1...20)
  func `a printed URL matches its route for each random base address that is accepted`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var (taken, reported) = (0, 0)
    for _ in 0..<100 {
      let address = randomAddress(&random)
      var based = pages
      let issues = withReportedIssues { based = based.baseURL(address) }
      guard issues.isEmpty else {
        reported += 1
        for suggestion in suggestions(in: issues[0].message) {
          #expect(withReportedIssues { _ = pages.baseURL(suggestion) }.isEmpty, "\(suggestion)")
        }
        continue
      }
      taken += 1
      for page in [Page.home, .name("a"), .name("//h?x#é"), .name("a:b"), .admin(1), .secure(2)] {
        for router in [based, based.lenient()] {
          // A URL with a scheme but without a host is not printed.
          guard let url = try? router.url(for: page) else { continue }
          #expect(try router.match(url: url) == page, "\(address.debugDescription)")
          #expect(try router.match(string: url.absoluteString) == page)
          #expect(try router.match(request: router.request(for: page)) == page)
          // Standardizing the URL does not change it.
          #expect(url.standardized.absoluteString == url.absoluteString)
        }
      }
      for page in [Page.home, .name("//h?x#é")] {
        #expect(try based.match(string: based.path(for: page)) == page, "\(address)")
        #expect(try based.url(for: page).absoluteString.isEmpty == false)
      }
    }
    #expect(taken > 5)
    #expect(reported > 5)
  }

  /// Returns the addresses that an issue suggests.
  private func suggestions(in message: String) -> [String] {
    guard let advice = message.components(separatedBy: " Write ").last else { return [] }
    return advice.components(separatedBy: "\"").enumerated()
      .compactMap { $0 % 2 == 1 ? $1 : nil }
  }

  private func randomAddress(_ random: inout SplitMix64) -> String {
    let heads = [
      "", "/", "//", "https://", "https:", "HTTP://h", "https://Example.com", "http://h:8080",
      "http://h:", "http://h:port", "https://me@h", "https://me:word@h:1", "https://a@b@h",
      "http://[::1]", "http://[::1]:80", "http://::1", "https://127.0.0.1", "site://a.b-c",
      "https://bücher.example", "https://h%41", "localhost:80", "mailto:me@h", "https://h\\x",
      "https://[]", "1:2", "https://-", "https://h;x", "file://", "//h:80",
    ]
    let pieces = [
      "/", "/", "/", "a", "v1", ".", "..", "...", "%2e", "%2E%2e", "%2F", "%", "%zz", "%FF",
      "%C3%A9",
      "é", "e\u{301}", " ", "+", ":", "@", ";", "=", "?", "#", "\\", "|", "[", "\u{0}", "\n", "*",
      "~",
    ]
    return (heads.randomElement(using: &random) ?? "")
      + (0..<Int.random(in: 0...6, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }
}
