// SPDX-License-Identifier: MIT

public import class Foundation.Formatter

extension TextState.StringInterpolation {
  /// Reports an interpolation with a formatter, which other frameworks have.
  @available(
    *,
    unavailable,
    message: "Write '\\(value, format: .number)', or interpolate the string of the formatter."
  )
  public mutating func appendInterpolation(_ value: some Any, formatter: Formatter) {}
}
