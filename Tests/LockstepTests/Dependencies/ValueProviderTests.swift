// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct ValueProviderTests {
  private let day = Date(timeIntervalSince1970: 100_000)

  @Test func `live values are those of the system`() {
    #expect(ValueProvider<Calendar>.live.current == .autoupdatingCurrent)
    #expect(ValueProvider<Locale>.live.current == .autoupdatingCurrent)
    #expect(ValueProvider<TimeZone>.live.current == .autoupdatingCurrent)
  }

  @Test func `fixed values are the same on every machine`() {
    let calendar = ValueProvider<Calendar>.fixed.current
    #expect(calendar.identifier == .gregorian)
    #expect(calendar.timeZone == .gmt)
    #expect(calendar.locale?.identifier == "en_US_POSIX")
    #expect(calendar.startOfDay(for: day) == Date(timeIntervalSince1970: 86_400))
    #expect(ValueProvider<Locale>.fixed.current.identifier == "en_US_POSIX")
    #expect(ValueProvider<TimeZone>.fixed.current.secondsFromGMT(for: day) == 0)
  }

  @Test func `a constant value is always the same`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Vienna"))
    #expect(ValueProvider.constant(zone).current == zone)
  }

  @Test func `a value is read at each use`() {
    let value = Recorder("A")
    let provider = ValueProvider { value.value }
    #expect(provider.current == "A")
    value.set("B")
    #expect(provider.current == "B")
  }

  @Test func `failing values report each use, and are the fixed ones`() {
    let issues = withReportedIssues {
      #expect(ValueProvider<Calendar>.failing.current == ValueProvider<Calendar>.fixed.current)
      #expect(ValueProvider<Locale>.failing.current == ValueProvider<Locale>.fixed.current)
      #expect(ValueProvider<TimeZone>.failing.current == .gmt)
    }
    #expect(
      issues.map(\.message) == [
        "Calendar is unimplemented", "Locale is unimplemented", "TimeZone is unimplemented",
      ]
    )
  }
}
