// SPDX-License-Identifier: MIT

/// The reason why a value was not loaded or not saved.
///
/// Isolation: any thread.
public struct SavingError: Error, Hashable, Sendable {
  /// A kind of problem.
  public enum Kind: Hashable, Sendable {
    /// The data is unreadable. It was set aside under the name if one exists, and is never overwritten.
    case unreadable(setAsideAs: String?)
    /// Another program changed the data, which was kept under the name, and the value was saved.
    case changedElsewhere(keptAs: String)
    /// A newer version of the program saved the data.
    case newerVersion(found: Int, supported: Int)
    /// The program has no migration from the version of the data.
    case noMigration(from: Int)
    /// Another program, or another client of this one, has loaded the data and may save it.
    case inUse
    /// Nothing has been loaded, so saving could overwrite data that the program has not seen.
    case notLoaded
    /// Reading, encoding or writing failed.
    case failed
  }

  /// The kind of problem.
  public let kind: Kind

  /// The name of the storage, such as the path of a file.
  public let storage: String

  /// The details as text; empty if none are available.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The kind of problem.
  ///   - storage: The name of the storage.
  ///   - reason: The details as text.
  public init(_ kind: Kind, in storage: String, reason: String = "") {
    self.kind = kind
    self.storage = storage
    self.reason = reason
  }
}

extension SavingError: CustomStringConvertible {
  /// A message that names the storage and the problem.
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
  var namesKeptData: Bool {
    switch self {
    case .unreadable, .changedElsewhere: true
    default: false
    }
  }
}
