// SPDX-License-Identifier: MIT

public import Lockstep

/// The screens that a terminal showed, with their times.
///
/// ```swift
/// var recording = ScreenRecording()
/// recording.add(first, at: 0)
/// recording.add(second, at: 1.5)
/// let times = recording.frames.map(\.start)  // [0, 1.5]
/// ```
///
/// ``MemoryTerminal/record(_:)`` records a script.
public struct ScreenRecording: Hashable, Sendable {
  /// A screen that was visible until the next frame.
  public struct Frame: Hashable, Sendable {
    /// The time since the start of the recording.
    public let start: SchedulerStride
    /// The screen.
    public let screen: Screen
  }

  /// The frames in order, where adjacent frames differ in time and content.
  public private(set) var frames: [Frame] = []
  /// The duration of the recording: the time of the last added screen.
  public private(set) var duration = SchedulerStride.zero

  /// Creates an empty recording.
  public init() {}

  /// Adds a screen.
  ///
  /// The screen replaces an earlier screen with the same time. If it equals the last frame, it only extends the
  /// recording.
  ///
  /// - Parameters:
  ///   - screen: The visible screen.
  ///   - time: The time since the start of the recording. A time before the last added screen is moved up to the time
  ///     of that screen.
  /// - Complexity: O(*n*) in the number of cells.
  public mutating func add(_ screen: Screen, at time: SchedulerStride) {
    duration = max(duration, time)
    if frames.last?.start == duration { frames.removeLast() }
    if frames.last?.screen != screen { frames.append(Frame(start: duration, screen: screen)) }
  }
}
