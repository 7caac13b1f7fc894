// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import NIOHTTP1
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

  /// The parser's error in what came over a connection.
  init(_ error: HTTPParserError, _ limits: Limits) {
    let text =
      switch error {
      case .closedConnection: "More came after a request that closes the connection."
      case .headerOverflow:
        "The head of the request has more than \(limits.headSize) bytes or \(limits.headFields) fields."
      case .invalidChunkSize: "The body of the request has a chunk without a size."
      case .invalidContentLength: "The header Content-Length of the request is no number."
      case .invalidEOFState: "The request is incomplete."
      case .invalidHeaderToken: "A header of the request has characters that it cannot have."
      case .invalidMethod: "The method of the request is unknown."
      case .invalidURL: "The target of the request is no address."
      case .invalidVersion: "The version of the request's HTTP is unknown."
      case .unexpectedContentLength: "The request says twice how long its body is."
      default: "The request is no HTTP."
      }
    self.init(
      status: error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest,
      message: text
    )
  }

  init(status: HTTPResponse.Status, message: String) {
    self.status = status
    self.message = message
  }

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
