// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Adds a status and a message to the answer to a request that is not valid HTTP.
///
/// The connection answers such a request with an empty 400, after the answers to earlier requests. This handler
/// replaces that answer.
final class MalformedRequests: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: Limits
  private let logger: Logger
  private var refusal: Refusal?

  init(_ limits: Limits, _ logger: Logger) {
    self.limits = limits
    self.logger = logger
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The connection parses nothing after the first error.
    if let error = error as? HTTPParserError, refusal == nil {
      refusal = Refusal(error, limits)
    }
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard
      let refusal, case .head(var head) = unwrapOutboundIn(data),
      head.status == .badRequest, head.headerFields[.contentLength] == "0"
    else {
      context.write(data, promise: promise)
      return
    }
    let body = refusal.body
    head.status = refusal.status
    head.headerFields[.contentLength] = "\(body.count)"
    head.headerFields[.contentType] = "application/json"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: promise)
    logger.info(
      "request refused",
      metadata: ["refusal": "\(refusal.message)", "status": "\(refusal.status.code)"]
    )
  }
}
