// SPDX-License-Identifier: MIT

public import Foundation

/// The format in which a value is saved: its version, and a migration from each older version to the next one.
///
/// ```swift
/// let notesFormat = SavedFormat<[Note]>(
///   version: 2,
///   migrations: [
///     SavedMigration(from: 1) { (titles: [String]) in titles.map { Note(title: $0) } }
///   ]
/// )
///
/// let storage = StorageClient.file(URL(filePath: "notes.json"))
/// let (notes, problem) = notesFormat.load(from: storage)
/// var state = NotesState(notes: notes ?? [])
/// state.saving.problem = problem
/// ```
///
/// The data is a JSON object with the number `version` and the `value`. Raise the version when the type can no longer
/// read what it wrote before, and add a migration whose parameter has the shape of the old value. Keep a sample of each
/// version, and a test that loads it with ``decode(_:)``. See <doc:SavingAndMigrating>.
///
/// Isolation: any thread.
public struct SavedFormat<Value: Codable & Sendable>: Sendable {
  /// The version in which values are saved, counted from 1.
  public let version: Int

  private let migrations: [Int: SavedMigration]

  /// Creates a format.
  ///
  /// A version without a migration to the next one is reported, and so are two migrations from the same version.
  ///
  /// - Parameters:
  ///   - version: The version in which values are saved, counted from 1.
  ///   - migrations: A migration from each older version.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  public init(
    version: Int = 1,
    migrations: [SavedMigration] = [],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.version = version
    self.migrations = Dictionary(migrations.map { ($0.from, $0) }) { first, _ in first }
    let found = migrations.map(\.from).sorted()
    let isComplete = found.count == version - 1 && zip(1..., found).allSatisfy(==)
    guard version < 1 || isComplete == false else { return }
    let needed = version < 2 ? "none" : version == 2 ? "1" : "1 to \(version - 1)"
    reportIssue(
      """
      A format of saved values needs one migration from each version before its own, and no other.

      Value: \(Value.self)
      Version: \(version)
      Migrations from: \(found.isEmpty ? "none" : found.map(String.init).joined(separator: ", "))
      Needed from: \(needed)
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  // MARK: A storage

  /// Loads the value that was saved last.
  ///
  /// Data that cannot be loaded is never lost. Unreadable data is set aside under another name, and saving is possible.
  /// The data stays where it is, and saving to the same client is refused, if that fails, if the version is newer or has
  /// no migration, and if reading fails, for instance because another client is using the data.
  ///
  /// It blocks while it reads. Call it before the store is made, so that no action comes before it.
  ///
  /// - Parameter storage: The client to load from; saving is possible afterwards.
  /// - Returns: The value, `nil` if there is none, and the problem, `nil` if there was none. Show the problem to the user.
  /// - Complexity: O(*n*) in the size of the data, once for each migration.
  public func load(from storage: StorageClient) -> (value: Value?, problem: SavingError?) {
    do throws(SavingError) {
      var (value, problem): (Value?, SavingError?)
      if let data = try storage.load() {
        do throws(SavingError) {
          value = try decode(data, in: storage.name)
        } catch {
          guard case .unreadable = error.kind else { throw error }
          problem = try setAside(error, in: storage)
        }
      }
      storage.refuse(nil)
      return (value, problem)
    } catch {
      storage.refuse(error)
      return (nil, error)
    }
  }

  /// Sets data aside that cannot be read; returns the problem with its new name.
  private func setAside(
    _ problem: SavingError,
    in storage: StorageClient
  ) throws(SavingError) -> SavingError {
    do throws(SavingError) {
      let kind = SavingError.Kind.unreadable(setAsideAs: try storage.setAside())
      return SavingError(kind, in: storage.name, reason: problem.reason)
    } catch {
      let reason = "\(problem.reason); \(error.reason)"
      throw SavingError(problem.kind, in: storage.name, reason: reason)
    }
  }

  /// Saves a value now, for instance when a program ends.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - storage: The client to save to, which has loaded before.
  /// - Throws: The reason why the value was not saved.
  /// - Complexity: O(*n*) in the size of the data.
  public func save(_ value: Value, to storage: StorageClient) throws(SavingError) {
    try storage.save(encode(value, in: storage.name))
  }

  // MARK: Data

  /// Returns the data of a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: A JSON object with its keys in order.
  /// - Throws: An error that says what cannot be encoded.
  public func encode(_ value: Value) throws(SavingError) -> Data {
    try encode(value, in: "The value")
  }

  /// Returns the value that data of this version or an older one contains.
  ///
  /// - Parameter data: The data.
  /// - Returns: The value.
  /// - Throws: An error that says what is wrong with the data.
  public func decode(_ data: Data) throws(SavingError) -> Value {
    try decode(data, in: "The data")
  }

  private func encode(_ value: Value, in storage: String) throws(SavingError) -> Data {
    do {
      return try SavedValue(version: version, value: value).data()
    } catch {
      throw SavingError(.failed, in: storage, reason: "encoding failed, \(words(of: error))")
    }
  }

  private func decode(_ data: Data, in storage: String) throws(SavingError) -> Value {
    var data = data
    var found: Int?
    do {
      let first = try JSONDecoder().decode(SavedVersion.self, from: data).version
      found = first
      guard first >= 1 else { throw UnknownVersion() }
      guard first <= version else {
        let kind = SavingError.Kind.newerVersion(found: first, supported: version)
        throw SavingError(kind, in: storage)
      }
      for old in first..<version {
        guard let migration = migrations[old] else {
          throw SavingError(.noMigration(from: old), in: storage)
        }
        found = old
        data = try migration.migrate(data)
      }
      found = version
      return try SavedValue<Value>(data).value
    } catch let error as SavingError {
      throw error
    } catch {
      let version = found.map { "version \($0), " } ?? ""
      let kind = SavingError.Kind.unreadable(setAsideAs: nil)
      throw SavingError(kind, in: storage, reason: version + words(of: error))
    }
  }
}

/// A migration from one version of a saved value to the next.
///
/// ```swift
/// SavedMigration(from: 1) { (titles: [String]) in titles.map { Note(title: $0) } }
/// ```
///
/// Isolation: any thread.
public struct SavedMigration: Sendable {
  /// The older version.
  public let from: Int

  let migrate: @Sendable (Data) throws -> Data

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - version: The older version.
  ///   - migrate: Makes a value of the next version from one of the older version. Both have the shapes that these
  ///     versions save, often not those of the current types. An error that it throws makes the data unreadable.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int,
    _ migrate: @escaping @Sendable (Old) throws -> New
  ) {
    from = version
    self.migrate = { data in
      let (next, _) = version.addingReportingOverflow(1)
      return try SavedValue(version: next, value: migrate(SavedValue(data).value)).data()
    }
  }
}

/// A value in its envelope.
private struct SavedValue<Value> {
  let version: Int
  let value: Value
}

extension SavedValue: Encodable where Value: Encodable {
  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

extension SavedValue: Decodable where Value: Decodable {
  init(_ data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: data)
  }
}

/// The part of an envelope that all versions have.
private struct SavedVersion: Decodable {
  let version: Int
}

private struct UnknownVersion: Error {}

/// Returns an error of coding as a part of a sentence.
private func words(of error: any Error) -> String {
  switch error {
  case is UnknownVersion: "versions count from 1"
  case DecodingError.keyNotFound(let key, let context):
    "'\(key.stringValue)' is missing\(place(context.codingPath))"
  case DecodingError.valueNotFound(let type, let context):
    "expected \(name(of: type)), found null\(place(context.codingPath))"
  case DecodingError.typeMismatch(let type, let context):
    "expected \(name(of: type))\(place(context.codingPath))"
  case DecodingError.dataCorrupted(let context):
    clause(context.debugDescription) + place(context.codingPath)
  case EncodingError.invalidValue(_, let context):
    clause(context.debugDescription) + place(context.codingPath)
  default: clause("\(error)")
  }
}

private func name(of type: any Any.Type) -> String {
  switch type {
  case is [String: Any].Type: "an object"
  case is [Any].Type: "an array"
  default: "\(type)"
  }
}

private func place(_ path: [any CodingKey]) -> String {
  guard path.isEmpty == false else { return "" }
  return
    " at '\(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))'"
}

private func clause(_ sentence: String) -> String {
  sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
}
