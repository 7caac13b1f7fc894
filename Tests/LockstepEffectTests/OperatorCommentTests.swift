// SPDX-License-Identifier: MIT

import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep

// The code blocks of `Documentation/Effects.md`.

extension Effect where Output == Int {
  /// An effect that sends the sum of the values so far.
  func sums() -> Self {
    stepped(from: 0) { sum, value in
      sum += value
      return .send(sum)
    }
  }
}

@Suite struct OperatorCommentTests {
  @Test func `a custom operator sends the result of its step function`() {
    let received = Recorder<[Int]>([])
    let numbers = Effect<Int, Never>.concatenate((1...4).map { Effect(value: $0) }).sums()
    let cancellable = numbers.sink { number in received.update { $0.append(number) } }
    #expect(received.value == [1, 3, 6, 10])
    cancellable.cancel()
  }
}
