// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

/// A small app: what it does for each kind of action, and what a user does with it.
struct Program: Sendable {
  /// How many kinds of action there are, and subjects and ids of effects.
  static let kinds = 6
  static let ids = 2

  /// Something that an effect of the app does, and all that it is made of.
  indirect enum Recipe: Sendable {
    /// Sends an action of a kind.
    case value(Int)
    /// Sends an action of a kind from a callback, after some seconds.
    case callback(Int, after: Int)
    /// Sends what is sent to the subject.
    case subject
    /// Sends an action of a kind to whoever listens to the subject, in the turn.
    case send(Int)
    case timer(Int, id: Int, every: Int)
    case cancel(id: Int)
    case merge([Self])
    case concatenate([Self])
    case map(Self, adding: Int)
    case flatMap(Self, Self)
    case deferred(Self)
    case prefix(Self, Int)
    case delay(Self, Int)
    case receiveLater(Self)
    case cancellable(Self, id: Int, cancelInFlight: Bool)
    case debounce(Self, id: Int, for: Int)
  }

  /// An action: what kind it is, and how many actions may still follow from it one after the other.
  struct Action: Hashable, Sendable, CustomStringConvertible {
    var kind: Int
    var fuel: Int

    var description: String { "\(kind)'\(fuel)" }
  }

  /// What is done from outside.
  enum Command: Sendable {
    case send(Int)
    case advance(Int)
  }

  /// An action that has had its turn, and when.
  struct Entry: Hashable, Sendable, CustomStringConvertible {
    var action: Action
    var second: Int

    var description: String { "\(second): \(action)" }
  }

  static let fuel = 3
  /// With so many actions in the log nothing more is done for one.
  static let logLimit = 200

  let reactions: [Recipe]
  let commands: [Command]

  init(seed: UInt64) {
    var generator = Generator(random: SplitMix64(seed: seed))
    reactions = (0..<Self.kinds).map { _ in generator.recipe(depth: 3) }
    commands = (0..<generator.int(3...7)).map { _ in
      generator.int(0...2) == 0 ? .advance(generator.int(0...3)) : .send(generator.kind())
    }
  }

  /// What is done for an action that comes with a log of some length, if anything.
  func reaction(to action: Action, logged count: Int) -> Recipe? {
    action.fuel == 0 || count >= Self.logLimit ? nil : reactions[action.kind]
  }
}

extension Program {
  private struct Generator {
    var random: SplitMix64

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func kind() -> Int { int(0...kinds - 1) }
    mutating func id() -> Int { int(0...ids - 1) }

    mutating func recipes(_ depth: Int) -> [Recipe] {
      (0..<int(1...3)).map { _ in recipe(depth: depth - 1) }
    }

    mutating func recipe(depth: Int) -> Recipe {
      guard depth > 0, int(0...4) > 0 else { return leaf() }
      switch int(0...12) {
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
      default: return .debounce(recipe(depth: depth - 1), id: id(), for: int(0...2))
      }
    }

    private mutating func leaf() -> Recipe {
      switch int(0...9) {
      case 0...3: .value(kind())
      case 4, 5: .callback(kind(), after: int(0...2))
      case 6: .subject
      case 7: .send(kind())
      case 8: .timer(kind(), id: id(), every: int(1...2))
      default: .cancel(id: id())
      }
    }
  }
}
