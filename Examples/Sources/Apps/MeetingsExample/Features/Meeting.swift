// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

/// A meeting that takes place regularly.
struct Meeting: Codable, Equatable, Identifiable, Sendable {
  typealias ID = Tagged<Meeting, UUID>

  /// The lengths that a meeting can have, in minutes.
  static let lengths = 1...480

  let id: ID
  var title = ""
  /// The planned length.
  var minutes = 5
  /// The speakers, in the order in which they speak.
  var attendees: IdentifiedArrayOf<Attendee> = []
  /// The meetings that have taken place, the latest one last.
  var records: IdentifiedArrayOf<Record> = []

  /// The planned length, also if a file has one that no meeting can have.
  var seconds: Int {
    min(max(minutes, Self.lengths.lowerBound), Self.lengths.upperBound) * 60
  }

  /// The meeting without the blanks around its names, and without nameless attendees.
  var trimmed: Self {
    var meeting = self
    meeting.title = title.trimmed
    for row in attendees.indices { meeting.attendees[row].name = attendees[row].name.trimmed }
    meeting.attendees.removeAll { $0.name.isEmpty }
    return meeting
  }
}

/// A speaker in a meeting.
struct Attendee: Codable, Equatable, Identifiable, Sendable {
  let id: Tagged<Attendee, UUID>
  var name = ""
}

/// A meeting that has taken place.
struct Record: Codable, Equatable, Identifiable, Sendable {
  let id: Tagged<Record, UUID>
  /// The date of its end.
  let date: Date
  /// Its length.
  let seconds: Int
}

/// All meetings, which the features share.
typealias MeetingArray = IdentifiedArrayOf<Meeting>

extension String {
  /// The text without the blanks around it.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
