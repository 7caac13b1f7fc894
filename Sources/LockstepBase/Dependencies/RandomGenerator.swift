// SPDX-License-Identifier: MIT

internal import Synchronization

/// A dependency that generates random numbers for any function that accepts a `RandomNumberGenerator`.
///
/// ```swift
/// enum Dice {
///   struct Environment: Sendable {
///     var random: RandomGenerator
///   }
///
///   static let reducer = Reducer<State, Action, Environment> { dice, action, environment in
///     switch action {
///     case .rollButtonTapped:
///       dice.points = environment.random { Int.random(in: 1...6, using: &$0) }
///     case .shuffleButtonTapped:
///       dice.order = environment.random { dice.order.shuffled(using: &$0) }
///     }
///     return .none
///   }
/// }
/// ```
///
/// An app supplies ``live``. A test supplies ``seeded(_:)``: a seed determines the same numbers on every platform.
///
/// A generator is itself a `RandomNumberGenerator`, and its copies draw from the same numbers:
///
/// ```swift
/// var generator = environment.random
/// let points = (1...3).map { _ in Int.random(in: 1...6, using: &generator) }
/// ```
///
/// Isolation: any thread. Only the drawing of a single number is exclusive, so code that uses a generator may use it
/// again. Concurrent threads draw different numbers, in no particular order.
///
/// Complexity: O(1), plus the cost of the generator.
public struct RandomGenerator: RandomNumberGenerator, Sendable {
  private let draw: @Sendable () -> UInt64
  private var report: (@Sendable () -> Void)?

  private init(draw: @escaping @Sendable () -> UInt64) {
    self.draw = draw
  }

  /// Creates a dependency from a generator, such as ``SplitMix64``.
  ///
  /// - Parameter generator: The generator. It runs under a lock, so it must not use this dependency.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    let generator = Mutex(generator)
    self.init(draw: { generator.withLock { $0.next() } })
  }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    report?()
    report = nil
    return draw()
  }

  /// Calls a function with a copy of the generator: `environment.random { Bool.random(using: &$0) }`.
  ///
  /// - Parameter body: The function, which draws numbers.
  /// - Returns: The result of the function.
  /// - Throws: Any error that the function throws.
  public func callAsFunction<Result, Failure: Error>(
    _ body: (inout RandomGenerator) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var generator = self
    return try body(&generator)
  }
}

extension RandomGenerator {
  /// The system's generator, `SystemRandomNumberGenerator`, which is suitable for secrets.
  public static var live: Self {
    Self {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }
  }

  /// Returns a generator of the numbers of ``SplitMix64`` for a seed.
  ///
  /// - Parameter seed: The seed, which determines all numbers.
  /// - Returns: A generator at the first number. Its copies draw from the same numbers.
  public static func seeded(_ seed: UInt64) -> Self { Self(SplitMix64(seed: seed)) }

  /// A generator that reports each use as `RandomGenerator is unimplemented` and returns the numbers of a fixed seed.
  ///
  /// A call is one use, regardless of how many numbers it draws. A copy that draws on its own is another use.
  public static var failing: Self {
    var generator = seeded(0)
    generator.report = { unimplemented("RandomGenerator") }
    return generator
  }
}
