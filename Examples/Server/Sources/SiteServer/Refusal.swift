// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import NIOHTTP1

/// An error answer for a request that the handler does not receive or does not answer in time.
struct Refusal: Error {
  var status: HTTPResponse.Status
  var message: String
  var retryAfter: Int?

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

  static let unexpected = Self(
    status: .expectationFailed,
    message: "The Expect header of the request is not 100-continue."
  )

  static let twoHosts = Self(
    status: .badRequest,
    message: "The request has more than one Host header."
  )

  static func tooMany(_ seconds: Int) -> Self {
    Self(
      status: .tooManyRequests,
      message: "Too many requests from this address; try again in \(seconds) s.",
      retryAfter: seconds
    )
  }

  static let unanswered = Self(
    status: .serviceUnavailable,
    message: "The server took too long to answer; the request may have been carried out.",
    retryAfter: 5
  )

  static let withoutHost = Self(
    status: .badRequest,
    message: "The request has no Host header."
  )

  static let ofNoAddress = Self(
    status: .badRequest,
    message: "The host and path of the request are not an address."
  )

  static let incomplete = Self(
    status: .badRequest,
    message: "The body of the request has fewer bytes than its header Content-Length says."
  )

  init(_ error: HTTPParserError, _ limits: Limits) {
    let text =
      switch error {
      case .closedConnection: "Data follows a request that closes the connection."
      case .headerOverflow:
        "The head of the request has more than \(limits.headSize) bytes or \(limits.headFields) fields."
      case .invalidChunkSize: "The body of the request has a chunk without a size."
      case .invalidContentLength: "The header Content-Length of the request is not a number."
      case .invalidEOFState: "The request is incomplete."
      case .invalidHeaderToken: "A header of the request contains invalid characters."
      case .invalidMethod: "The method of the request is unknown."
      case .invalidURL: "The target of the request is not an address."
      case .invalidVersion: "The HTTP version of the request is unknown."
      case .unexpectedContentLength: "The request specifies the length of its body twice."
      default: "The request is not HTTP."
      }
    self.init(
      status: error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest,
      message: text
    )
  }

  init(status: HTTPResponse.Status, message: String, retryAfter: Int? = nil) {
    self.status = status
    self.message = message
    self.retryAfter = retryAfter
  }

  var fields: HTTPFields {
    var fields: HTTPFields = [.contentType: "application/json"]
    fields[.retryAfter] = retryAfter.map { "\($0)" }
    return fields
  }

  var body: Data {
    struct Body: Encodable {
      var errorDump = ""
      var file = ""
      var line = 0
      var message: String
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Encoding strings and an integer cannot fail.
    return (try? encoder.encode(Body(message: message))) ?? Data("{}".utf8)
  }
}
