// SPDX-License-Identifier: MIT

public import Foundation

/// The scheduler that runs all work immediately: ``ImmediateScheduler/shared``.
///
/// Environments name it as ``AnyScheduler/immediate``.
public enum ImmediateScheduler {
  /// An immediate scheduler for effects that only need an animation:
  /// `.receive(on: ImmediateScheduler.shared.animation())`.
  public static var shared: AnySchedulerOf<RunLoop> { .immediate }
}
