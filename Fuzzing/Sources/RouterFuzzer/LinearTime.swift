// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting

/// How long a request may take: so many times as long for each of its bytes as long requests that are
/// as they should be take, in the time of this thread.
enum LinearTime {
  private static let factor = 8.0

  /// Shorter requests say nothing of how the time grows.
  static let minimum = 10_000

  static func check(_ count: Int, _ work: () -> Void) {
    let limit = factor * secondsPerByte * Double(count)
    var seconds = measure(work)
    guard count >= minimum else { return }
    // Whatever else the machine does can only add to it.
    for _ in 0..<3 where seconds > limit { seconds = min(seconds, measure(work)) }
    precondition(seconds <= limit, "\(count) bytes take \(seconds) s, at most \(limit) are linear.")
  }

  /// Of the dearest of some requests of 100 KB.
  private static let secondsPerByte: Double = {
    func long(_ start: String, _ part: String, _ end: String = "") -> String {
      start + String(repeating: part, count: 100_000 / part.utf8.count) + end
    }
    let form = "POST\n/form\nContent-Type: application/x-www-form-urlencoded\n\n"
    return [
      long("GET\n/files/", "a"),
      long("GET\n/files/", "%61"),
      long("GET\n/", "a/"),
      long("GET\n/search?q=a&", "tag=x&"),
      long("GET\n/visit\nCookie: session=a", "; b=c"),
      long(form, "tag=x&", "name=a"),
      long("POST\n/json\n\n{", #""aaa":1,"#, #""b":2}"#),
    ]
    .map { text in
      var text = text
      let request = text.withUTF8 { FuzzRequest($0) }
      let seconds = (0..<3).map { _ in measure { request.check() } }.min() ?? 0
      return seconds / Double(text.utf8.count)
    }
    .max() ?? 0
  }()

  private static func measure(_ work: () -> Void) -> Double {
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
