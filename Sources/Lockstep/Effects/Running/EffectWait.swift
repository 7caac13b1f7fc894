// SPDX-License-Identifier: MIT

/// An object that effects wait for, and that can report those waits to a test store.
@usableFromInline
package protocol EffectWaitSource: AnyObject, Sendable {
  /// Returns a description of the wait, or `nil` if the effect does not wait for this object.
  func wait(of effect: EffectScope) -> String?

  /// Whether no effect can wait for this object anymore.
  var isFinished: Bool { get }

  /// The virtual time since the beginning, or `nil` if the object does not measure time.
  var elapsed: Duration? { get }
}

extension EffectWaitSource {
  @usableFromInline package var isFinished: Bool { false }

  @usableFromInline package var elapsed: Duration? { nil }
}

final class EndlessWait: EffectWaitSource {
  // Weak, because the effect holds the accountant, which holds this object.
  private weak let waiting: EffectScope?
  private let text: String

  init(_ waiting: EffectScope, _ text: String) {
    self.waiting = waiting
    self.text = text
  }

  var isFinished: Bool { waiting?.isRunning != true }

  func wait(of effect: EffectScope) -> String? {
    waiting?.isWithin(effect) == true ? text : nil
  }
}

extension EffectScope {
  /// The part of a test store's effect that the code in this task belongs to.
  @TaskLocal static var current: EffectScope?

  /// The part of an effect that schedules work in this task without waiting for it.
  @TaskLocal static var scheduling: EffectScope?

  /// Whether the work scheduled in this task only ends a sleep.
  @TaskLocal static var isSleeping = false

  /// Marks the work that a function schedules as the end of a sleep, for random schedules.
  static func sleeping<Result>(_ body: () -> Result) -> Result {
    guard current?.context.randomExecutor != nil else { return body() }
    return $isSleeping.withValue(true, operation: body)
  }

  /// Attributes all waits in a function to this part of an effect.
  func attributed<Result>(_ body: () -> Result) -> Result {
    context.isAccounted ? Self.$current.withValue(self, operation: body) : body()
  }

  /// Attributes the work that a function schedules, but does not wait for, to this part of an effect.
  func scheduling<Result>(_ body: () -> Result) -> Result {
    context.randomExecutor == nil ? body() : Self.$scheduling.withValue(self, operation: body)
  }

  func noteWait(on source: some EffectWaitSource) {
    context.accountant?.effectWaits(on: source)
  }

  func noteEndlessWait(_ text: String) {
    context.accountant?.effectWaitsEndlessly(EndlessWait(self, text))
  }
}
