// SPDX-License-Identifier: MIT

extension Conversion {
  /// Reports a conversion in the wrong direction.
  @available(
    *,
    unavailable,
    message: "The conversion goes in the wrong direction: write '.map(.inverted(…))'."
  )
  public func map<NewOutput>(
    _ next: Conversion<NewOutput, Output>
  ) -> Conversion<Input, NewOutput> {
    map(.inverted(next))
  }
}
