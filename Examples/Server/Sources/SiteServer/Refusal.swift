// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import SharedModels

/// A request that the server function is not asked about.
struct Refusal: Error, LocalizedError {
  var status: HTTPResponse.Status
  var message: String

  static let tooSlow = Self(
    status: .requestTimeout,
    message: "The body of the request took too long."
  )

  static func tooLarge(_ limit: Int) -> Self {
    Self(
      status: .contentTooLarge,
      message: "The body of the request is larger than \(limit) bytes."
    )
  }

  static let withoutHost = Self(
    status: .badRequest,
    message: "The request has no header Host."
  )

  static let ofNoAddress = Self(
    status: .badRequest,
    message: "Host and path of the request are no address."
  )

  static let incomplete = Self(
    status: .badRequest,
    message: "The body of the request has fewer bytes than its header Content-Length says."
  )

  var errorDescription: String? { message }

  /// The error as clients expect errors.
  var body: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let error = ApiError(error: self)
    // Texts and a number always have a JSON.
    return (try? encoder.encode(error)) ?? Data("{}".utf8)
  }
}
