// SPDX-License-Identifier: MIT

/// The reason why a value was not loaded or not saved.
///
/// Isolation: any thread.
public struct SavingError: Error, Hashable, Sendable {
  /// The kind of the problem.
  public enum Kind: Hashable, Sendable {
    /// The program cannot read the data. It was set aside under the name if there is one, and otherwise stays where it
    /// was; in both cases, nothing overwrites it.
    case unreadable(setAsideAs: String?)
    /// Another program has replaced or changed the data since it was last loaded or saved. That version was kept under
    /// the name, and the value was saved.
    case changedElsewhere(keptAs: String)
    /// The data was saved by a newer version of the program.
    case newerVersion(found: Int, supported: Int)
    /// The program has no migration from the version of the data.
    case noMigration(from: Int)
    /// Another program, or another client of this one, has loaded the data and may save it.
    case inUse
    /// Nothing has been loaded, so saving might overwrite data that the program has not seen.
    case notLoaded
    /// Reading, encoding or writing has failed.
    case failed
  }

  /// The kind of the problem.
  public let kind: Kind

  /// The name of the storage, such as the path of a file.
  public let storage: String

  /// The details in words; empty if there are none.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The kind of the problem.
  ///   - storage: The name of the storage.
  ///   - reason: The details in words.
  public init(_ kind: Kind, in storage: String, reason: String = "") {
    self.kind = kind
    self.storage = storage
    self.reason = reason
  }
}

extension SavingError: CustomStringConvertible {
  /// A sentence that names the storage and the problem.
  public var description: String {
    switch kind {
    case .unreadable(let name?): "\(storage) cannot be read and is kept as \(name): \(reason)."
    case .unreadable(nil):
      "\(storage) cannot be read, and could not be set aside. Nothing is saved: \(reason)."
    case .changedElsewhere(let name):
      """
      Another program has changed \(storage). Its version is kept as \(name), and the version of this program was \
      saved. To use the other version, quit this program and rename \(name) to the original file name.
      """
    case .newerVersion(let found, let supported):
      """
      \(storage) was saved by a newer version of this program: its format is version \(found), and this program reads \
      up to version \(supported). Nothing is saved.
      """
    case .noMigration(let version):
      "\(storage) has version \(version), and this program has no migration from it. Nothing is saved."
    case .inUse: "\(storage) is in use by another program or by another client. Nothing is saved."
    case .notLoaded:
      """
      \(storage) cannot be saved before it is loaded: saving could overwrite unread contents. Call \
      'format.load(from:)' first.
      """
    case .failed: "\(storage): \(reason)."
    }
  }
}

extension SavingError.Kind {
  /// A Boolean value that indicates whether the user needs the name of data that was kept.
  var namesKeptData: Bool {
    switch self {
    case .unreadable, .changedElsewhere: true
    default: false
    }
  }
}
