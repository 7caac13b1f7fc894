// SPDX-License-Identifier: MIT

/// An animated indicator of ongoing work.
///
/// ```swift
/// case .timerTicked:
///   state.spinner.phase += 1
/// ```
///
/// Advance the phase about ten times a second with a timer: see `Effect.timer`.
public struct Spinner: Hashable, Sendable {
  /// The name of the ongoing work.
  public var label: String
  /// The number of the animation frame, which may be any integer.
  public var phase: Int

  /// Creates a spinner.
  ///
  /// - Parameters:
  ///   - label: The name of the ongoing work.
  ///   - phase: The number of the animation frame.
  public init(_ label: String = "", phase: Int = 0) {
    self.label = label
    self.phase = phase
  }

  fileprivate var picture: String {
    let pictures = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    return pictures[Int(UInt(bitPattern: phase) % 10)]
  }
}

extension Screen {
  /// Draws a spinner in the first row of an area, with its label to the right.
  ///
  /// - Parameters:
  ///   - spinner: The spinner.
  ///   - area: The area to draw in.
  ///   - alignment: The position of the spinner and its label in the area.
  ///   - style: The style of the spinner and its label.
  /// - Complexity: O(*n*) in the number of columns of the area.
  public mutating func draw(
    _ spinner: Spinner,
    in area: Area,
    alignment: Alignment = .leading,
    style: Style = .plain
  ) {
    let label = spinner.label.isEmpty ? "" : " " + spinner.label
    put(spinner.picture + label, in: area.line(0), alignment: alignment, style: style)
  }
}
