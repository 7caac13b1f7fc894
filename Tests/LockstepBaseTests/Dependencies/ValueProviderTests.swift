// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTesting
import Testing

@Suite struct ValueProviderTests {
  private let day = Date(timeIntervalSince1970: 100_000)

  @Test func `live values are the values of the system`() {
    #expect(ValueProvider<Calendar>.live.current == .autoupdatingCurrent)
    #expect(ValueProvider<Locale>.live.current == .autoupdatingCurrent)
    #expect(ValueProvider<TimeZone>.live.current == .autoupdatingCurrent)
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

  @Test func `failing values report each use, and are the same on every machine`() {
    let issues = withReportedIssues {
      let calendar = ValueProvider<Calendar>.failing.current
      #expect(calendar.identifier == .gregorian)
      #expect(calendar.timeZone == .gmt)
      #expect(calendar.locale?.identifier == "en_US_POSIX")
      #expect(calendar.startOfDay(for: day) == Date(timeIntervalSince1970: 86_400))
      #expect(ValueProvider<Locale>.failing.current.identifier == "en_US_POSIX")
      #expect(ValueProvider<TimeZone>.failing.current.secondsFromGMT(for: day) == 0)
    }
    #expect(
      issues.map(\.message) == [
        "Calendar is unimplemented", "Locale is unimplemented", "TimeZone is unimplemented",
      ]
    )
  }
}
