// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// What takes longer for longer requests, and how much.
@Suite struct LinearTimeTests {
  @Test func `eight times as many items of a form take about eight times as long`() throws {
    let router = Router<[String]> {
      Route {
        Method.post
        Form { Field("y", many: .string) }
      }
    }
    func items(_ count: Int) -> [String] { Array(repeating: "a", count: count) }
    let (few, many) = (try router.print(items(500)), try router.print(items(4_000)))
    #expect(try router.match(few) == items(500))
    #expect(try router.match(many) == items(4_000))
    #expect(isLinear { _ = try? router.match($0 ? many : few) })
    let (fewItems, manyItems) = (items(500), items(4_000))
    #expect(isLinear { _ = try? router.print($0 ? manyItems : fewItems) })
  }

  @Test(arguments: [
    ("a long component", "/files/", "a", ""),
    ("many components", "", "/", ""),
    ("many query items", "/files/x?", "x&", "v=1"),
    ("a long escaped component", "/files/", "%61", ""),
  ])
  func `eight times as much of an address takes about eight times as long`(
    name: String,
    prefix: String,
    part: String,
    suffix: String
  ) {
    func target(_ count: Int) -> String { prefix + String(repeating: part, count: count) + suffix }
    let (short, long) = (target(500), target(4_000))
    #expect(isLinear { _ = try? siteRouter.match(string: $0 ? long : short) }, "\(name)")
  }

  /// Whether work on eight times as much takes no more than about eight times as long, at least.
  ///
  /// Both are measured in turn until it shows, since a busy machine only makes what is measured longer.
  /// Something quadratic takes 64 times as long, and would not come below 24 times in any number of rounds.
  private func isLinear(_ work: (_ isLarge: Bool) -> Void) -> Bool {
    var (small, large) = (Double.infinity, Double.infinity)
    for round in 1...100 {
      small = min(small, threadSeconds { work(false) })
      large = min(large, threadSeconds { work(true) })
      if round >= 3, large < 24 * small { return true }
    }
    return false
  }

  /// The time of this thread, which others on the machine have little part in.
  private func threadSeconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    work()
    return now() - start
  }
}
