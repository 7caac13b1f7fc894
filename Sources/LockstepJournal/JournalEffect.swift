// SPDX-License-Identifier: MIT

public import Lockstep

/// An effect in a journal, such as a task, a timer, or a fire-and-forget effect.
///
/// An operator is not an effect of its own, unless it waits by itself, as `debounce` does. A value that an effect sends
/// at once, such as that of `Effect(value:)`, is none either.
///
/// Isolation: any thread.
public struct JournalEffect: Sendable, CustomStringConvertible {
  /// The end of an effect.
  ///
  /// Isolation: any thread.
  public struct End: Sendable {
    /// The reason for which an effect has ended.
    public enum Reason: String, Sendable {
      /// The effect has ended by itself.
      case finished
      /// The effect was ended from outside: by its id, by an operator around it, or with its store.
      case cancelled
      /// The effect was cancelled because its part of the state was removed.
      case endedWithState
    }

    /// The reason for which the effect has ended.
    public let reason: Reason

    /// The number of the turn in which the effect has ended; `nil` if that was outside of any turn.
    ///
    /// An effect ends when its last action has had its turn. What others go on to send in its name, behind `flatMap`,
    /// may follow.
    public let turn: Int?

    /// The time at which the effect has ended, by the clock of the journal.
    public let time: Duration
  }

  private let effect: WatchedEffect

  /// The time at which the effect began, by the clock of the journal; zero if it was running already when the journal
  /// was made.
  public let begin: Duration

  /// The end; `nil` if the effect is running.
  public internal(set) var end: End?

  /// The number of actions of the effect that have had their turns.
  public internal(set) var sentCount = 0

  init(_ effect: WatchedEffect, begin: Duration) {
    self.effect = effect
    self.begin = begin
  }

  /// The number of the effect.
  ///
  /// The effects of a store have ascending numbers in the order in which they begin, with gaps.
  public var number: Int { Int(effect.number) }

  /// The number of the turn that started the effect; `nil` if the first state began with it.
  public var startingTurn: Int? { effect.startingTurn }

  /// The name that the effect was given, if it has one.
  public var name: String? { effect.description.name }

  /// The line that created the effect.
  public var location: CodeLocation { effect.description.location }

  /// The effect as text, such as `task "load", made at App/Feature.swift:12`.
  public var description: String { "\(effect.description)" }
}
