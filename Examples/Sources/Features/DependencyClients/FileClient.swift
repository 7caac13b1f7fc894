// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
internal import Synchronization

/// A client that stores the game's files on the device.
public struct FileClient: Sendable {
  /// Deletes a file, or fails if it does not exist.
  public var delete: @Sendable (String) -> Effect<Never, any Error>

  /// Sends the contents of a file, or fails if it does not exist.
  public var load: @Sendable (String) -> Effect<Data, any Error>

  /// Writes a file, replacing an existing one.
  public var save: @Sendable (String, Data) -> Effect<Never, any Error>

  /// A function that receives the contents of a file, or `nil` if it does not exist, and returns the new contents.
  public typealias Change = @Sendable (Data?) throws -> Data

  /// Updates a file without losing the changes of other processes.
  ///
  /// Sends the new contents. If the change throws, the effect fails and the file stays unchanged.
  public var update: @Sendable (String, @escaping Change) -> Effect<Data, any Error>

  /// Creates a client from its endpoints.
  public init(
    delete: @escaping @Sendable (String) -> Effect<Never, any Error>,
    load: @escaping @Sendable (String) -> Effect<Data, any Error>,
    save: @escaping @Sendable (String, Data) -> Effect<Never, any Error>,
    update: @escaping @Sendable (String, @escaping Change) -> Effect<Data, any Error>
  ) {
    self.delete = delete
    self.load = load
    self.save = save
    self.update = update
  }

  /// Sends the value decoded from a JSON file.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - fileName: The name of the file.
  /// - Returns: An effect that fails if the file does not exist, or with a `DecodingError` if it contains something
  ///   else.
  public func load<Value: Decodable & Sendable>(
    _ type: Value.Type,
    from fileName: String
  ) -> Effect<Value, any Error> {
    load(fileName).flatMap { data in
      .sync { try JSONDecoder().decode(type, from: data) }
    }
  }

  /// Writes a value to a file as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - fileName: The name of the file. An existing file is replaced.
  /// - Returns: An effect that fails if the file cannot be written, or with an `EncodingError` if the value cannot be
  ///   encoded.
  public func save<Value: Encodable & Sendable>(
    _ value: Value,
    to fileName: String
  ) -> Effect<Never, any Error> {
    // Encode the value now, so that the effect only has to write.
    do {
      return save(fileName, try JSONEncoder().encode(value))
    } catch {
      return Effect(error: error)
    }
  }

  /// Updates the value in a JSON file without losing the changes of other processes.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - fileName: The name of the file.
  ///   - change: A function that receives the value, or `nil` if the file does not exist, and returns the new value.
  /// - Returns: An effect that sends the new value. It fails if the file cannot be written, with a `DecodingError` if
  ///   it contains something else, or with the error of the change.
  public func update<Value: Codable & Sendable>(
    _ type: Value.Type,
    in fileName: String,
    _ change: @escaping @Sendable (Value?) throws -> Value
  ) -> Effect<Value, any Error> {
    update(fileName) { data in
      let value = try data.map { try JSONDecoder().decode(type, from: $0) }
      return try JSONEncoder().encode(try change(value))
    }
    .flatMap { data in
      .sync { try JSONDecoder().decode(type, from: data) }
    }
  }

  /// Overrides the contents of one file.
  ///
  /// - Parameters:
  ///   - fileName: The name of the file. If it is overridden several times, the last override applies.
  ///   - contents: The effect that sends the contents, or fails as if the file did not exist.
  public mutating func override(load fileName: String, _ contents: Effect<Data, any Error>) {
    load = { [load] in $0 == fileName ? contents : load($0) }
  }
}

extension FileClient {
  /// A client that reports an issue for every call, including the name of the file.
  public static let failing = Self(
    delete: { .failing("FileClient.delete(\($0)) is unimplemented") },
    load: { .failing("FileClient.load(\($0)) is unimplemented") },
    save: { fileName, _ in .failing("FileClient.save(\(fileName)) is unimplemented") },
    update: { fileName, _ in .failing("FileClient.update(\(fileName)) is unimplemented") }
  )

  /// A client that sends and stores nothing.
  public static let noop = Self(
    delete: { _ in .none },
    load: { _ in .none },
    save: { _, _ in .none },
    update: { _, _ in .none }
  )

  /// Returns a client that keeps files in memory and fails with the errors of a file system.
  public static func inMemory() -> Self {
    let files = InMemoryFiles()
    return Self(
      delete: { fileName in
        Effect<Void, any Error>.sync { try files.remove(fileName) }.ignoreOutput()
      },
      load: { fileName in .sync { try files.contents(of: fileName) } },
      save: { fileName, data in .fireAndForget { files.write(data, to: fileName) } },
      update: { fileName, change in .sync { try files.update(fileName, change) } }
    )
  }

  /// Returns a client that stores files in a directory and replaces them atomically.
  ///
  /// - Parameter directory: The directory, which is created when the first file is written.
  /// - Returns: A client that fails with the errors of the file system.
  public static func live(directory: URL) -> Self {
    Self(
      delete: { fileName in
        Effect<Void, any Error>.sync {
          try FileManager.default.removeItem(at: directory.appending(path: fileName))
        }
        .ignoreOutput()
      },
      load: { fileName in
        .sync { try Data(contentsOf: directory.appending(path: fileName)) }
      },
      save: { fileName, data in
        Effect<Void, any Error>.sync {
          _ = try replaceFile(directory.appending(path: fileName)) { _ in data }
        }
        .ignoreOutput()
      },
      update: { fileName, change in
        .sync { try replaceFile(directory.appending(path: fileName), with: change) }
      }
    )
  }
}

private final class InMemoryFiles: Sendable {
  private let files = Mutex<[String: Data]>([:])

  func contents(of name: String) throws -> Data {
    guard let data = files.withLock({ $0[name] }) else { throw CocoaError(.fileReadNoSuchFile) }
    return data
  }

  func remove(_ name: String) throws {
    guard files.withLock({ $0.removeValue(forKey: name) }) != nil else {
      throw CocoaError(.fileNoSuchFile)
    }
  }

  func write(_ data: Data, to name: String) {
    files.withLock { $0[name] = data }
  }

  func update(_ name: String, _ change: FileClient.Change) throws -> Data {
    try files.withLock { files in
      let data = try change(files[name])
      files[name] = data
      return data
    }
  }
}
