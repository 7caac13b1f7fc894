// SPDX-License-Identifier: MIT

import LockstepRouting
import Synchronization
import Testing

/// Alternatives of a `OneOf` and a router.
@Suite struct OneOfTests {
  private enum Letter: CaseIterable, Sendable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p
  }

  /// A page that counts its comparisons.
  private enum Page: Equatable, Sendable {
    case home, about, news, contact, terms, privacy, jobs, press

    static let comparisons = Mutex(0)

    static func == (left: Self, right: Self) -> Bool {
      comparisons.withLock { $0 += 1 }
      switch (left, right) {
      case (.home, .home), (.about, .about), (.news, .news), (.contact, .contact),
        (.terms, .terms), (.privacy, .privacy), (.jobs, .jobs), (.press, .press):
        return true
      default: return false
      }
    }
  }

  @Test func `printing a case without a payload compares it with only its own alternative`() throws
  {
    let router = Router<Page> {
      Route(.case(Page.home))
      Route(.case(Page.about)) { Path { "about" } }
      Route(.case(Page.news)) { Path { "news" } }
      Route(.case(Page.contact)) { Path { "contact" } }
      Route(.case(Page.terms)) { Path { "terms" } }
      Route(.case(Page.privacy)) { Path { "privacy" } }
      Route(.case(Page.jobs)) { Path { "jobs" } }
    }
    for (page, path) in [(Page.home, "/"), (.about, "/about"), (.jobs, "/jobs")] {
      Page.comparisons.withLock { $0 = 0 }
      #expect(try router.path(for: page) == path)
      #expect(Page.comparisons.withLock { $0 } == 1)
    }
    Page.comparisons.withLock { $0 = 0 }
    #expect(throws: RoutingError.self) { try router.print(.press) }
    #expect(Page.comparisons.withLock { $0 } == 0)
  }

  @Test func `all cases of an enum are printed and matched`() throws {
    let router = Router<Letter> {
      for letter in Letter.allCases { Route(.case(letter)) { Path { "\(letter)" } } }
    }
    for letter in Letter.allCases {
      #expect(try router.path(for: letter) == "/\(letter)")
      #expect(try router.match(string: "/\(letter)") == letter)
    }
  }

  @Test(arguments: [false, true])
  func `a condition includes or excludes an alternative`(isIncluded: Bool) throws {
    let router = Router<Letter> {
      Route(.case(Letter.a)) { Path { "a" } }
      if isIncluded { Route(.case(Letter.b)) { Path { "b" } } }
    }
    #expect(try router.match(string: "/a") == .a)
    #expect((try? router.match(string: "/b")) == (isIncluded ? .b : nil))
  }

  private struct Own: RouteComponent {
    let letter: Letter

    var route: Route<Letter> { Route(.case(letter)) { Path { "own/\(letter)" } } }
  }

  @Test func `an alternative can be a router, a OneOf or a custom component`() throws {
    let router = Router<Letter> {
      Route(.case(Letter.a)) { Path { "a" } }
      Router<Letter> {
        Route(.case(Letter.b)) { Path { "b" } }
        Own(letter: .c).named("third")
      }
      OneOf {
        Own(letter: .d)
        // A path that cannot be parsed is not printed. The error names the alternative.
        Route(.case(Letter.e)) { Path { ".." } }
      }
      Parameter("letter", .literal("f")).map(.case(Letter.f))
    }
    let paths = ["/a", "/b", "/own/c", "/own/d", "/f"]
    let letters = try paths.map { try router.match(string: $0) }
    #expect(letters == [.a, .b, .c, .d, .f])
    #expect(try letters.map { try router.path(for: $0) } == paths)
    #expect(router.routes.map(\.name) == ["a", "b", "third", "d", "e", "f"])
    let error = #expect(throws: RoutingError.self) { try router.print(.e) }
    #expect(error?.route == "e")
  }
}
