// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Loops over leaves that send and end within the call that starts them, and deeply nested effects, on a stack of 512
/// KiB.
///
/// Ten thousand levels overflow the stack if each level uses 53 bytes, and every call of an effect uses at least as
/// much.
@Suite struct EffectStackTests {
  typealias Numbers = Effect<Int, Never>
  typealias Attempts = Effect<Int, Problem>

  private static let depth = 10_000

  /// A sequence of one element.
  private static func stream(_ number: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      continuation.yield(number)
      continuation.finish()
    }
  }

  // MARK: Loops

  /// A leaf that sends and ends within the call that starts it.
  enum Leaf: String, CaseIterable, Sendable {
    case callback, endlessCallback, future, operation, stream, subject

    fileprivate func value(_ number: Int) -> Numbers {
      switch self {
      case .callback:
        .run { subscriber in
          subscriber.send(number)
          subscriber.send(completion: .finished)
          return AnyCancellable {}
        }
      case .endlessCallback:
        Numbers.run { subscriber in
          subscriber.send(number)
          return AnyCancellable {}
        }
        .prefix(1)
      case .future: .future { $0(.success(number)) }
      case .operation: .run { send in send(number) }
      case .stream: Effect(EffectStackTests.stream(number))
      case .subject:
        .run { subscriber in
          let subject = Subject<Int, Never>()
          let listening = subject.effect.sink { subscriber.send($0) }
          subject.send(number)
          subscriber.send(completion: .finished)
          return listening
        }
      }
    }
  }

  @Test(arguments: Leaf.allCases)
  func `a loop written with flatMap over a leaf that sends immediately needs constant stack space`(
    leaf: Leaf
  ) async {
    @Sendable func count(_ number: Int) -> Numbers {
      leaf.value(number).flatMap { $0 == 0 ? Numbers(value: 7) : count($0 - 1) }
    }
    #expect(await valuesOnSmallStack { count(Self.depth) } == [7])
  }

  @Test(arguments: Leaf.allCases)
  func
    `a loop written with concatenate over a leaf that sends immediately needs constant stack space`(
      leaf: Leaf
    ) async
  {
    @Sendable func count(_ number: Int) -> Numbers {
      number == 0 ? .none : .concatenate(leaf.value(number), .lazy { count(number - 1) })
    }
    #expect(await valuesOnSmallStack { count(Self.depth) } == (1...Self.depth).reversed())
  }

  @Test(arguments: ["callback", "future", "operation"])
  func `a loop written with catch over a leaf that fails immediately needs constant stack space`(
    name: String
  ) async {
    @Sendable func failing(_ number: Int) -> Attempts {
      let failure = Problem(code: number)
      return switch name {
      case "callback":
        .run { subscriber in
          subscriber.send(completion: .failure(failure))
          return AnyCancellable {}
        }
      case "future": .future { $0(.failure(failure)) }
      default: .run { (_: Send<Int>) async throws(Problem) in throw failure }
      }
    }
    @Sendable func attempt(_ number: Int) -> Attempts {
      number == 0 ? Attempts(value: 7) : failing(number).catch { attempt($0.code - 1) }
    }
    #expect(await valuesOnSmallStack { attempt(Self.depth).replaceError(with: -1) } == [7])
  }

  @Test func `a loop loads the pages of a list from a client that answers immediately`() async {
    /// Loads a page, and then the next page.
    @Sendable func load(_ page: Int, of last: Int) -> Numbers {
      Numbers.run { send in send(page) }
        .flatMap { page in
          page == last
            ? Numbers(value: page)
            : .merge(Numbers(value: page), load(page + 1, of: last))
        }
    }
    #expect(await valuesOnSmallStack { load(1, of: Self.depth) } == Array(1...Self.depth))
  }

  @Test(arguments: ["callback", "future", "operation"])
  func `a recursion that transforms the result of each level needs constant stack space`(
    name: String
  )
    async
  {
    @Sendable func leaf(_ number: Int) -> Numbers {
      switch name {
      case "callback": Leaf.callback.value(number)
      case "future": Leaf.future.value(number)
      default: Leaf.operation.value(number)
      }
    }
    @Sendable func count(_ number: Int) -> Numbers {
      leaf(number).flatMap { number in
        number == 0 ? Numbers(value: 0) : count(number - 1).map { $0 + 1 }
      }
    }
    #expect(await valuesOnSmallStack { count(Self.depth) } == [Self.depth])
  }

  // MARK: Effects within effects

  @Test func `nested deferred effects start in constant stack space`() async {
    #expect(
      await valuesOnSmallStack {
        (0..<20_000).reduce(Numbers(value: 7)) { effect, _ in .lazy { effect } }
      } == [7]
    )
  }

  @Test func `deferred effects that return other deferred effects start in constant stack space`()
    async
  {
    @Sendable func count(_ number: Int) -> Numbers {
      .lazy { number == 0 ? Numbers(value: 7) : count(number - 1) }
    }
    #expect(await valuesOnSmallStack { count(Self.depth) } == [7])
  }

  enum Operator: String, CaseIterable, Sendable {
    case filter, map

    fileprivate func apply(to effect: Numbers) -> Numbers {
      switch self {
      case .filter: effect.filter { $0 >= 0 }
      case .map: effect.map { $0 + 1 }
      }
    }

    fileprivate func nested(_ depth: Int, around effect: Numbers) -> Numbers {
      (0..<depth).reduce(effect) { effect, _ in apply(to: effect) }
    }
  }

  @Test(arguments: Operator.allCases)
  func `nested operators around a value need constant stack space`(nested: Operator) async {
    let result = await valuesOnSmallStack { nested.nested(20_000, around: Numbers(value: 0)) }
    #expect(result == [nested == .map ? 20_000 : 0])
  }

  @Test(arguments: Operator.allCases, Leaf.allCases)
  func `nested operators around a leaf that sends immediately need constant stack space`(
    nested: Operator,
    leaf: Leaf
  ) async {
    let result = await valuesOnSmallStack { nested.nested(Self.depth, around: leaf.value(0)) }
    #expect(result == [nested == .map ? Self.depth : 0])
  }

  @Test(arguments: Operator.allCases)
  func `nested operators that were never started are released in constant stack space`(
    nested: Operator
  ) async {
    let isDeallocated = await SmallStack().run { _ in
      var token = WeakToken()
      do {
        let held = Token()
        token.token = held
        let leaf = Numbers.lazy { withExtendedLifetime(held) { Numbers(value: 0) } }
        let effect = nested.nested(20_000, around: leaf)
        withExtendedLifetime(effect) {}
      }
      return token.isDeallocated
    }
    #expect(isDeallocated)
  }

  @Test(arguments: Operator.allCases)
  func `nested operators are cancelled and released in constant stack space`(nested: Operator) async
  {
    let (numbers, isDeallocated) = await SmallStack().run { _ in
      let subject = Subject<Int, Never>()
      var token = WeakToken()
      let numbers = Recorder<[Int]>([])
      do {
        let held = Token()
        token.token = held
        let leaf = subject.effect.map { number in withExtendedLifetime(held) { number } }
        let cancellable = nested.nested(Self.depth, around: leaf)
          .sink { number in numbers.update { $0.append(number) } }
        subject.send(0)
        cancellable.cancel()
        subject.send(1)
      }
      return (numbers.value, token.isDeallocated)
    }
    #expect(numbers == [nested == .map ? Self.depth : 0])
    #expect(isDeallocated)
  }
}
