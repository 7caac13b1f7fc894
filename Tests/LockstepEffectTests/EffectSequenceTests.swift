// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectSequenceTests {
  @Test func `an effect sends the elements of its sequence`() {
    #expect(picture(Effect(Elements<Never>(values: [1, 2, 3]))) == "1 2 3 |")
    #expect(picture(Effect(Elements<Never>(values: []))) == "|")
    let stream = AsyncStream<Int> { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    #expect(picture(Effect(stream).map { $0 * 10 }) == "10 20 30 |")
  }

  @Test func `an effect fails with the failure of its sequence`() {
    let typed = Effect(Elements<Problem>(values: [1, 2], failure: Problem()))
    #expect(picture(typed.catch { Effect<Int, Never>(value: $0.code * 100) }) == "1 2 100 |")
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Problem())
    }
    #expect(picture(Effect(stream)) == "1 x(problem 1) |")
  }

  @Test func `each start makes an iterator`() {
    let effect = Effect(Elements<Never>(values: [1, 2]))
    #expect(picture(.concatenate(effect, effect)) == "1 2 1 2 |")
  }

  @Test func `each element is sent when the sequence produces it`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let run = EffectRun(Effect(stream))
    #expect(run.picture == "")
    continuation.yield(1)
    run.settle()
    #expect(run.picture == "1")
    continuation.yield(2)
    continuation.finish()
    run.settle()
    #expect(run.picture == "1 2 |")
  }

  @Test func `cancelling the effect cancels the iteration`() {
    let isTerminated = Recorder(false)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { _ in isTerminated.set(true) }
    let run = EffectRun(Effect(stream).cancellable(id: 1))
    continuation.yield(1)
    run.settle()
    #expect(isTerminated.value == false)
    run.start(.cancel(id: 1))
    #expect(isTerminated.value)
    #expect(run.picture == "1 | |")
    guard case .terminated = continuation.yield(2) else {
      Issue.record("The stream still takes elements.")
      return
    }
  }

  @Test func `a test store names a sequence that is still running`() {
    let (stream, _) = AsyncStream.makeStream(of: Int.self)
    let line: UInt = #line + 3
    let reducer = Reducer<Int, Int, Void> { state, action, _ in
      state += action
      return action == 1 ? Effect(stream, name: "messages") : .none
    }
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.send(1) { $0 = 1 }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.message.contains(
        #"sequence "messages", made at LockstepEffectTests/EffectSequenceTests.swift:\#(line)"#
      ) == true
    )
  }

  // MARK: Deferred

  @Test func `a lazy effect is created each time it starts`() {
    let count = Recorder(0)
    let effect = Effect<Int, Never>.lazy {
      count.update { $0 += 1 }
      return Effect(value: count.value)
    }
    #expect(count.value == 0)
    #expect(picture(effect) == "1 |")
    #expect(picture(.concatenate(effect, effect, .lazy { .none })) == "2 3 |")
    #expect(picture(Effect<Int, Never>.lazy { .none }) == "|")
    #expect(picture(effect.map { $0 * 10 }) == "40 |")
  }

  @Test func `a lazy effect that is cancelled before it starts is not created`() {
    let count = Recorder(0)
    let subject = Subject<Int, Never>()
    let next = Effect<Int, Never>.lazy {
      count.update { $0 += 1 }
      return .none
    }
    let run = EffectRun(Effect.concatenate(subject.effect, next).cancellable(id: 1))
    run.start(.cancel(id: 1))
    subject.send(completion: .finished)
    run.settle()
    #expect(count.value == 0)
    #expect(run.picture == "| |")
  }
}
