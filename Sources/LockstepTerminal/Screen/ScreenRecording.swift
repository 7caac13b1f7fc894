// SPDX-License-Identifier: MIT

public import Lockstep

/// The screens that a terminal has shown, and their times.
///
/// ```swift
/// var recording = ScreenRecording()
/// recording.add(first, at: 0)
/// recording.add(second, at: 1.5)
/// let times = recording.frames.map(\.start)  // [0, 1.5]
/// ```
///
/// ``MemoryTerminal/record(_:)`` makes one of a script.
public struct ScreenRecording: Hashable, Sendable {
  /// A screen, from the time at which it appeared until the next one did.
  public struct Frame: Hashable, Sendable {
    /// The time since the beginning of the recording.
    public let start: SchedulerStride
    /// The screen that was shown.
    public let screen: Screen
  }

  /// The screens in order; two that follow one another differ in time and in contents.
  public private(set) var frames: [Frame] = []
  /// The length of the recording: the latest time of a screen.
  public private(set) var duration = SchedulerStride.zero

  /// Creates a recording of nothing.
  public init() {}

  /// Adds a screen.
  ///
  /// It takes the place of one that appeared at the same time. A screen that is shown already only makes the
  /// recording longer.
  ///
  /// - Parameters:
  ///   - screen: The screen that is shown.
  ///   - time: The time since the beginning; one that is earlier than that of the screen before counts as that.
  /// - Complexity: O(*n*) in the number of cells.
  public mutating func add(_ screen: Screen, at time: SchedulerStride) {
    duration = max(duration, time)
    if frames.last?.start == duration { frames.removeLast() }
    if frames.last?.screen != screen { frames.append(Frame(start: duration, screen: screen)) }
  }
}
