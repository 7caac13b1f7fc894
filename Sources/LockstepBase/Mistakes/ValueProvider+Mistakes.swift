// SPDX-License-Identifier: MIT

public import struct Foundation.Date

/// Reports the name that another framework has for a provider of dates.
@available(*, unavailable, message: "Write 'ValueProvider<Date>'.")
public typealias DateGenerator = ValueProvider<Date>

extension ValueProvider<Date> {
  /// Reports the name that another framework has for the current date.
  @available(*, unavailable, message: "Write 'date.current'.")
  public var now: Date { current }
}
