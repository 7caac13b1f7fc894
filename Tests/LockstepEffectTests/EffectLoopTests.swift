// SPDX-License-Identifier: MIT

import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep

/// Loops written with operators, and effects nested to any depth, run on a stack of 512 KiB.
@Suite struct EffectLoopTests {
  typealias Numbers = Effect<Int, Never>
  typealias Attempts = Effect<Int, Problem>

  // MARK: Loops

  @Test func `a flatMap loop runs a hundred thousand iterations`() async {
    @Sendable func count(_ number: Int) -> Numbers {
      Numbers(value: number).flatMap { $0 == 0 ? Numbers(value: 7) : count($0 - 1) }
    }
    #expect(await valuesOnSmallStack { count(100_000) } == [7])
  }

  @Test func `a catch loop runs a hundred thousand iterations`() async {
    @Sendable func attempt(_ number: Int) -> Attempts {
      number == 0
        ? Attempts(value: 7)
        : Attempts(error: Problem(code: number)).catch { attempt($0.code - 1) }
    }
    #expect(await valuesOnSmallStack { attempt(100_000).replaceError(with: -1) } == [7])
  }

  @Test(arguments: ["value", "sync", "future", "task", "map", "results", "merge", "concatenate"])
  func `a flatMap loop runs with each kind of step`(name: String) async {
    @Sendable func step(_ number: Int) -> Numbers {
      switch name {
      case "sync": .sync { number }
      case "future": .future { $0(.success(number)) }
      case "task": .task { number }
      case "map": Numbers(value: number - 1).map { $0 + 1 }.filter { _ in true }
      case "results":
        Attempts(error: Problem(code: number)).catchToEffect().map { result in
          if case .failure(let failure) = result { failure.code } else { 0 }
        }
      case "merge": .merge(.fireAndForget {}, Numbers(value: number))
      case "concatenate": .concatenate(.fireAndForget {}, Numbers(value: number))
      default: Numbers(value: number)
      }
    }
    @Sendable func count(_ number: Int) -> Numbers {
      step(number).flatMap { number in
        switch number {
        case 0: Numbers(value: 7)
        case let number where number % 3 == 0: .lazy { count(number - 1) }
        case let number where number % 3 == 1: .concatenate(.fireAndForget {}, count(number - 1))
        default: .merge(.fireAndForget {}, count(number - 1))
        }
      }
    }
    #expect(await valuesOnSmallStack { count(10_000) } == [7])
  }

  @Test(arguments: ["error", "result", "future", "task", "tryMap", "merge", "concatenate"])
  func `a catch loop runs with each kind of failure`(name: String) async {
    @Sendable func failing(_ number: Int) -> Attempts {
      let failure = Problem(code: number)
      return switch name {
      case "result": .sync { () throws(Problem) in throw failure }
      case "future": .future { $0(.failure(failure)) }
      case "task": .task { () async throws(Problem) in throw failure }
      case "tryMap":
        Attempts(value: number).tryMap { (number) throws(Problem) in throw Problem(code: number) }
      case "merge": .merge(.run { _ in AnyCancellable {} }, Attempts(error: failure))
      case "concatenate": .concatenate(.fireAndForget {}, Attempts(error: failure))
      default: Attempts(error: failure)
      }
    }
    @Sendable func attempt(_ number: Int) -> Attempts {
      number == 0 ? Attempts(value: 7) : failing(number).catch { attempt($0.code - 1) }
    }
    #expect(await valuesOnSmallStack { attempt(10_000).replaceError(with: -1) } == [7])
  }

  @Test func `a loop sends its values in order while it runs`() async {
    @Sendable func count(_ number: Int) -> Numbers {
      Numbers(value: number).flatMap { number in
        number == 0 ? .none : .concatenate(Numbers(value: number), count(number - 1))
      }
    }
    #expect(await valuesOnSmallStack { count(10_000) } == (1...10_000).reversed())
  }

  @Test func `prefix ends an endless loop`() async {
    @Sendable func count(_ number: Int) -> Numbers {
      Numbers(value: number).flatMap { .merge(Numbers(value: $0), count($0 + 1)) }
    }
    @Sendable func attempt(_ number: Int) -> Attempts {
      Attempts.concatenate(Effect(value: number), Effect(error: Problem(code: number)))
        .catch { attempt($0.code + 1) }
    }
    #expect(await valuesOnSmallStack { count(1).prefix(3) } == [1, 2, 3])
    #expect(await valuesOnSmallStack { attempt(1).prefix(3).ignoreFailure() } == [1, 2, 3])
  }

  // MARK: Effects within effects

