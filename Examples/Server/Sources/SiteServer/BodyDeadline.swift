// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose request has not come in whole after a time, and says why if nothing was
/// answered yet.
///
/// It also ends a request that was refused before all of its body had come.
final class BodyDeadline: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let time: TimeAmount
  private var timer: Scheduled<Void>?
  /// Requests that came, and answers that were begun.
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
    // An answer in the middle of another one would be read as a part of it.
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
