// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

extension MeetingsApp {
  static let formatVersion = 2

  static let format = SavedFormat<MeetingArray>(
    version: formatVersion,
    migrations: [
      SavedMigration(from: 1) { (meetings: [MeetingOfVersion1]) in meetings.map(\.migrated) }
    ]
  )

  /// The app's reducer, which also saves the meetings.
  static let savingReducer = reducer.persisted(
    \.meetings.value,
    saving: \.saving,
    action: /Action.saving,
    as: format,
    to: \.storage,
    scheduler: \.mainQueue
  )
}

extension MeetingsApp.State {
  /// Loads the initial state, with two example meetings if the storage is empty.
  ///
  /// - Throws: A `SavingError` if the storage cannot be read, or if an unreadable file cannot be replaced.
  init(from storage: StorageClient) throws(SavingError) {
    let (meetings, problem) = MeetingsApp.format.load(from: storage)
    if let problem, meetings == nil {
      guard case .unreadable(setAsideAs: _?) = problem.kind else { throw problem }
      // Without an empty file, the next launch would show the examples in place of the lost meetings.
      try MeetingsApp.format.save([], to: storage)
    }
    self.init(
      meetings: Undoable(meetings ?? (problem == nil ? .examples : [])),
      saving: Saving(problem: problem)
    )
  }
}

extension MeetingArray {
  static let examples: Self = [
    .example(1, "Design", minutes: 1, attendees: ["Blob", "Blob Jr.", "Blob Sr."]),
    .example(2, "Engineering", minutes: 10, attendees: ["Ada", "Grace", "คึกฤทธิ์"]),
  ]
}

extension Meeting {
  fileprivate static func example(
    _ number: UInt8,
    _ title: String,
    minutes: Int,
    attendees: [String]
  ) -> Self {
    let id = { (last: UInt8) in UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number, last))
    }
    let attendees = attendees.enumerated().map { index, name in
      Attendee(id: Attendee.ID(id(UInt8(index + 1))), name: name)
    }
    return Self(
      id: ID(id(0)),
      title: title,
      minutes: minutes,
      attendees: IdentifiedArray(attendees)
    )
  }
}

/// A meeting of version 1, which stored its length in seconds and had no records.
struct MeetingOfVersion1: Decodable {
  struct Person: Decodable {
    let id: UUID
    let name: String
  }

  let id: UUID
  let title: String
  let seconds: Int
  let attendees: [Person]

  var migrated: Meeting {
    Meeting(
      id: Meeting.ID(id),
      title: title,
      minutes: max(1, seconds / 60),
      attendees: IdentifiedArray(
        attendees.map { Attendee(id: Attendee.ID($0.id), name: $0.name) }
      )
    )
  }
}
