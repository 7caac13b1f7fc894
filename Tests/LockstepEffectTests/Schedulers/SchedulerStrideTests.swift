// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import Testing

@Suite struct SchedulerStrideTests {
  private let longest = SchedulerStride.nanoseconds(Int64.max)
  private let shortest = SchedulerStride.nanoseconds(Int64.min)

  @Test func `strides can be added, subtracted and multiplied`() {
    let half: SchedulerStride = 0.5
    #expect(half + 1 == 1.5)
    #expect(half - 1 == -0.5)
    #expect(.zero - half == -0.5)
    #expect(half * 3 == 1.5)
    #expect(half * -3 == -1.5)
    #expect(half * 1.5 == 0.75)
    #expect(half * 0 == .zero)
    #expect(.seconds(2) * 0.25 == .milliseconds(500))
    #expect(SchedulerStride.nanoseconds(3) * 0.5 == .nanoseconds(2))
    let week: SchedulerStride = .seconds(60 * 60 * 24 * 7)
    let hour: SchedulerStride = .seconds(3_600)
    #expect(week == hour * 24 * 7)
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    clock.advance(by: .seconds(60 * 60 * 24 * 7))
    clock.advance(by: 60 * 60 * 24)
    #expect(clock.now == SchedulerTime(nanoseconds: 0).advanced(by: week + 86_400))
    var stride = half
    stride += .milliseconds(250)
    stride -= 1
    #expect(stride == -0.25)
    #expect([1, 2, 3].reduce(SchedulerStride.zero) { $0 + .seconds($1) } == 6)
    #expect(max(half, 2) == 2)
    #expect(half < 2 && half >= 0.5 && half != .zero)
  }

  @Test func `stride arithmetic saturates instead of overflowing`() {
    #expect(longest + 1 == longest)
    #expect(shortest + -1 == shortest)
    #expect(longest + shortest == .nanoseconds(-1))
    #expect(shortest - 1 == shortest)
    #expect(longest - -1 == longest)
    #expect(.zero - shortest == longest)
    #expect(.zero - longest == .nanoseconds(-Int64.max))
    for (factor, expected) in [(2, longest), (-2, shortest), (1, longest)] {
      #expect(longest * factor == expected)
    }
    #expect(shortest * 2 == shortest)
    #expect(shortest * -2 == longest)
    #expect(longest * 2.5 == longest)
    #expect(longest * -2.5 == shortest)
    #expect(longest * Double.infinity == longest)
    #expect(SchedulerStride.zero * Double.infinity == .zero)
    #expect(longest * Double.nan == .zero)
  }

  @Test func `strides and standard library durations convert to each other`() {
    let table: [(Duration, SchedulerStride)] = [
      (.seconds(2), 2),
      (.milliseconds(-1_500), -1.5),
      (.zero, .zero),
      (.nanoseconds(7), .nanoseconds(7)),
      (Duration(secondsComponent: 1, attosecondsComponent: 499_999_999), 1),
      (Duration(secondsComponent: 0, attosecondsComponent: 500_000_000), .nanoseconds(1)),
      (Duration(secondsComponent: 0, attosecondsComponent: -500_000_000), .nanoseconds(-1)),
      (Duration(secondsComponent: 0, attosecondsComponent: -499_999_999), .zero),
      (.seconds(Int64.max), longest),
      (.seconds(Int64.min), shortest),
    ]
    for (duration, stride) in table {
      #expect(SchedulerStride(duration) == stride, "\(duration)")
    }
    #expect(SchedulerStride.milliseconds(1_500).duration == .milliseconds(1_500))
    #expect(SchedulerStride(longest.duration) == longest)
    #expect(SchedulerStride(shortest.duration) == shortest)
  }

  @Test(arguments: 0..<100) func `stride arithmetic matches clamped integer arithmetic`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    func number() -> Int64 {
      switch Int.random(in: 0...3, using: &random) {
      case 0: [0, 1, -1, .max, .min].randomElement(using: &random) ?? 0
      case 1: .random(in: -1_000...1_000, using: &random)
      default: .random(in: .min ... .max, using: &random)
      }
    }
    func clamped(_ number: Int128) -> SchedulerStride {
      .nanoseconds(Int64(clamping: number))
    }
    for _ in 1...50 {
      let (a, b) = (number(), number())
      let (left, right) = (SchedulerStride.nanoseconds(a), SchedulerStride.nanoseconds(b))
      #expect(left + right == clamped(Int128(a) + Int128(b)), "\(a) + \(b)")
      #expect(left - right == clamped(Int128(a) - Int128(b)), "\(a) - \(b)")
      let factor = Int(b % 1_000_000)
      #expect(left * factor == clamped(Int128(a) * Int128(factor)), "\(a) * \(factor)")
      let instant = SchedulerTime<Never>(nanoseconds: a)
      #expect(
        instant.advanced(by: right).nanoseconds == Int64(clamping: Int128(a) + Int128(b))
      )
      #expect(
        instant.distance(to: SchedulerTime(nanoseconds: b)) == clamped(Int128(b) - Int128(a))
      )
    }
  }

  @Test func `a product of literals remains a number`() {
    let week = 60.0 * 60 * 24 * 7
    #expect(type(of: week) == Double.self)
    let hour = 60 * 60
    #expect(type(of: hour) == Int.self)
  }
}
