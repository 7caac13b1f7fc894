// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

extension Program {
  /// Makes a program of lots that a seed fixes.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - tasksSleep: Whether tasks wait, and so may continue on another thread.
  init(seed: UInt64, tasksSleep: Bool = true) {
    var generator = Generator(random: SplitMix64(seed: seed), tasksSleep: tasksSleep)
    reactions = (0..<Self.places).map { _ in
      (0..<Self.kinds).map { _ in generator.recipe(depth: 3) }
    }
    changes = (0..<Self.places).map { _ in (0..<Self.kinds).map { _ in generator.change() } }
    commands =
      [.send(place: 0, kind: 0)] + (0..<generator.int(3...7)).map { _ in generator.command() }
  }

  private struct Generator {
    var random: SplitMix64
    let tasksSleep: Bool

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func kind() -> Int { int(0...kinds - 1) }
    mutating func id() -> Int { int(0...ids - 1) }

    mutating func command() -> Command {
      guard int(0...2) > 0 else { return .advance(int(0...3)) }
      return .send(place: max(0, int(-1...places - 1)), kind: kind())
    }

    mutating func change() -> Change? {
      switch int(0...9) {
      case 0...2: .show(int(1...places - 1))
      case 3: .hide(int(1...places - 1))
      default: nil
      }
    }

    mutating func recipes(_ depth: Int) -> [Recipe] {
      (0..<int(1...3)).map { _ in recipe(depth: depth - 1) }
    }

    mutating func recipe(depth: Int) -> Recipe {
      guard depth > 0, int(0...4) > 0 else { return leaf() }
      switch int(0...19) {
      case 0...2: return .merge(recipes(depth))
      case 3, 4: return .concatenate(recipes(depth))
      case 5: return .map(recipe(depth: depth - 1), adding: int(1...3))
      case 6: return .flatMap(recipe(depth: depth - 1), recipe(depth: depth - 1))
      case 7: return .deferred(recipe(depth: depth - 1))
      case 8: return .prefix(recipe(depth: depth - 1), int(1...2))
      case 9: return .delay(recipe(depth: depth - 1), int(0...2))
      case 10: return .receiveLater(recipe(depth: depth - 1))
      case 11:
        return .cancellable(recipe(depth: depth - 1), id: id(), cancelInFlight: int(0...1) == 0)
      case 12: return .debounce(recipe(depth: depth - 1), id: id(), for: int(0...2))
      case 13, 14: return .catch(recipe(depth: depth - 1), recipe(depth: depth - 1))
      case 15:
        return .throttle(
          recipe(depth: depth - 1),
          id: id(),
          for: int(1...2),
          latest: int(0...1) == 0
        )
      case 16: return .deferredFor(recipe(depth: depth - 1), int(0...2))
      case 17: return .loop(recipe(depth: depth - 1), times: int(2...3))
      case 18: return .poll(recipe(depth: depth - 1), every: int(1...2))
      default: return .retry(recipe(depth: depth - 1), times: int(1...2))
      }
    }

    private mutating func leaf() -> Recipe {
      switch int(0...14) {
      case 0...3: .value(kind())
      case 4, 5: .callback(kind(), after: int(0...2))
      case 6: .subject
      case 7: .send(kind())
      case 8: .timer(kind(), id: id(), every: int(1...2))
      case 9: .cancel(id: id())
      case 10: .failure(int(1...3))
      case 11: .failingCallback(int(1...3), after: int(0...2))
      default: .task(steps())
      }
    }

    private mutating func steps() -> [Step] {
      var steps = (0..<int(1...4)).map { _ -> Step in
        tasksSleep && int(0...1) == 0 ? .sleep(int(0...2)) : .send(kind())
      }
      if int(0...3) == 0 { steps.append(.fail(int(1...3))) }
      return steps
    }
  }
}
