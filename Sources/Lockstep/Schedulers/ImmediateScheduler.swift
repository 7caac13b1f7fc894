// SPDX-License-Identifier: MIT

public import Foundation

/// A namespace for the scheduler that runs all work immediately: ``ImmediateScheduler/shared``.
///
/// Environments use ``AnyScheduler/immediate``.
public enum ImmediateScheduler {
  /// An immediate scheduler for effects that only need an animation:
  /// `.receive(on: ImmediateScheduler.shared.animation())`.
  public static var shared: AnySchedulerOf<RunLoop> { .immediate }
}
