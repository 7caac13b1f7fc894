// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Operators that keep state or run other work, when the effect ends while they deliver a value.
@Suite struct StatefulOperatorTests {
  typealias Numbers = Effect<Int, any Error>
  typealias Operator = @Sendable (Numbers, @escaping @Sendable (Int) -> Void) -> Numbers

  /// Each operator sends on its values, and calls a function while it delivers a value.
  private static let operators: [String: Operator] = [
    "decode": { source, work in
      let decoder = JSONDecoder()
      decoder.userInfo[Watched.work] = work
      return source.map { Data("\($0)".utf8) }
        .decode(type: Watched.self, decoder: decoder).map(\.number)
    },
    "handleEvents": { $0.handleEvents(receiveOutput: $1) },
    "prefix": { $0.prefix(1_000).handleEvents(receiveOutput: $1) },
    "removeDuplicates": { source, work in
      source.removeDuplicates { _, next in
        work(next)
        return false
      }
    },
    "tryMap": { source, work in
      source.tryMap { value in
        work(value)
        return value
      }
    },
  ]

  private static let names = operators.keys.sorted()

  /// A number that calls a function while it is decoded.
  private struct Watched: Decodable {
    static let work = CodingUserInfoKey(rawValue: "work").unsafelyUnwrapped
    let number: Int

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      (decoder.userInfo[Self.work] as? @Sendable (Int) -> Void)?(number)
    }
  }

  @Test(arguments: names) func `a failure sent during the delivery of a value follows the value`(
    name: String
  ) throws {
    let apply = try #require(Self.operators[name])
    let subject = Subject<Int, any Error>()
    let run = EffectRun(
      apply(subject.effect) { value in
        if value == 2 { subject.send(completion: .failure(Problem())) }
      }
    )
    for number in 1...3 {
      subject.send(number)
      run.settle()
    }
    #expect(run.picture == "1 2 x(problem 1) |")
  }

  @Test(arguments: names) func `a completion sent during the delivery of a value follows the value`(
    name: String
  ) throws {
    let apply = try #require(Self.operators[name])
    let subject = Subject<Int, any Error>()
    let run = EffectRun(
      apply(subject.effect) { value in
        if value == 2 { subject.send(completion: .finished) }
      }
    )
    for number in 1...3 {
      subject.send(number)
      run.settle()
    }
    #expect(run.picture == "1 2 |")
  }

  @Test func `effects of a flatMap continue if the source completes within its function`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    for (last, picture) in [(1, "1 |"), (2, "1 2 |"), (3, "1 2 |")] {
      let subject = Subject<Int, any Error>()
      let run = EffectRun(
        subject.effect.flatMap { value in
          if value == last { subject.send(completion: .finished) }
          return value == 3 ? Numbers.none : Numbers(value: value).delay(for: 1, scheduler: clock)
        }
      )
      for number in 1...3 { subject.send(number) }
      run.settle()
      clock.advance(by: 1)
      #expect(run.picture == picture)
    }
  }

  @Test(arguments: names)
  func `a failure of another part during the delivery of a value follows the value`(
    name: String
  ) throws {
    let apply = try #require(Self.operators[name])
    let (subject, other) = (Subject<Int, any Error>(), Subject<Int, any Error>())
    let run = EffectRun(
      apply(.merge(subject.effect, other.effect)) { value in
        if value == 2 { other.send(completion: .failure(Problem())) }
      }
      .replaceError(with: 7)
    )
    for number in 1...3 {
      subject.send(number)
      run.settle()
    }
    #expect(run.picture == "1 2 7 |")
  }

  @Test(arguments: names)
  func `cancelling a part during a delivery drops the part's waiting values`(
    name: String
  ) throws {
    let apply = try #require(Self.operators[name])
    let (subject, other) = (Subject<Int, any Error>(), Subject<Int, any Error>())
    let worked = Recorder<[Int]>([])
    let parts = Numbers.merge(
      subject.effect.cancellable(id: 1),
      other.effect.flatMap { $0 == 0 ? .cancel(id: 1) : Numbers(value: $0) }
    )
    let run = EffectRun(
      apply(parts) { value in
        worked.update { $0.append(value) }
        guard value == 2 else { return }
        subject.send(3)
        other.send(0)
        other.send(4)
      }
    )
    for number in 1...2 {
      subject.send(number)
      run.settle()
    }
    #expect(run.picture == "1 4")
    #expect(worked.value.contains(3) == false)
  }

  @Test(arguments: names)
  func `the values of seven threads arrive before the failure of the eighth`(name: String) throws {
    let apply = try #require(Self.operators[name])
    for round in 0..<20 {
      let worked = Recorder<[Int]>([])
      let subjects = (0..<7).map { _ in Subject<Int, any Error>() }
      let other = Subject<Int, any Error>()
      let failing = DispatchGroup()
      let run = EffectRun(
        apply(.merge(subjects.map(\.effect) + [other.effect])) { value in
          worked.update { $0.append(value) }
          guard worked.value.count == 20 else { return }
          DispatchQueue.global().async(group: failing) {
            other.send(completion: .failure(Problem()))
          }
        }
      )
      DispatchQueue.concurrentPerform(iterations: 7) { thread in
        for number in 0..<40 { subjects[thread].send(thread * 40 + number) }
      }
      failing.wait()
      run.settle()
      let sent = run.picture.split(separator: " ")
      #expect(sent.suffix(3).joined(separator: " ") == "x(problem 1) |", "round \(round)")
      // The first value has no predecessor to compare with.
      let first = name == "removeDuplicates" ? 1 : 0
      let values = sent.dropFirst(first).dropLast(3).compactMap { Int($0) }
      #expect(values == worked.value, "round \(round)")
    }
  }
}
