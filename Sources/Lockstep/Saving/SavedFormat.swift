// SPDX-License-Identifier: MIT

package import Foundation

/// The format of a saved value: its version, and a migration from each older version to the next.
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
/// var state = Notes.State(notes: notes ?? [])
/// state.saving.problem = problem
/// ```
///
/// The data is a JSON object with the keys `version` and `value`. Raise the version when the type can no longer read
/// older data, and add a migration whose parameter has the shape of the old value. A migration from 0 reads JSON
/// without these keys, written before the format had versions. Keep a sample of each version, and a test that loads it
/// from ``StorageClient/inMemory(_:)``. See <doc:SavingAndMigrating>.
///
/// Isolation: any thread.
public struct SavedFormat<Value: Codable & Sendable>: Sendable {
  private let version: Int

  private let migrations: [Int: SavedMigration]

  /// Creates a format.
  ///
  /// The initializer reports a version without a migration to the next one, and two migrations from the same version.
  ///
  /// - Parameters:
  ///   - version: The version in which values are saved, counted from 1.
  ///   - migrations: A migration from each older version, and one from 0 if data without a version exists.
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
    let first = found.first == 0 ? 0 : 1
    let isComplete = found.count + first == version && zip(first..., found).allSatisfy(==)
    guard version < 1 || isComplete == false else { return }
    let needed = version < 2 ? "none" : version == 2 ? "1" : "1 to \(version - 1)"
    reportIssue(
      """
      The migrations of a saved format do not match its version.

      Value: \(Dump.name(Value.self))
      Version: \(version)
      Migrations from: \(found.isEmpty ? "none" : found.map(String.init).joined(separator: ", "))
      Needed from: \(needed)

      \(version < 1
        ? "Pass a version of at least 1." : "Add the missing migrations, or remove the others.")
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  // MARK: A storage

  /// Loads the last saved value.
  ///
  /// Data that cannot be loaded is never lost. Unreadable data is set aside under another name, and the client can
  /// save. The data stays in place and the client refuses to save if setting it aside fails, if the version is newer or
  /// has no migration, or if reading fails, for example because another client is using the data.
  ///
  /// A migrated value is saved immediately, so that the ids that a migration creates stay the same.
  ///
  /// This method blocks while it reads. Call it before you create the store, so that no action precedes it.
  ///
  /// - Parameter storage: The client to load from, which must load before it can save.
  /// - Returns: The value, or `nil` if none was loaded, and the problem, or `nil` if none occurred. Show the problem to
  ///   the user. If a migrated value could not be saved, both are present.
  /// - Complexity: O(*n*) in the size of the data, once for each migration.
  public func load(from storage: StorageClient) -> (value: Value?, problem: SavingError?) {
    do throws(SavingError) {
      var (value, problem): (Value?, SavingError?)
      var isMigrated = false
      if let data = try storage.load() {
        do throws(SavingError) {
          (value, isMigrated) = try decode(data, in: storage.name)
        } catch {
          guard case .unreadable = error.kind else { throw error }
          problem = try setAside(error, in: storage)
        }
      }
      storage.refuse(nil)
      if isMigrated, let value {
        do throws(SavingError) { try save(value, to: storage) } catch { problem = error }
      }
      return (value, problem)
    } catch {
      storage.refuse(error)
      return (nil, error)
    }
  }

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

  /// Saves a value immediately, for example when a program ends.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - storage: The client to save to, which must have loaded before.
  /// - Throws: The reason why the value was not saved.
  /// - Complexity: O(*n*) in the size of the data.
  public func save(_ value: Value, to storage: StorageClient) throws(SavingError) {
    let data = try encode(value, in: storage.name)
    try storage.check(storage.name)
    try storage.save(data)
  }

  // MARK: Data

  package func encode(_ value: Value) throws(SavingError) -> Data {
    try encode(value, in: "The value")
  }

  package func decode(_ data: Data) throws(SavingError) -> Value {
    try decode(data, in: "The data").value
  }

  private func encode(_ value: Value, in storage: String) throws(SavingError) -> Data {
    do {
      return try SavedValue(version: version, value: value).data()
    } catch {
      throw SavingError(.failed, in: storage, reason: "encoding failed, \(words(of: error))")
    }
  }

  private func decode(
    _ data: Data,
    in storage: String
  ) throws(SavingError) -> (value: Value, isMigrated: Bool) {
    var data = data
    var found: Int?
    do {
      let first = try SavedVersion.find(in: data, isOptional: migrations[0] != nil)
      found = first
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
      return (try SavedValue<Value>(data).value, first < version)
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
  package let from: Int

  let migrate: @Sendable (Data) throws -> Data

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - version: The older version; 0 for JSON that is not an object with a key `version` or `value`.
  ///   - migrate: Converts a value of the older version to the next version. Its types have the shapes that these
  ///     versions save, often not those of the current types. If it throws an error, the data counts as unreadable.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int,
    _ migrate: @escaping @Sendable (Old) throws -> New
  ) {
    from = version
    self.migrate = { data in
      let (next, _) = version.addingReportingOverflow(1)
      let old: Old =
        version == 0 ? try decodeJSON(from: data) : try SavedValue(data).value
      return try SavedValue(version: next, value: migrate(old)).data()
    }
  }
}

private struct SavedValue<Value> {
  let version: Int
  let value: Value
}

extension SavedValue: Encodable where Value: Encodable {
  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try DepthEncoder.check(value)
    return try encoder.encode(self)
  }
}

extension SavedValue: Decodable where Value: Decodable {
  init(_ data: Data) throws {
    self = try decodeJSON(from: data)
  }
}

private struct SavedVersion: Decodable {
  private enum Key: CodingKey { case version, value }

  private let version: Int?

  init(from decoder: any Decoder) throws {
    guard let object = try? decoder.container(keyedBy: Key.self), object.allKeys.isEmpty == false
    else {
      version = nil
      return
    }
    let found = try object.decode(Int.self, forKey: .version)
    guard found >= 1 else {
      let text = "the version must be at least 1"
      throw DecodingError.dataCorruptedError(forKey: .version, in: object, debugDescription: text)
    }
    version = found
  }

  static func find(in data: Data, isOptional: Bool) throws -> Int {
    if let version = try (decodeJSON(from: data) as Self).version { return version }
    if isOptional { return 0 }
    throw DecodingError.keyNotFound(Key.version, .init(codingPath: [], debugDescription: ""))
  }
}

/// Decodes a value, and adds a coding path to errors on systems whose decoder provides none.
private func decodeJSON<Value: Decodable>(from data: Data) throws -> Value {
  do {
    return try JSONDecoder().decode(Value.self, from: data)
  } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
    let decoder = JSONDecoder()
    // The path of the last object read. `nonisolated(unsafe)`, because the decoder calls the closure only while it
    // decodes, on this thread.
    nonisolated(unsafe) var place: [any CodingKey] = []
    decoder.keyDecodingStrategy = .custom { keys in
      place = keys.dropLast()
      return keys[keys.count - 1]
    }
    _ = try? decoder.decode(Value.self, from: data)
    var text = context.debugDescription
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      if text.hasPrefix("The given data was not") { text = "a number does not fit its type" }
    } catch {
      text = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? text
    }
    throw DecodingError.dataCorrupted(.init(codingPath: place, debugDescription: text))
  }
}

private func words(of error: any Error) -> String {
  switch error {
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
