// SPDX-License-Identifier: MIT

import Foundation

/// Judges how the processor time of work grows with its input.
///
/// Runs the work alternately with a small input and one 64 times as large, and compares the least time of each. A busy
/// machine delays the answer but does not change it, and a sanitizer slows down both inputs alike.
package enum Growth {
  /// Whether the larger input takes about as long as the smaller one.
  ///
  /// Allows a factor of eight for cold caches and for copying memory.
  package static func isConstant(_ work: (_ isLarge: Bool) -> Void) -> Bool {
    var (small, large) = (Double.infinity, Double.infinity)
    for round in 1...100 {
      small = min(small, threadSeconds { for _ in 1...3 { work(false) } })
      large = min(large, threadSeconds { for _ in 1...3 { work(true) } })
      if round >= 3, large < 8 * small { return true }
      // More rounds do not help: linear work takes 64 times as long.
      if round >= 50, large > 32 * small { return false }
    }
    return false
  }

  /// Whether the larger input takes at most about 64 times as long as the smaller one.
  ///
  /// The limit is 512 times: allocating large blocks of memory can triple the time, and quadratic work takes 4,096 times
  /// as long.
  package static func isLinear(_ work: (_ isLarge: Bool) -> Void) -> Bool {
    var (small, large) = (Double.infinity, Double.infinity)
    for round in 1...100 {
      small = min(small, threadSeconds { work(false) })
      large = min(large, threadSeconds { work(true) })
      if round >= 3, large < 512 * small { return true }
    }
    return false
  }

  /// The processor time that this thread spends on work.
  private static func threadSeconds(_ work: () -> Void) -> Double {
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
