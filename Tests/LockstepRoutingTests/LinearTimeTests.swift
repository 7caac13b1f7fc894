// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// What takes longer for longer requests, and how much, in the time of this thread, which does not
/// depend on what else the machine does.
@Suite struct LinearTimeTests {
  @Test func `Eight times as many items of a form take about eight times as long`() throws {
    let router = Router<[String]> {
      Route {
        Method.post
        Form { Field("y", many: .string) }
      }
    }
    func times(_ count: Int) throws -> (matching: Double, printing: Double) {
      let items = Array(repeating: "a", count: count)
      let request = try router.print(items)
      #expect(try router.match(request) == items)
      return (
        threadSeconds { _ = try? router.match(request) },
        threadSeconds { _ = try? router.print(items) }
      )
    }
    let (many, few) = (try times(4_000), try times(500))
    // Something quadratic takes 64 times as long.
    #expect(many.matching < 24 * few.matching)
    #expect(many.printing < 24 * few.printing)
  }

  /// What the work takes at least.
  private func threadSeconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    return (0..<3).map { _ in
      let start = now()
      work()
      return now() - start
    }
    .min() ?? 0
  }
}
