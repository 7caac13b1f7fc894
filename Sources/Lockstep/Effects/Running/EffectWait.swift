// SPDX-License-Identifier: MIT

/// Something of Lockstep's own that effects wait for, which can tell a test store so.
@usableFromInline
package protocol EffectWaitSource: AnyObject, Sendable {
  /// What an effect waits for here, in words; `nil` if it does not wait here.
  func wait(of effect: EffectScope) -> String?

  /// Whether no effect can wait here any more.
  var isOver: Bool { get }
}

extension EffectWaitSource {
  @usableFromInline package var isOver: Bool { false }
}

/// A wait that ends only with the effect.
final class EndlessWait: EffectWaitSource {
  // What is accounted for must not keep the account, which the effect holds, alive.
  private weak let waiting: EffectScope?
  private let text: String

  init(_ waiting: EffectScope, _ text: String) {
    self.waiting = waiting
    self.text = text
  }

  var isOver: Bool { waiting?.isRunning != true }

  func wait(of effect: EffectScope) -> String? {
    waiting?.isWithin(effect) == true ? text : nil
  }
}

extension EffectScope {
  /// The part of an effect of a test store that the code belongs to which runs in this task.
  @TaskLocal static var current: EffectScope?

  /// The part of an effect that schedules work in this task without waiting for it.
  @TaskLocal static var scheduling: EffectScope?

  /// Runs what belongs to this part of an effect, so that whatever waits in it can say so.
  ///
  /// It does so in test stores only; a live store pays for nothing.
  func attributed<Result>(_ body: () -> Result) -> Result {
    context.isAccounted ? Self.$current.withValue(self, operation: body) : body()
  }

  /// Runs what schedules work for this part of an effect that it does not wait for, so that a random
  /// schedule knows whose it is.
  func scheduling<Result>(_ body: () -> Result) -> Result {
    context.randomExecutor == nil ? body() : Self.$scheduling.withValue(self, operation: body)
  }

  /// Notes that something in this part of an effect begins to wait.
  func noteWait(on source: some EffectWaitSource) {
    context.noteWait(on: source)
  }

  /// Notes that this part of an effect waits for something that does not come.
  func noteEndlessWait(_ text: String) {
    context.noteEndlessWait(EndlessWait(self, text))
  }
}
