// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectValuesTests {
  typealias Numbers = Effect<Int, Problem>

  /// Collects all values, and the completion or the failure.
  private static func taken<Failure>(_ values: some AsyncSequence<Int, Failure>) async -> [String] {
    var taken: [String] = []
    do throws(Failure) {
      var iterator = values.makeAsyncIterator()
      while let value = try await iterator.next(isolation: nil) { taken.append("\(value)") }
      taken.append("|")
      if try await iterator.next(isolation: nil) != nil { taken.append("more") }
    } catch {
      taken.append("x(\(error))")
    }
    return taken
  }

  private static func numbers(_ range: ClosedRange<Int>) -> Numbers {
    .concatenate(range.map { Numbers(value: $0) })
  }

  @Test func `values() returns all values and then ends`() async {
    #expect(await Self.taken(Numbers.none.values()) == ["|"])
    #expect(await Self.taken(Self.numbers(1...3).values()) == ["1", "2", "3", "|"])
    let failing = Numbers.concatenate(Self.numbers(1...2), Numbers(error: Problem()))
    #expect(await Self.taken(failing.values()) == ["1", "2", "x(problem 1)"])
    let asynchronous = Effect<Int, Never>.run { send in
      for number in 1...3 {
        await Task.yield()
        send(number)
      }
    }
    #expect(await Self.taken(asynchronous.values()) == ["1", "2", "3", "|"])
  }

  @Test func `a loop receives all values`() async throws {
    var numbers: [Int] = []
    for await number in Effect<Int, Never>.task({ 1 }).values() { numbers.append(number) }
    #expect(numbers == [1])
    await #expect(throws: Problem()) {
      for try await number in Numbers.merge(Numbers(value: 2), Numbers(error: Problem())).values() {
        numbers.append(number)
      }
    }
    #expect(numbers == [1, 2])
  }

  @Test func `a failure is thrown once`() async {
    var iterator = Numbers(error: Problem()).values().makeAsyncIterator()
    await #expect(throws: Problem()) { try await iterator.next(isolation: nil) }
    await #expect(throws: Never.self) {
      let next = try await iterator.next(isolation: nil)
      #expect(next == nil)
    }
  }

  @Test func `each iterator starts the effect`() async {
    let count = Recorder(0)
    let values = Effect<Int, Never>.sync {
      count.update { $0 += 1 }
      return count.value
    }
    .values()
    var first = values.makeAsyncIterator()
    var second = values.makeAsyncIterator()
    #expect(count.value == 2)
    #expect(
      await [second.next(isolation: nil), first.next(isolation: nil), first.next(isolation: nil)]
        == [2, 1, nil]
    )
  }

  @Test func `a waiting iterator receives the next value`() async {
    let subject = Subject<Int, Never>()
    var iterator = subject.effect.values().makeAsyncIterator()
    async let next = Self.next(&iterator)
    subject.send(1)
    #expect(await next == 1)
    subject.send(2)
    #expect(await iterator.next(isolation: nil) == 2)
    subject.send(3)
    subject.send(completion: .finished)
    #expect(await iterator.next(isolation: nil) == 3)
    #expect(await iterator.next(isolation: nil) == nil)
  }

  @Test func `the pending values of a cancelled part are dropped`() async {
    let effect = Effect<Int, Never>.concatenate(
      .concatenate(Effect(value: 1), .cancel(id: 1), Effect(value: 2)).cancellable(id: 1),
      Effect(value: 3)
    )
    #expect(await Self.taken(effect.values()) == ["3", "|"])
  }

  // MARK: The first value

  @Test func `the first value`() async throws {
    #expect(await Effect<Int, Never>(value: 1).value() == 1)
    #expect(await Effect<Int, Never>.task { 2 }.value() == 2)
    #expect(await Effect<Int, Never>.none.value() == nil)
    #expect(try await Self.numbers(3...9).value() == 3)
    #expect(try await Numbers.fireAndForget { await Task.yield() }.value() == nil)
    do throws(Problem) {
      _ = try await Numbers(error: Problem(code: 5)).value()
      Issue.record("It has not failed.")
    } catch {
      #expect(error.code == 5)
    }
    let late = Numbers.merge(Numbers(value: 1), Numbers(error: Problem()))
    #expect(try await late.value() == 1)
  }

  @Test func `value() cancels the effect after the first value`() async {
    let ends = Recorder(0)
    let effect = Effect<Int, Never>.run { subscriber in
      subscriber.send(1)
      return AnyCancellable { ends.update { $0 += 1 } }
    }
    #expect(await effect.value() == 1)
    #expect(ends.value == 1)
  }

  @Test func `value() keeps the isolation of its caller`() async {
    actor Room {
      var number = 0
      func take(_ effect: Effect<Int, Never>) async -> Int {
        number = await effect.value() ?? 0
        for await value in effect.values() { number += value }
        return number
      }
    }
    #expect(await Room().take(.task { 21 }) == 42)
  }

  // MARK: Cancellation

  @Test func `cancelling the waiting task cancels the effect`() async {
    let ends = Recorder(0)
    let (started, start) = AsyncStream.makeStream(of: Never.self)
    let effect = Effect<Int, Never>.run { _ in
      start.finish()
      return AnyCancellable { ends.update { $0 += 1 } }
    }
    let task = Task { await Self.taken(effect.values()) }
    for await _ in started {}
    task.cancel()
    #expect(await task.value == ["|"])
    #expect(ends.value == 1)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await effect.value()
    }
    #expect(await cancelled.value == nil)
    #expect(ends.value == 2)
  }

  @Test func `releasing the iterator cancels the effect and releases its captures`() {
    let ends = Recorder(0)
    var token = WeakToken()
    do {
      let held = Token()
      token.token = held
      let effect = Effect<Token, Never>.run { subscriber in
        subscriber.send(held)
        return AnyCancellable { ends.update { $0 += 1 } }
      }
      let iterator = effect.receive(
        on: TimelessScheduler<Never>.immediate(at: .init(nanoseconds: 0))
      )
      .values().makeAsyncIterator()
      #expect(ends.value == 0)
      withExtendedLifetime(iterator) {}
    }
    #expect(ends.value == 1)
    #expect(token.isDeallocated)
  }

  @Test
  func `releasing the iterator of a completed effect releases the pending values`()
    async
  {
    var token = WeakToken()
    let subscriber = Recorder<Effect<Token, Never>.Subscriber?>(nil)
    let effect = Effect<Token, Never>.run {
      subscriber.set($0)
      return AnyCancellable {}
    }
    do {
      let held = Token()
      token.token = held
      let iterator = effect.receive(
        on: TimelessScheduler<Never>.immediate(at: .init(nanoseconds: 0))
      )
      .values().makeAsyncIterator()
      subscriber.value?.send(held)
      subscriber.value?.send(completion: .finished)
      subscriber.set(nil)
      withExtendedLifetime(iterator) {}
    }
    #expect(token.isDeallocated)
  }

  @Test func `leaving the loop cancels the effect`() async {
    let ends = Recorder(0)
    let effect = Effect<Int, Never>.run { subscriber in
      for number in 1...3 { subscriber.send(number) }
      return AnyCancellable { ends.update { $0 += 1 } }
    }
    for await number in effect.values() where number == 2 {
      #expect(ends.value == 0)
      break
    }
    #expect(ends.value == 1)
  }

  // MARK: The limit

  @Test func `values beyond the limit are dropped and reported once`() async {
    let subject = Subject<Int, Problem>(name: "numbers")
    let made = #line - 1
    let line: UInt = #line + 3
    var taken: [String] = []
    let issues = await withReportedIssues {
      var iterator = subject.effect.values(bufferLimit: 2).makeAsyncIterator()
      for number in 1...5 { subject.send(number) }
      do {
        while let number = try await iterator.next(isolation: nil) {
          taken.append("\(number)")
          // The buffer has space again.
          if number == 2 {
            for number in 6...9 { subject.send(number) }
            subject.send(completion: .failure(Problem()))
          }
        }
      } catch {
        taken.append("x(\(error))")
      }
    }
    #expect(taken == ["1", "2", "6", "7", "x(problem 1)"])
    #expect(
      issues.map(\.message) == [
        """
        An effect sends values faster than they are consumed.

        The buffer of 'values' contained 2 values, so another value was dropped.

        Effect: subject "numbers", made at LockstepEffectTests/EffectValuesTests.swift:\(made)

        Consume the values faster, send fewer values, or raise the limit: 'values(bufferLimit:)'.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test(arguments: [0, 1, 2])
  func `a limit of at most one keeps one pending value`(limit: Int) async {
    let issues = await withReportedIssues {
      var iterator = Self.numbers(1...5).values(bufferLimit: limit).makeAsyncIterator()
      let first = try? await iterator.next(isolation: nil)
      #expect(first == 1)
    }
    let waiting = limit < 2 ? "1 value" : "2 values"
    #expect(
      issues.map(\.message) == [
        """
        An effect sends values faster than they are consumed.

        The buffer of 'values' contained \(waiting), so another value was dropped.

        Consume the values faster, send fewer values, or raise the limit: 'values(bufferLimit:)'.
        """
      ]
    )
  }

  @Test func `the default limit keeps ten thousand pending values`() async {
    let issues = await withReportedIssues {
      #expect(await Self.taken(Self.numbers(1...10_000).values()).count == 10_001)
    }
    #expect(issues == [])
    let more = await withReportedIssues {
      #expect(await Self.taken(Self.numbers(1...10_001).values()).count == 10_001)
      #expect(await Self.taken(Self.numbers(1...3).values(bufferLimit: 0)) == ["1", "|"])
    }
    #expect(more.count == 2)
    #expect(more.map { $0.message.contains("\nEffect:") } == [false, false])
  }
}

extension EffectValuesTests {
  private static func next(
    _ iterator: inout some AsyncIteratorProtocol<Int, Never>
  ) async -> Int? {
    await iterator.next(isolation: nil)
  }
}
