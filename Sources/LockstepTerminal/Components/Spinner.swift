// SPDX-License-Identifier: MIT

/// A sign that something is going on, which turns while time passes.
///
/// ```swift
/// case .timerTicked:
///   state.spinner.phase += 1
/// ```
///
/// A timer of the program does this about ten times a second: see `Effect.timer`.
public struct Spinner: Hashable, Sendable {
  /// The name of the work that is going on.
  public var label: String
  /// The number of the picture, to which each step adds 1; any number is valid.
  public var phase: Int

  /// Creates a spinner.
  ///
  /// - Parameters:
  ///   - label: The name of the work that is going on.
  ///   - phase: The number of the picture.
  public init(_ label: String = "", phase: Int = 0) {
    self.label = label
    self.phase = phase
  }

  /// The picture of this phase.
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
  ///   - alignment: The place in the area, if there is room beside the label.
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
