// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

/// A recurring meeting.
struct Meeting: Codable, Equatable, Identifiable, Sendable {
  typealias ID = Tagged<Meeting, UUID>

  /// The valid lengths, in minutes.
  static let lengths = 1...480

  let id: ID
  var title = ""
  var minutes = 5
  var attendees: IdentifiedArrayOf<Attendee> = []
  /// The past meetings, latest last.
  var records: IdentifiedArrayOf<Record> = []

  /// The planned length, clamped to ``lengths`` because a file can contain any number.
  var seconds: Int {
    min(max(minutes, Self.lengths.lowerBound), Self.lengths.upperBound) * 60
  }

  /// A copy with trimmed names, and without nameless attendees.
  var trimmed: Self {
    var meeting = self
    meeting.title = title.trimmed
    for row in attendees.indices { meeting.attendees[row].name = attendees[row].name.trimmed }
    meeting.attendees.removeAll { $0.name.isEmpty }
    return meeting
  }
}

struct Attendee: Codable, Equatable, Identifiable, Sendable {
  let id: Tagged<Attendee, UUID>
  var name = ""
}

/// A past meeting.
struct Record: Codable, Equatable, Identifiable, Sendable {
  let id: Tagged<Record, UUID>
  /// The date on which the meeting ended.
  let date: Date
  let seconds: Int
}

/// All meetings, shared by the features.
typealias MeetingArray = IdentifiedArrayOf<Meeting>

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
