// SPDX-License-Identifier: MIT

/// A bar that shows the progress of a task.
///
/// ```swift
/// screen.draw(ProgressBar(0.35), in: area)
/// // █████▎░░░░░░░░░  35%
/// ```
public struct ProgressBar: Hashable, Sendable {
  /// The completed fraction, from 0 to 1.
  public var fraction: Double
  /// Whether the percentage appears beside the bar.
  public var showsPercentage: Bool

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - fraction: The completed fraction, from 0 to 1. `Double.nan` counts as 0.
  ///   - showsPercentage: Whether the percentage appears beside the bar.
  public init(_ fraction: Double, showsPercentage: Bool = true) {
    self.fraction = fraction
    self.showsPercentage = showsPercentage
  }
}

extension Screen {
  /// Draws a progress bar in the first row of an area.
  ///
  /// If space is short, the percentage takes precedence over the bar.
  ///
  /// - Parameters:
  ///   - bar: The progress bar.
  ///   - area: The area to draw in.
  ///   - style: The style of the bar.
  /// - Complexity: O(*n*) in the number of the area's columns that are on the screen.
  public mutating func draw(_ bar: ProgressBar, in area: Area, style: Style = .plain) {
    let parts = area.line(0).columns([.flexible(), .fixed(bar.showsPercentage ? 5 : 0)])
    let done = bar.fraction > 0 ? min(bar.fraction, 1) : 0
    let eighths = Int((done * Double(parts[0].columns * 8)).rounded())
    let halves = parts[0].columns([.fixed(eighths / 8), .flexible()])
    fill(halves[0], with: "█", style: style)
    fill(halves[1], with: "░", style: style)
    if eighths % 8 > 0 {
      put(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1], in: halves[1], style: style)
    }
    fill(parts[1], style: style)
    put("\(Int((done * 100).rounded()))%", in: parts[1], alignment: .trailing, style: style)
  }
}
