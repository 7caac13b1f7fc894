// SPDX-License-Identifier: MIT

public import Foundation

extension TextState.StringInterpolation {
  /// Appends a formatted value.
  ///
  /// ```swift
  /// TextState("You have won \(score, format: .number) points.")
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - format: The format style.
  public mutating func appendInterpolation<Style: FormatStyle>(
    _ value: Style.FormatInput,
    format: Style
  ) where Style.FormatOutput == String {
    appendLiteral(format.format(value))
  }
}
