// SPDX-License-Identifier: MIT

internal import Foundation

extension Date {
  /// Creates a date from a header field in any of the three HTTP formats, or returns nil if the text is invalid.
  ///
  /// A leap second, such as 23:59:60, counts as the first second of the next minute. The day of the week must be a
  /// valid name, but need not be correct. A date with a two-digit year is at most 50 years after `now`.
  ///
  /// Source: RFC 9110, section 5.6.7.
  init?(httpDate text: String, now: Date) {
    var reader = HTTPDateReader(text)
    guard let seconds = reader.readDate(now: now) else { return nil }
    self.init(timeIntervalSince1970: Double(seconds))
  }
}

private struct HTTPDateReader {
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  /// Returns the seconds since 1970, or nil unless the whole text is a valid date.
  mutating func readDate(now: Date) -> Int? {
    guard let weekday = Self.weekdays.first(where: { skip($0.prefix(3)) }) else { return nil }
    let seconds: Int?
    if skip(", ") {
      seconds = readFixedDate()
    } else if skip(" ") {
      seconds = readCDate()
    } else if skip(weekday.dropFirst(3)), skip(", ") {
      seconds = readDateWithShortYear(now: now)
    } else {
      return nil
    }
    return rest.isEmpty ? seconds : nil
  }

  /// Reads `06 Nov 1994 08:49:37 GMT`.
  private mutating func readFixedDate() -> Int? {
    guard let day = readNumber(digits: 2), skip(" "),
      let month = readMonth(), skip(" "),
      let year = readNumber(digits: 4), skip(" "),
      let time = readTime(), skip(" GMT"),
      Self.isValid(year: year, month: month, day: day)
    else { return nil }
    return Self.days(year: year, month: month, day: day) * 86_400 + time
  }

  /// Reads `Nov  6 08:49:37 1994`, the format of `asctime` in C.
  private mutating func readCDate() -> Int? {
    guard let month = readMonth(), skip(" "),
      let day = readNumber(digits: skip(" ") ? 1 : 2), skip(" "),
      let time = readTime(), skip(" "),
      let year = readNumber(digits: 4),
      Self.isValid(year: year, month: month, day: day)
    else { return nil }
    return Self.days(year: year, month: month, day: day) * 86_400 + time
  }

  /// Reads `06-Nov-94 08:49:37 GMT`, the format of RFC 850.
  private mutating func readDateWithShortYear(now: Date) -> Int? {
    guard let day = readNumber(digits: 2), skip("-"),
      let month = readMonth(), skip("-"),
      let lastDigits = readNumber(digits: 2), skip(" "),
      let time = readTime(), skip(" GMT")
    else { return nil }
    // The latest year that makes the date at most 50 years later than now.
    let year = stride(from: 9_900 + lastDigits, through: 0, by: -100).first { year in
      let earlier = Self.days(year: year - 50, month: month, day: day) * 86_400 + time
      return Double(earlier) <= now.timeIntervalSince1970
    }
    guard let year, Self.isValid(year: year, month: month, day: day) else { return nil }
    return Self.days(year: year, month: month, day: day) * 86_400 + time
  }

  /// Reads `08:49:37` and returns the seconds since midnight.
  private mutating func readTime() -> Int? {
    guard let hour = readNumber(digits: 2), hour < 24, skip(":"),
      let minute = readNumber(digits: 2), minute < 60, skip(":"),
      // 60 is a leap second.
      let second = readNumber(digits: 2), second <= 60
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  private mutating func readMonth() -> Int? {
    Self.months.firstIndex { skip($0) }.map { $0 + 1 }
  }

  private mutating func readNumber(digits count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count,
      digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private mutating func skip(_ text: some StringProtocol) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private static func isValid(year: Int, month: Int, day: Int) -> Bool {
    // Month 13 is January of the next year.
    let nextMonth = days(year: year, month: month + 1, day: 1)
    return day > 0 && days(year: year, month: month, day: day) < nextMonth
  }

  /// Returns the days from January 1, 1970, to a date of the Gregorian calendar.
  ///
  /// Years begin in March, so that a leap day is the last day of its year.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    // The calendar repeats every 400 years. Adding them keeps the divisions positive.
    let year = (month > 2 ? year : year - 1) + 400
    let monthsSinceMarch = (month + 9) % 12
    let daysBeforeYear = year * 365 + year / 4 - year / 100 + year / 400
    let daysBeforeMonth = (monthsSinceMarch * 153 + 2) / 5
    return daysBeforeYear + daysBeforeMonth + day - 1 - 146_097 - 719_468
  }
}
