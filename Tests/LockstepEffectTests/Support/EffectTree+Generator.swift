// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

extension EffectTree {
  /// Makes trees of any shape from a seed.
  struct Generator {
    private var random: SplitMix64
    private var lastNumber = 0
    private var lastExponent = 0
    /// A subject is listened to once in a tree, and not in what may be started several times.
    private var hasSubject = false
    private var isRepeated = false
    private let leaves: [Leaf]

    /// - Parameters:
    ///   - seed: The seed of the trees.
    ///   - withoutTasks: Whether nothing in a tree is to run in a task, so that outside of a store it
    ///     is also done on one thread.
    init(seed: UInt64, withoutTasks: Bool = false) {
      random = SplitMix64(seed: seed)
      leaves = withoutTasks ? [.callback, .future, .delayedValue] : Leaf.allCases
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: range, using: &random)
    }

    mutating func number() -> Int {
      lastNumber += 1
      return lastNumber
    }

    /// An effect for each remainder of a value.
    mutating func family() -> [EffectTree] {
      repeated { $0.trees(2) }
    }

    /// A duration that no other part of the tree has, or nothing if there is none left.
    private mutating func duration() -> Int64? {
      guard lastExponent < 36 else { return nil }
      repeat { lastExponent += 1 } while lastExponent % 5 == 0
      return 1 << Int64(lastExponent)
    }

    mutating func tree(depth: Int = 4) -> EffectTree {
      if depth == 0 || int(0...5) == 0 { return leaf() }
      switch int(0...18) {
      case 0...2: return .merge(trees(depth))
      case 3...5: return .concatenate(trees(depth))
      case 6, 7:
        let tree = tree(depth: depth - 1)
        return .flatMap(tree, repeated { generator in generator.trees(depth) })
      case 8: return .catch(tree(depth: depth - 1), tree(depth: depth - 1))
      case 9: return .map(tree(depth: depth - 1), adding: int(-3...3))
      case 10: return .filter(tree(depth: depth - 1), remainder: int(0...2))
      case 11: return .tryMap(tree(depth: depth - 1), failingFrom: number() + int(0...9))
      case 12: return .removeDuplicates(.map(tree(depth: depth - 1), adding: 0))
      case 13: return .prefix(tree(depth: depth - 1), int(0...4))
      case 14:
        guard let stride = duration() else { return leaf() }
        return .delay(tree(depth: depth - 1), stride)
      case 15: return .deferred(tree(depth: depth - 1))
      case 16: return .silent(tree(depth: depth - 1))
      case 17:
        return int(0...1) == 0
          ? .replaceError(tree(depth: depth - 1), number())
          : .mapError(tree(depth: depth - 1), adding: 100)
      default:
        // Started several times, it would be cancelled together.
        let stride = isRepeated || int(0...2) == 0 ? nil : duration()
        return .cancellable(tree(depth: depth - 1), id: number(), cancelledAfter: stride)
      }
    }

    mutating func trees(_ depth: Int) -> [EffectTree] {
      (0..<int(0...3)).map { _ in tree(depth: depth - 1) }
    }

    private mutating func repeated<Result>(_ body: (inout Self) -> Result) -> Result {
      let outer = isRepeated
      isRepeated = true
      defer { isRepeated = outer }
      return body(&self)
    }

    private mutating func leaf() -> EffectTree {
      switch int(0...12) {
      case 0: return .none
      case 1: return .error(number())
      case 2: return .result(number())
      case 3: return .work(number())
      case 4, 5: return .value(number())
      case 6 where hasSubject == false && isRepeated == false:
        hasSubject = true
        return .subject
      case 7 where leaves == Leaf.allCases:
        let steps = (0..<int(1...3)).compactMap { _ in
          duration().map { Step(value: number(), after: $0) }
        }
        return steps.isEmpty ? .none : .run(steps, failure: int(0...3) == 0 ? number() : nil)
      default:
        guard let stride = duration(), let leaf = leaves.randomElement(using: &random)
        else { return .value(number()) }
        return .later(leaf, number(), after: stride)
      }
    }
  }
}
