// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Says what is wrong with a request that is not HTTP.
///
/// The connection answers it with an empty 400, in its turn after the requests before; this gives that
/// answer the right status and a body.
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
    // Nothing is parsed after the first one.
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