  /// Starts nested effects, one task after another; the innermost effect is that of a subject.
  private static func nest(_ depth: Int, _ subject: Subject<Int, Never>) -> Numbers {
    guard depth > 0 else { return subject.effect }
    return Numbers.task {
      await Task.yield()
      return depth - 1
    }
    .flatMap { nest($0, subject) }
  }

  /// Nests effects that may fail.
  private static func nest(_ depth: Int, _ subject: Subject<Int, Problem>) -> Attempts {
    guard depth > 0 else { return subject.effect }
    return Attempts.task { () async throws(Problem) in
      await Task.yield()
      return depth - 1
    }
    .flatMap { nest($0, subject) }
  }

  private enum End: CaseIterable {
    case cancel, completion, release
  }

  @Test func `ten thousand nested effects end when they complete, are cancelled or are released`()
    async
  {
    for end in End.allCases {
      let (numbers, isBusy, isDeallocated) = await SmallStack().run { _ in
        let subject = Subject<Int, Never>()
        var token = WeakToken()
        var run: EffectRun<Int, Never>? = EffectRun()
        do {
          let held = Token()
          token.token = held
          run?.start(
            Self.nest(10_000, subject).map { number in
              withExtendedLifetime(held) { number }
            }
            .cancellable(id: 1)
          )
        }
        subject.send(1)
        switch end {
        case .cancel: run?.start(.cancel(id: 1))
        case .completion: subject.send(completion: .finished)
        case .release: break
        }
        subject.send(2)
        run?.settle()
        let picture = run?.picture
        run = nil
        subject.send(3)
        return (picture, end, token.isDeallocated)
      }
      let pictures: [End: String] = [.cancel: "1 | |", .completion: "1 |", .release: "1 2"]
      #expect(numbers == pictures[isBusy], "\(end)")
      #expect(isDeallocated, "\(end)")
    }
  }

  @Test func `a failure ends ten thousand nested effects`() async {
    let picture = await SmallStack().run { _ in
      let subject = Subject<Int, Problem>()
      let run = EffectRun(Self.nest(10_000, subject))
      subject.send(1)
      subject.send(completion: .failure(Problem()))
      run.settle()
      return run.picture
    }
    #expect(picture == "1 x(problem 1) |")
  }

  @Test func `nested scopes are inspected, ended and released in constant stack space`()
    async
  {
    enum End: CaseIterable { case leaving, stopping, cancelling }
    for end in End.allCases {
      let counts = await SmallStack().run { _ in
        let description = EffectDescription(.run, fileID: "File", line: 1)
        let top = EffectScope(topOf: EffectContext())
        var scopes: [EffectScope] = [top]
        for number in 1...20_000 {
          // Each scope is still in the call that made it; only the last one has a description.
          scopes += [scopes.last?.makeChild(number < 20_000 ? nil : description)].compactMap { $0 }
        }
        var leaf = scopes.last
        let leaves = top.runningLeaves
        let isWithin = leaf?.isWithin(scopes[1]) == true && scopes[1].isWithin(top)
        let whole = leaf?.whole === scopes[1]
        switch end {
        case .leaving: for scope in scopes.dropFirst() { scope.leave() }
        case .stopping: scopes[1].stop()
        case .cancelling: scopes[1].cancel()
        }
        let running = scopes.dropFirst().count(where: \.isRunning)
        scopes = []
        let isAlive = leaf?.isWithin(top) == true
        leaf = nil
        return [leaves.count, isWithin ? 1 : 0, whole ? 1 : 0, running, isAlive ? 1 : 0]
      }
      #expect(counts == [1, 1, 1, 0, 1], "\(end)")
    }
  }

  @Test
  func
    `parts are cancelled in the order in which they were made, and before a second cancel returns`()
  {
    let events = Recorder<[String]>([])
    @Sendable func part(_ name: String, _ body: @escaping @Sendable () -> Void = {}) -> Numbers {
      .run { _ in
        AnyCancellable {
          body()
          events.update { $0.append(name) }
        }
      }
    }
    let run = Recorder<StoreTask?>(nil)
    let store = ManualStore<Int, Int>(
      initialState: 0,
      reducer: Reducer { _, _, _ in
        .merge(
          Numbers.merge(part("a"), Numbers(value: 1).flatMap { _ in part("b") }).prefix(9),
          .concatenate(part("c") { run.value?.cancel() }, part("never")),
          Numbers.merge(part("d"), part("e")).flatMap { Numbers(value: $0) }
        )
      },
      environment: ()
    )
    run.set(store.store.send(0))
    run.value?.cancel()
    // The second cancel also cancels the parts after "c" before it returns.
    #expect(events.value == ["a", "b", "d", "e", "c"])
  }
}
