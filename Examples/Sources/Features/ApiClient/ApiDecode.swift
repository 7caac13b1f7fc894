// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
public import SharedModels

extension Effect where Output == ApiClient.Response, Failure == URLError {
  /// Decodes what a server sent: the value that was asked for, or else the server's error.
  ///
  /// Not the status of the response decides, but its body. The effect fails with
  /// - an error that wraps the `URLError`, if nothing came back;
  /// - the server's `ApiError`, if the body is one and not the value;
  /// - an error that wraps why the body is not the value, if it is neither.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - file: The file that a wrapping error names.
  ///   - line: The line that a wrapping error names.
  /// - Returns: The effect that sends the value.
  public func apiDecode<Value: Decodable & Sendable>(
    as type: Value.Type,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<Value, ApiError> {
    mapError { ApiError(error: $0, file: file, line: line) }
      .flatMap { data, _ in
        .sync { () throws(ApiError) in
          let decoder = JSONDecoder()
          do {
            return try decoder.decode(type, from: data)
          } catch {
            throw (try? decoder.decode(ApiError.self, from: data))
              ?? ApiError(error: error, file: file, line: line)
          }
        }
      }
  }
}
