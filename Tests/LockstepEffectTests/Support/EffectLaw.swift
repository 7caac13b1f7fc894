// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import Testing

/// The subjects of laws: effects, and functions that make effects of values.
struct EffectLawParts {
  let world: EffectTreeWorld
  let a, b, c: Effect<Int, Problem>
  let f, g: @Sendable (Int) -> Effect<Int, Problem>
}

/// The descriptions of the parts.
private struct EffectLawTrees: Sendable {
  let trees: [EffectTree]
  let families: [[EffectTree]]

  init(seed: UInt64, withoutTasks: Bool) {
    var generator = EffectTree.Generator(seed: seed, withoutTasks: withoutTasks)
    trees = (0..<3).map { _ in generator.tree(depth: 3) }
    families = (0..<2).map { _ in generator.family() }
  }

  func parts(_ world: EffectTreeWorld) -> EffectLawParts {
    EffectLawParts(
      world: world,
      a: trees[0].effect(in: world),
      b: trees[1].effect(in: world),
      c: trees[2].effect(in: world),
      f: Self.function(families[0], world),
      g: Self.function(families[1], world)
    )
  }

  private static func function(
    _ family: [EffectTree],
    _ world: EffectTreeWorld
  ) -> @Sendable (Int) -> Effect<Int, Problem> {
    let effects = family.map { $0.effect(in: world) }
    return { value in
      effects.isEmpty
        ? Effect(value: value + 1) : effects[EffectTree.remainder(value, effects.count)]
    }
  }
}

/// Runs both sides of a law with the same parts, for each of some seeds.
///
/// - Parameters:
///   - lhs: The one side.
///   - rhs: The other side.
///   - withoutTasks: Whether nothing in the parts is to run in a task.
///   - sourceLocation: The place of the law.
func expectLaw(
  _ lhs: @escaping @Sendable (EffectLawParts) -> Effect<Int, Problem>,
  equals rhs: @escaping @Sendable (EffectLawParts) -> Effect<Int, Problem>,
  withoutTasks: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for seed in 0..<150 as Range<UInt64> {
    let trees = EffectLawTrees(seed: seed, withoutTasks: withoutTasks)
    let left = Timeline { lhs(trees.parts($0)) }
    let right = Timeline { rhs(trees.parts($0)) }
    guard left != right else { continue }
    Issue.record("seed \(seed): \(left) is not \(right)", sourceLocation: sourceLocation)
    return
  }
}
