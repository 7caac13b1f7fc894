// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LockstepRouting

@Suite struct HTTPDateTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT.
  private let now = Date(timeIntervalSince1970: 784_111_777)

  private func seconds(_ text: String, now: Date? = nil) -> TimeInterval? {
    Date(httpDate: text, now: now ?? self.now)?.timeIntervalSince1970
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun Nov 06 08:49:37 1994",
  ])
  func `a date is read in each format`(text: String) {
    #expect(seconds(text) == 784_111_777)
  }

  @Test func `the first and the last representable second are parsed`() {
    #expect(seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(seconds("Wed, 31 Dec 1969 23:59:59 GMT") == -1)
    #expect(seconds("Sat, 01 Jan 0000 00:00:00 GMT") == -62_167_219_200)
    #expect(seconds("Fri, 31 Dec 9999 23:59:59 GMT") == 253_402_300_799)
    #expect(seconds("Fri Dec 31 23:59:59 9999") == 253_402_300_799)
  }

  @Test func `a leap second is the first second of the next minute`() {
    #expect(seconds("Sat, 31 Dec 2016 23:59:60 GMT") == 1_483_228_800)
    #expect(seconds("Saturday, 31-Dec-16 23:59:60 GMT") == 1_483_228_800)
    #expect(seconds("Sat Dec 31 23:59:60 2016") == 1_483_228_800)
  }

  @Test func `each day from 1970 to 2009 matches the Gregorian calendar`() throws {
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let wrong = (0..<14_610).first { number in
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      guard let year = parts.year, let month = parts.month, let day = parts.day else { return true }
      let name = "\(weekdays[number % 7]), \(twoDigits(day)) \(months[month - 1]) \(year)"
      return Date(httpDate: "\(name) 00:00:00 GMT", now: now) != date
    }
    #expect(wrong == nil)
  }

  @Test func `a date with a two-digit year is at most 50 years in the future`() {
    // Now is 1994-11-06 08:49:37.
    #expect(seconds("Sunday, 06-Nov-44 08:49:37 GMT") == seconds("Sun Nov  6 08:49:37 2044"))
    #expect(seconds("Sunday, 06-Nov-44 08:49:38 GMT") == seconds("Sun Nov  6 08:49:38 1944"))
    #expect(seconds("Saturday, 01-Jan-00 00:00:00 GMT") == seconds("Sat Jan  1 00:00:00 2000"))
    #expect(seconds("Friday, 31-Dec-93 00:00:00 GMT") == seconds("Fri Dec 31 00:00:00 1993"))
    let year2026 = Date(timeIntervalSince1970: 1_767_225_600)
    #expect(seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: year2026) == 784_111_777)
    #expect(
      seconds("Wednesday, 01-Jan-76 00:00:00 GMT", now: year2026)
        == seconds("Wed Jan  1 00:00:00 2076")
    )
    #expect(
      seconds("Wednesday, 01-Jan-76 00:00:01 GMT", now: year2026)
        == seconds("Wed Jan  1 00:00:01 1976")
    )
  }

  @Test func `a two-digit year can be in the next century`() {
    let year2090 = Date(timeIntervalSince1970: 3_786_912_000)
    #expect(
      seconds("Wednesday, 01-Jan-10 00:00:00 GMT", now: year2090)
        == seconds("Wed Jan  1 00:00:00 2110")
    )
  }

  @Test func `the century determines whether a day exists`() {
    // 2000 is a leap year, but 1900 and 2100 are not.
    #expect(seconds("Tuesday, 29-Feb-00 00:00:00 GMT") == seconds("Tue Feb 29 00:00:00 2000"))
    let year2090 = Date(timeIntervalSince1970: 3_786_912_000)
    #expect(seconds("Monday, 29-Feb-00 00:00:00 GMT", now: year2090) == nil)
    #expect(seconds("Thu, 29 Feb 1900 00:00:00 GMT") == nil)
    #expect(seconds("Mon, 29 Feb 2100 00:00:00 GMT") == nil)
    #expect(seconds("Thu, 29 Feb 1996 00:00:00 GMT") == 825_552_000)
  }

  @Test(arguments: [Date.distantPast, .distantFuture])
  func `any current date is accepted`(now: Date) {
    #expect(seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == 784_111_777)
    #expect(seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: now) != 784_111_777)
  }

  @Test(arguments: [
    // Strings that are not dates.
    "", " ", "0", "-1", "1994-11-06T08:49:37Z", "Sun", "Sunday", "Sun, ", "Sun ", "Sunday, ", "🎄",
    // Names.
    "Son, 06 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt",
    "Sun, 06 Nob 1994 08:49:37 GMT", "Sun, 06 November 1994 08:49:37 GMT",
    "Sonntag, 06-Nov-94 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
    "Sunmonday, 06-Nov-94 08:49:37 GMT", "Sun, 06 11 1994 08:49:37 GMT",
    // Days.
    "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Tue, 29 Feb 1994 08:49:37 GMT",
    "Sun, 32 Dec 1994 08:49:37 GMT", "Sunday, 31-Feb-94 08:49:37 GMT", "Sun Feb 31 08:49:37 1994",
    "Sun Nov  0 08:49:37 1994",
    // Times.
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37.5 GMT", "Sun, 06 Nov 1994 08:49:-1 GMT",
    "Sun, 06 Nov 1994 -1:49:37 GMT", "Sunday, 06-Nov-94 24:00:00 GMT", "Sun Nov  6 24:00:00 1994",
    // Zones.
    "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
    "Sunday, 06-Nov-94 08:49:37 EST", "Sun Nov  6 08:49:37 1994 GMT",
    // Mixed formats, and numbers that are too long, too short or not ASCII.
    "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT",
    "Sun, 06 Nov +994 08:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
    "Sun Nov  16 08:49:37 1994", "Sun Nov  6 08:49:37 94",
    // Spaces and other text around a date.
    " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
    "Sun,  06 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT\u{301}",
  ])
  func `an invalid date is not parsed`(text: String) {
    #expect(seconds(text) == nil)
  }
}
