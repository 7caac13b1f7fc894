// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The files that the game keeps on the device.
public struct FileClient: Sendable {
  /// Sends the contents of a file; fails if there is none.
  public var load: @Sendable (String) -> Effect<Data, any Error>

  /// A client made of its endpoint.
  public init(load: @escaping @Sendable (String) -> Effect<Data, any Error>) {
    self.load = load
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
      .catching { try JSONDecoder().decode(type, from: data) }
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
    load: { .failing("FileClient.load(\($0)) is unimplemented") }
  )

  /// Sends nothing.
  public static let noop = Self(load: { _ in .none })
}
