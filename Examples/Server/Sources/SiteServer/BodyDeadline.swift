// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose request is incomplete at the deadline, and answers 408 if no answer has started.
///
/// This also ends a refused request whose body is still arriving.
final class BodyDeadline: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let time: TimeAmount
  private var timer: Scheduled<Void>?
  /// The number of requests received and of answers started.
  private var requests = 0, answers = 0

  init(_ time: Duration) {
    self.time = TimeAmount(time)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      requests += 1
      let context = NIOLoopBound(context, eventLoop: context.eventLoop)
      let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
      timer = context.value.eventLoop.scheduleTask(in: time) {
        handler.value.expire(context.value)
      }
    case .body:
      break
    case .end:
      stop()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head(let head) = unwrapOutboundIn(data), head.status.kind != .informational {
      answers += 1
    }
    context.write(data, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stop()
  }

  private func stop() {
    timer?.cancel()
    timer = nil
  }

  private func expire(_ context: ChannelHandlerContext) {
    timer = nil
    // The client would read an answer within another one as a part of it.
    guard answers == requests - 1 else {
      context.close(promise: nil)
      return
    }
    let body = Refusal.tooSlow.body
    var head = HTTPResponse(status: .requestTimeout, headerFields: Refusal.tooSlow.fields)
    head.headerFields[.connection] = "close"
    head.headerFields[.contentLength] = "\(body.count)"
    answers += 1
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }
}
