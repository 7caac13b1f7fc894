// SPDX-License-Identifier: MIT

public import struct Foundation.Calendar
public import struct Foundation.Locale
public import struct Foundation.TimeZone

extension ValueProvider<Calendar> {
  /// A provider of the user's calendar, which follows the settings of the system.
  public static var live: Self { Self { .autoupdatingCurrent } }

  /// A provider of the Gregorian calendar in Greenwich Mean Time and the locale `en_US_POSIX`.
  public static var fixed: Self {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = ValueProvider<Locale>.fixed.current
    calendar.timeZone = .gmt
    return .constant(calendar)
  }

  /// A provider that reports each use, `Calendar is unimplemented`, and returns the calendar of `fixed`.
  public static var failing: Self {
    let fixed = fixed
    return Self { unimplemented("Calendar", placeholder: fixed.current) }
  }
}

extension ValueProvider<Locale> {
  /// A provider of the user's locale, which follows the settings of the system.
  public static var live: Self { Self { .autoupdatingCurrent } }

  /// A provider of the locale `en_US_POSIX`, whose formats do not depend on the system.
  public static var fixed: Self { .constant(Locale(identifier: "en_US_POSIX")) }

  /// A provider that reports each use, `Locale is unimplemented`, and returns the locale of `fixed`.
  public static var failing: Self {
    let fixed = fixed
    return Self { unimplemented("Locale", placeholder: fixed.current) }
  }
}

extension ValueProvider<TimeZone> {
  /// A provider of the user's time zone, which follows the settings of the system.
  public static var live: Self { Self { .autoupdatingCurrent } }

  /// A provider of Greenwich Mean Time.
  public static var fixed: Self { .constant(.gmt) }

  /// A provider that reports each use, `TimeZone is unimplemented`, and returns Greenwich Mean Time.
  public static var failing: Self { Self { unimplemented("TimeZone", placeholder: .gmt) } }
}
