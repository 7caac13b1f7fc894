// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTestSupport
import Testing

/// Printed requests match the same route in random route tables with the library's conversions.
@Suite struct PrintedTableTests {
  @Test func `a printed route in a random table matches itself`() throws {
    var (printed, refused) = (0, 0)
    for seed in 1...100 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let table = (0..<Int.random(in: 1...20, using: &random)).map { _ in Row(&random) }
      let router = Router<Entry> {
        for row in table { row.route }
      }
      let address = ["http", "https"].flatMap {
        ["\($0)://a.example:8080", "\($0)://b.example/v1"]
      }
      .randomElement(using: &random)
      let based = router.baseURL(try #require(address))
      for row in table {
        let entry = row.entry(&random)
        let request: URLRequestData
        do throws(RoutingError) {
          request = try router.print(entry)
        } catch {
          refused += 1
          #expect(error.kind == .unprintable)
          continue
        }
        printed += 1
        let read = try? router.match(request)
        #expect(read == entry, "\(seed): \(entry) \(table)")
        guard let addressed = try? based.request(for: entry) else { continue }
        let readThere = try? based.match(request: addressed)
        #expect(readThere == entry, "\(seed): \(address ?? "") \(entry) \(table)")
      }
    }
    #expect(printed > 100)
    #expect(refused > 100)
  }
}

private enum Entry: Equatable, Sendable {
  case fixed
  case other
  case number(Int)
  case word(String)
  case top(String)
  case start(String)
  case pair(String, Int)
  case words(String, String)
  case page(Int?)
  case search(String)
}

/// The description of a random route.
private struct Row: Sendable, CustomStringConvertible {
  enum Kind: Sendable, CaseIterable {
    case fixed, other, number, word, top, start, pair, words, page, search
  }

  let kind: Kind
  let method: Method
  let literal: String
  let scheme: String?
  let host: String?

  init(_ random: inout SplitMix64) {
    kind = Kind.allCases.randomElement(using: &random) ?? .fixed
    method = Int.random(in: 0..<4, using: &random) == 0 ? .post : .get
    literal = ["a", "b", "1", "a/b", "b/1"].randomElement(using: &random) ?? "a"
    scheme = ["http", "https", nil, nil, nil, nil].randomElement(using: &random) ?? nil
    host = ["a.example", "b.example", nil, nil, nil, nil].randomElement(using: &random) ?? nil
  }

  var description: String {
    "\(kind) \(method) \(scheme ?? "*")://\(host ?? "*") \(literal)"
  }

  func entry(_ random: inout SplitMix64) -> Entry {
    let text = ["a", "b", "1", "-2", "c d", ""].randomElement(using: &random) ?? "a"
    let number = [1, 22, -2].randomElement(using: &random) ?? 1
    return switch kind {
    case .fixed: .fixed
    case .other: .other
    case .number: .number(number)
    case .word: .word(text)
    case .top: .top(text)
    case .start: .start(text)
    case .pair: .pair(text, number)
    case .words: .words(text, "b")
    case .page: .page(Bool.random(using: &random) ? nil : number)
    case .search: .search(text)
    }
  }

  var route: Route<Entry> {
    var route = plainRoute
    if let host {
      route = Route { [route] in
        Host(host)
        route
      }
    }
    if let scheme {
      route = Route { [route] in
        Scheme(scheme)
        route
      }
    }
    return route
  }

  private var plainRoute: Route<Entry> {
    switch kind {
    case .fixed:
      Route(.case(Entry.fixed)) {
        method
        Path { literal }
      }
    case .other:
      Route(.case(Entry.other)) {
        method
        Path { literal }
      }
    case .number:
      Route(.case(Entry.number)) {
        method
        Path {
          literal
          Parameter(.int)
        }
      }
    case .word:
      Route(.case(Entry.word)) {
        method
        Path {
          literal
          Parameter(.string)
        }
      }
    case .top:
      Route(.case(Entry.top)) {
        method
        Path { Parameter(.string) }
      }
    case .start:
      Route(.case(Entry.start)) {
        method
        Path {
          Parameter(.string)
          literal
        }
      }
    case .pair:
      Route(.case(Entry.pair)) {
        method
        Path {
          Parameter(.string)
          Parameter(.int)
        }
      }
    case .words:
      Route(.case(Entry.words)) {
        method
        Path {
          Parameter(.string)
          Parameter(.string)
        }
      }
    case .page:
      Route(.case(Entry.page)) {
        method
        Path { literal }
        Query { Field("n", optional: .int) }
      }
    case .search:
      Route(.case(Entry.search)) {
        method
        Path { literal }
        Query { Field("q", .string) }
      }
    }
  }
}
