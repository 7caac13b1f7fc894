// SPDX-License-Identifier: MIT

package import Foundation

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
/// var state = Notes.State(notes: notes ?? [])
/// state.saving.problem = problem
/// ```
///
/// The data is a JSON object with the number `version` and the `value`. Raise the version when the type can no longer
/// read what it wrote before, and add a migration whose parameter has the shape of the old value. A migration from 0 reads
/// JSON that has neither key, from before there were versions. Keep a sample of each version, and a test that loads it from
/// ``StorageClient/inMemory(_:)``. See <doc:SavingAndMigrating>.
///
/// Isolation: any thread.
public struct SavedFormat<Value: Codable & Sendable>: Sendable {
  /// The version in which values are saved, counted from 1.
  private let version: Int

  private let migrations: [Int: SavedMigration]

  /// Creates a format.
  ///
  /// A version without a migration to the next one is reported, and so are two migrations from the same version.
  ///
  /// - Parameters:
  ///   - version: The version in which values are saved, counted from 1.
  ///   - migrations: A migration from each older version, and one from 0 if there is data without a version.
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

  /// Loads the value that was saved last.
  ///
  /// Data that cannot be loaded is never lost. Unreadable data is set aside under another name, and saving is possible.
  /// The data stays where it is, and saving to the same client is refused, if that fails, if the version is newer or has
  /// no migration, and if reading fails, for instance because another client is using the data.
  ///
  /// A migrated value is saved at once, so that the next start finds the same: a migration may make new ids.
  ///
  /// It blocks while it reads. Call it before the store is made, so that no action comes before it.
  ///
  /// - Parameter storage: The client to load from; saving is possible afterwards.
  /// - Returns: The value, `nil` if there is none, and the problem, `nil` if there was none. Show the problem to the user.
  ///   There are both if a migrated value could not be saved.
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
    let data = try encode(value, in: storage.name)
    try storage.check(storage.name)
    try storage.save(data)
  }

  // MARK: Data

  /// Returns the data of a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: A JSON object with its keys in order.
  /// - Throws: An error that says what cannot be encoded.
  package func encode(_ value: Value) throws(SavingError) -> Data {
    try encode(value, in: "The value")
  }

  /// Returns the value that data of this version or an older one contains.
  ///
  /// - Parameter data: The data.
  /// - Returns: The value.
  /// - Throws: An error that says what is wrong with the data.
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
  /// The older version.
  package let from: Int

  let migrate: @Sendable (Data) throws -> Data

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - version: The older version; 0 for JSON that is not an object with a key `version` or `value`.
  ///   - migrate: Makes a value of the next version from one of the older version. Both have the shapes that these
  ///     versions save, often not those of the current types. An error that it throws makes the data unreadable.
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

/// A value in its envelope.
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

/// The version of data.
private struct SavedVersion: Decodable {
  private enum Key: CodingKey { case version, value }

  /// The version, from 1; `nil` if nothing of an envelope is there.
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

  /// Returns the version of data, 0 if it has none and may lack it.
  static func find(in data: Data, isOptional: Bool) throws -> Int {
    if let version = try (decodeJSON(from: data) as Self).version { return version }
    if isOptional { return 0 }
    throw DecodingError.keyNotFound(Key.version, .init(codingPath: [], debugDescription: ""))
  }
}

/// Decodes a value, with errors that have a place also on systems whose decoder tells none.
private func decodeJSON<Value: Decodable>(from data: Data) throws -> Value {
  do {
    return try JSONDecoder().decode(Value.self, from: data)
  } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
    let decoder = JSONDecoder()
    // The object that was read last. `nonisolated(unsafe)` because the decoder calls the function below only while it
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

/// Returns an error of coding as a part of a sentence.
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
