// SPDX-License-Identifier: MIT

/// A random number generator that produces the same sequence for the same seed on every platform.
///
/// ```swift
/// var generator = SplitMix64(seed: 7)
/// // The same in every run:
/// let dice = (1...3).map { _ in Int.random(in: 1...6, using: &generator) }
/// ```
///
/// Use it in tests, samples and simulations, but not for secrets.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: The seed of the sequence.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
