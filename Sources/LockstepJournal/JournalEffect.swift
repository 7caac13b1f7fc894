// SPDX-License-Identifier: MIT

public import Lockstep

/// An effect in a journal, such as a task, a timer, or a fire-and-forget effect.
///
/// Operators do not count as effects, except operators that wait themselves, such as `debounce`. Effects that send a
/// value immediately, such as `Effect(value:)`, do not count either.
///
/// Isolation: any thread.
public struct JournalEffect: Sendable, CustomStringConvertible {
  /// The end of an effect.
  ///
  /// Isolation: any thread.
  public struct End: Sendable {
    /// The reason an effect ended.
    public enum Reason: String, Sendable {
      /// The effect finished by itself.
      case finished
      /// The effect was cancelled: by its id, by an operator around it, or with its store.
      case cancelled
      /// The effect was cancelled because its part of the state was removed.
      case endedWithState
    }

    /// The reason the effect ended.
    public let reason: Reason

    /// The number of the turn in which the effect ended, or `nil` if it ended outside any turn.
    ///
    /// An effect ends after the turn of its last action. Behind `flatMap`, other effects may still send actions in its
    /// name.
    public let turn: Int?

    /// The time at which the effect ended, by the journal's clock.
    public let time: Duration
  }

  private let effect: WatchedEffect

  /// The time at which the effect started, by the journal's clock, or zero if it was running when the journal was
  /// created.
  public let begin: Duration

  /// The end, or `nil` while the effect is running.
  public internal(set) var end: End?

  /// The number of the effect's actions that the store has processed.
  public internal(set) var sentCount = 0

  init(_ effect: WatchedEffect, begin: Duration) {
    self.effect = effect
    self.begin = begin
  }

  /// The number of the effect.
  ///
  /// Effects have ascending numbers in the order in which they start, with gaps.
  public var number: Int { Int(effect.number) }

  /// The number of the turn that started the effect, or `nil` for an effect of the initial state.
  public var startingTurn: Int? { effect.startingTurn }

  /// The name of the effect, if it has one.
  public var name: String? { effect.description.name }

  /// The line that created the effect.
  public var location: CodeLocation { effect.description.location }

  /// The effect as text, such as `task "load", made at App/Feature.swift:12`.
  public var description: String { "\(effect.description)" }
}
