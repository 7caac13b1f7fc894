// SPDX-License-Identifier: MIT

internal import Synchronization

public import struct Foundation.Calendar
public import struct Foundation.Date
public import struct Foundation.Locale
public import typealias Foundation.TimeInterval
public import struct Foundation.TimeZone

extension ValueProvider<Calendar> {
  /// A provider of the user's calendar, which follows the system settings.
  public static var live: Self { Self { .autoupdatingCurrent } }

  /// A provider that reports each use as `Calendar is unimplemented` and returns a Gregorian one (GMT, `en_US_POSIX`).
  public static var failing: Self {
    var fixed = Calendar(identifier: .gregorian)
    fixed.locale = Locale(identifier: "en_US_POSIX")
    fixed.timeZone = .gmt
    return Self { [fixed] in unimplemented("Calendar", placeholder: fixed) }
  }
}

extension ValueProvider<Date> {
  /// A provider that reads the system clock.
  public static var live: Self { Self { Date() } }

  /// Returns a provider whose date advances by a step with each use, on any thread.
  ///
  /// ```swift
  /// let date = ValueProvider<Date>.advancing(from: Date(timeIntervalSince1970: 0), by: 60)
  /// #expect(date.current == Date(timeIntervalSince1970: 0))
  /// #expect(date.current == Date(timeIntervalSince1970: 60))
  /// ```
  ///
  /// - Parameters:
  ///   - start: The first date.
  ///   - step: The number of seconds from each date to the next.
  /// - Returns: The provider. Its copies advance together.
  public static func advancing(from start: Date, by step: TimeInterval) -> Self {
    // A product, because the rounding error of a sum would grow with each step.
    let count = Atomic<UInt64>(0)
    return Self {
      start.addingTimeInterval(step * Double(count.wrappingAdd(1, ordering: .relaxed).oldValue))
    }
  }

  /// A provider that reports each use as `Date is unimplemented` and returns the start of 1970.
  public static var failing: Self {
    Self { unimplemented("Date", placeholder: Date(timeIntervalSince1970: 0)) }
  }
}

extension ValueProvider<Locale> {
  /// A provider of the user's locale, which follows the system settings.
  public static var live: Self { Self { .autoupdatingCurrent } }

  /// A provider that reports each use as `Locale is unimplemented` and returns `en_US_POSIX`, whose formats are fixed.
  public static var failing: Self {
    Self { unimplemented("Locale", placeholder: Locale(identifier: "en_US_POSIX")) }
  }
}

extension ValueProvider<TimeZone> {
  /// A provider of the user's time zone, which follows the system settings.
  public static var live: Self { Self { .autoupdatingCurrent } }

  /// A provider that reports each use as `TimeZone is unimplemented` and returns Greenwich Mean Time.
  public static var failing: Self { Self { unimplemented("TimeZone", placeholder: .gmt) } }
}
