// SPDX-License-Identifier: MIT

/// A sign that something is going on, which turns while time passes.
///
/// ```swift
/// case .timerTicked:
///   state.spinner.advance()
///   return .none
/// ```
///
/// A timer of the program advances it, about ten times in a second: see `Effect.timer`.
public struct Spinner: Hashable, Sendable {
  /// What is going on.
  public var label: String
  /// How often it has been advanced; any number is valid.
  public var phase: Int

  /// Creates a spinner.
  ///
  /// - Parameters:
  ///   - label: What is going on.
  ///   - phase: How often it has been advanced.
  public init(_ label: String = "", phase: Int = 0) {
    self.label = label
    self.phase = phase
  }

  /// Goes to the next picture.
  public mutating func advance() {
    phase &+= 1
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
  ///   - area: Where.
  ///   - style: How it looks.
  /// - Complexity: O(*n*) in the length of the label.
  public mutating func draw(_ spinner: Spinner, in area: Area, style: Style = .plain) {
    let parts = area.line(0).columns([.fixed(2), .flexible()])
    put(spinner.picture, in: parts[0], style: style)
    put(spinner.label, in: parts[1], style: style)
  }
}
