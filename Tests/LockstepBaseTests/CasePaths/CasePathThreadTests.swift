// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTestSupport
import Synchronization
import Testing

private enum Candidates: Equatable {
  case first([Int])
  case second([Int])
  case third([Int])
  case fourth([Int])
  indirect case boxed([Int])
}

@Suite struct CasePathThreadTests {
  /// Runs `body` on eight threads that start together, and waits for them to end.
  private func onEightThreads(_ body: @escaping @Sendable (UInt64) -> Void) {
    let start = NSCondition()
    let isStarted = Mutex(false)
    let group = DispatchGroup()
    for number in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        start.withLock { while isStarted.withLock({ $0 }) == false { start.wait() } }
        body(UInt64(number))
        group.leave()
      }
    }
    start.withLock {
      isStarted.withLock { $0 = true }
      start.broadcast()
    }
    group.wait()
  }

  @Test(arguments: 0..<20) func `threads that resolve a path at the same time find the same case`(
    seed: UInt64
  ) {
    let third = /Candidates.third
    let boxed = /Candidates.boxed
    let nested = /Result<Candidates, Problem>.success .. /Candidates.second
    let values: [Candidates] = [
      .first([1]), .second([2]), .third([3]), .fourth([4]), .boxed([5]),
    ]
    let failures = Mutex<[String]>([])
    onEightThreads { thread in
      var random = SplitMix64(seed: seed &* 8 &+ thread)
      for _ in 0..<100 {
        guard var value = values.randomElement(using: &random) else { return }
        let original = value
        let found = (
          third.extract(from: value), boxed.extract(from: value),
          nested.extract(from: .success(value)), third.modify(&value) { $0 }
        )
        let expected = (
          value == .third([3]) ? [3] : nil, value == .boxed([5]) ? [5] : nil,
          value == .second([2]) ? [2] : nil, value == .third([3]) ? [3] : nil
        )
        if found != expected || value != original {
          failures.withLock { $0.append("\(original): \(found)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [], "seed \(seed)")
  }
}
