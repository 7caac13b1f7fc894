// SPDX-License-Identifier: MIT

public import class Foundation.Formatter

extension TextState.StringInterpolation {
  /// Rejects an interpolation with a formatter, which other frameworks support.
  @available(
    *,
    unavailable,
    message: "Write '\\(value, format: .number)', or interpolate the string of the formatter."
  )
  public mutating func appendInterpolation(_ value: some Any, formatter: Formatter) {}
}
