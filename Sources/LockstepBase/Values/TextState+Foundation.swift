// SPDX-License-Identifier: MIT

public import Foundation

extension TextState.StringInterpolation {
  /// Adds a value as written by a format style.
  ///
  /// ```swift
  /// TextState("You have won \(score, format: .number) points.")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - format: The format style that writes the value.
  public mutating func appendInterpolation<Style: FormatStyle>(
    _ value: Style.FormatInput,
    format: Style
  ) where Style.FormatOutput == String {
    appendLiteral(format.format(value))
  }
}
