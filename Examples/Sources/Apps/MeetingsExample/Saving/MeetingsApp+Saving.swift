// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

extension MeetingsApp {
  /// The version of the file with the meetings.
  static let formatVersion = 2

  /// The format of the file with the meetings.
  static let format = SavedFormat<MeetingArray>(
    version: formatVersion,
    migrations: [
      SavedMigration(from: 1) { (meetings: [MeetingOfVersion1]) in meetings.map(\.migrated) }
    ]
  )

  /// The app, which also saves its meetings.
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
  /// Loads the first state; there are two meetings to try in a storage that is empty.
  ///
  /// - Throws: The reason why the storage can be neither read nor saved.
  init(from storage: StorageClient) throws(SavingError) {
    let (meetings, problem) = MeetingsApp.format.load(from: storage)
    if let problem, meetings == nil {
      guard case .unreadable(setAsideAs: _?) = problem.kind else { throw problem }
      // Otherwise, the next start would find nothing, and show the examples in place of the lost meetings.
      try MeetingsApp.format.save([], to: storage)
    }
    self.init(
      meetings: Undoable(meetings ?? (problem == nil ? .examples : [])),
      saving: Saving(problem: problem)
    )
  }
}

extension MeetingArray {
  /// Two meetings for the first start.
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

/// The shape of a meeting in the first version, which planned seconds and kept no records.
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
