// SPDX-License-Identifier: MIT

import LockstepRouting
import Synchronization
import Testing

/// Which alternatives are asked for a value.
@Suite struct OneOfTests {
  private enum Letter: CaseIterable, Sendable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p
  }

  /// A letter that counts how often it is compared.
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

  @Test func `A case without a payload is compared with its own alternative only`() throws {
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

  @Test func `All cases of an enum are printed and matched`() throws {
    let router = Router<Letter> {
      for letter in Letter.allCases { Route(.case(letter)) { Path { "\(letter)" } } }
    }
    for letter in Letter.allCases {
      #expect(try router.path(for: letter) == "/\(letter)")
      #expect(try router.match(string: "/\(letter)") == letter)
    }
  }
}
