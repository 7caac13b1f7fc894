// SPDX-License-Identifier: MIT

/// A part of Lockstep that effects wait for, and that can tell a test store so.
@usableFromInline
package protocol EffectWaitSource: AnyObject, Sendable {
  /// Returns a description of what an effect waits for here, or `nil` if the effect does not wait here.
  func wait(of effect: EffectScope) -> String?

  /// Whether no effect can wait here any more.
  var isFinished: Bool { get }

  /// The virtual time that has passed here since the beginning; `nil` if there is none.
  var elapsed: Duration? { get }
}

extension EffectWaitSource {
  @usableFromInline package var isFinished: Bool { false }

  @usableFromInline package var elapsed: Duration? { nil }
}

/// A wait that ends only with the effect.
final class EndlessWait: EffectWaitSource {
  // Weak, because what is accounted for must not keep alive the account, which the effect holds.
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
  /// The part of a test store's effect to which the code that runs in this task belongs.
  @TaskLocal static var current: EffectScope?

  /// The part of an effect that schedules work in this task without waiting for it.
  @TaskLocal static var scheduling: EffectScope?

  /// Whether the work that is scheduled in this task only ends a sleep.
  @TaskLocal static var isSleeping = false

  /// Runs a function that schedules the end of a sleep, so that a random schedule knows.
  static func sleeping<Result>(_ body: () -> Result) -> Result {
    guard current?.context.randomExecutor != nil else { return body() }
    return $isSleeping.withValue(true, operation: body)
  }

  /// Runs a function that belongs to this part of an effect, so that anything that waits in it can say so.
  ///
  /// This applies only to test stores; a live store pays nothing for it.
  func attributed<Result>(_ body: () -> Result) -> Result {
    context.isAccounted ? Self.$current.withValue(self, operation: body) : body()
  }

  /// Runs a function that schedules work for this part of an effect without waiting for it, so that a random
  /// schedule knows which part the work belongs to.
  func scheduling<Result>(_ body: () -> Result) -> Result {
    context.randomExecutor == nil ? body() : Self.$scheduling.withValue(self, operation: body)
  }

  /// Notes that something in this part of an effect begins to wait.
  func noteWait(on source: some EffectWaitSource) {
    context.accountant?.effectWaits(on: source)
  }

  /// Notes that this part of an effect waits for something that never arrives.
  func noteEndlessWait(_ text: String) {
    context.accountant?.effectWaitsEndlessly(EndlessWait(self, text))
  }
}
