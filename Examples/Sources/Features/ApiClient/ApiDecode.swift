// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
public import SharedModels

extension Effect where Output == ApiClient.Response, Failure == URLError {
  /// Decodes the body of a response as a value, or else as the server's error.
  ///
  /// The status of the response is ignored. The effect fails with
  /// - an error that wraps the `URLError`, if the request fails;
  /// - the server's `ApiError`, if the body is one and not the value;
  /// - an error that wraps the decoding error, if the body is neither.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - file: The file that a wrapping error reports.
  ///   - line: The line that a wrapping error reports.
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
