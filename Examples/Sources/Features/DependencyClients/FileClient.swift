// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
internal import Synchronization

/// The files that the game keeps on the device.
public struct FileClient: Sendable {
  /// Deletes a file; fails if there is none.
  public var delete: @Sendable (String) -> Effect<Never, any Error>

  /// Sends the contents of a file; fails if there is none.
  public var load: @Sendable (String) -> Effect<Data, any Error>

  /// Writes a file, in place of one that is there.
  public var save: @Sendable (String, Data) -> Effect<Never, any Error>

  /// Turns the present contents of a file, or nil if there is none, into the new ones.
  public typealias Change = @Sendable (Data?) throws -> Data

  /// Changes a file that other processes may write, too; none of them writes between reading and writing.
  ///
  /// Sends what was written; fails if the change does, and then leaves the file as it is.
  public var update: @Sendable (String, @escaping Change) -> Effect<Data, any Error>

  /// A client made of its endpoints.
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

  /// Sends the value that a file holds as JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - fileName: The name of the file.
  /// - Returns: The effect, which fails if there is no file, or with the `DecodingError` if it holds
  ///   something else.
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
  ///   - fileName: The name of the file; one that is there is replaced.
  /// - Returns: The effect, which fails if the file cannot be written, or with the `EncodingError` if
  ///   the value cannot be encoded.
  public func save<Value: Encodable & Sendable>(
    _ value: Value,
    to fileName: String
  ) -> Effect<Never, any Error> {
    // Encoded at once, so that writing is the only thing left to do.
    do {
      return save(fileName, try JSONEncoder().encode(value))
    } catch {
      return Effect(error: error)
    }
  }

  /// Changes the value in a JSON file, while no other process can.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - fileName: The name of the file.
  ///   - change: Turns the present value, or nil if there is no file, into the new one.
  /// - Returns: The effect, which sends the new value. It fails if the file cannot be written, with the
  ///   `DecodingError` if it holds something else, or with the error of the change.
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

  /// Answers for one file; other files are loaded as before.
  ///
  /// - Parameters:
  ///   - fileName: The name of the file; of several overrides of one file the last counts.
  ///   - contents: Sends what the file holds, or fails as if there were none.
  public mutating func override(load fileName: String, _ contents: Effect<Data, any Error>) {
    load = { [load] in $0 == fileName ? contents : load($0) }
  }
}

extension FileClient {
  /// Reports each endpoint that is used, with the name of the file.
  public static let failing = Self(
    delete: { .failing("FileClient.delete(\($0)) is unimplemented") },
    load: { .failing("FileClient.load(\($0)) is unimplemented") },
    save: { fileName, _ in .failing("FileClient.save(\(fileName)) is unimplemented") },
    update: { fileName, _ in .failing("FileClient.update(\(fileName)) is unimplemented") }
  )

  /// Sends nothing and keeps nothing.
  public static let noop = Self(
    delete: { _ in .none },
    load: { _ in .none },
    save: { _, _ in .none },
    update: { _, _ in .none }
  )

  /// Keeps the files until the program ends; the effects fail as those of a file system do.
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

  /// Keeps the files in a directory, and replaces them all at once.
  ///
  /// - Parameter directory: The directory, which is made when the first file is written.
  /// - Returns: The client, whose effects fail with the errors of the file system.
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
