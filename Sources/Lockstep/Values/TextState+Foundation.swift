// SPDX-License-Identifier: MIT

public import Foundation

extension TextState.StringInterpolation {
  /// Adds a value as a formatter writes it.
  ///
  /// ```swift
  /// TextState("You can play again in \(seconds, formatter: timeFormatter).")
  /// ```
  ///
  /// A value that the formatter does not know is described in its own words.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - formatter: Writes the value.
  public mutating func appendInterpolation(_ value: some Any, formatter: Formatter) {
    appendLiteral(formatter.string(for: value) ?? "\(value)")
  }

  /// Adds a value as a format style writes it.
  ///
  /// ```swift
  /// TextState("You have won \(score, format: .number) points.")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - format: Writes the value.
  public mutating func appendInterpolation<Style: FormatStyle>(
    _ value: Style.FormatInput,
    format: Style
  ) where Style.FormatOutput == String {
    appendLiteral(format.format(value))
  }
}
