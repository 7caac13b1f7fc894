// SPDX-License-Identifier: MIT

public import struct Foundation.Date

/// A provider of dates, under the name of another framework.
@available(*, unavailable, message: "Write 'ValueProvider<Date>'.")
public typealias DateGenerator = ValueProvider<Date>

extension ValueProvider<Date> {
  /// The current date, under the name of another framework.
  @available(*, unavailable, message: "Write 'date.current'.")
  public var now: Date { current }
}
