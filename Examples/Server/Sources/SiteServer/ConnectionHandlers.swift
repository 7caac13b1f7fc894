// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// Closes a connection whose client reads nothing of an answer for a time.
///
/// It is the handler next to the socket, and splits answers into pieces to observe how the client reads a long one.
final class WriteDeadline: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  static let pieceSize = 64 << 10

  private let connection: Connection
  private let telemetry: Telemetry
  private let time: TimeAmount
  private var timer: Scheduled<Void>?

  init(_ connection: Connection, _ time: Duration, _ telemetry: Telemetry) {
    self.connection = connection
    self.telemetry = telemetry
    self.time = TimeAmount(time)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.makeProgress()
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .byteBuffer(var buffer) = unwrapOutboundIn(data) else {
      context.write(data, promise: promise)
      return
    }
    while buffer.readableBytes > Self.pieceSize,
      let piece = buffer.readSlice(length: Self.pieceSize)
    {
      write(piece, context, nil)
    }
    write(buffer, context, promise)
  }

  private func write(
    _ piece: ByteBuffer,
    _ context: ChannelHandlerContext,
    _ promise: EventLoopPromise<Void>?
  ) {
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.cascade(to: promise)
    if connection.unwritten.add(1, ordering: .relaxed).oldValue == 0 { connection.makeProgress() }
    written.futureResult.whenComplete { [connection] _ in
      connection.unwritten.subtract(1, ordering: .relaxed)
      connection.makeProgress()
    }
    context.write(wrapOutboundOut(.byteBuffer(piece)), promise: written)
    if timer == nil { startTimer(context, .now() + time) }
  }

  private func startTimer(_ context: ChannelHandlerContext, _ deadline: NIODeadline) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: deadline) {
      let (handler, context) = bound.value
      handler.check(context)
    }
  }

  private func check(_ context: ChannelHandlerContext) {
    timer = nil
    guard connection.unwritten.load(ordering: .relaxed) > 0 else { return }
    let deadline = connection.lastProgress + time
    if deadline > .now() {
      startTimer(context, deadline)
    } else {
      telemetry.closed(connection, .unread)
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
  }
}

/// Closes a connection that has too many unanswered requests.
final class PipelineLimit: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connection: Connection
  private let limit: Int
  private let telemetry: Telemetry
  private var isExceeded = false

  init(_ connection: Connection, _ limit: Int, _ telemetry: Telemetry) {
    self.connection = connection
    self.limit = limit
    self.telemetry = telemetry
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The same read may contain more requests after the excess one.
    if isExceeded { return }
    if case .head = unwrapInboundIn(data) {
      guard connection.unanswered.add(1, ordering: .relaxed).newValue <= limit else {
        isExceeded = true
        telemetry.closed(connection, .pipelined)
        context.close(promise: nil)
        return
      }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { connection.unanswered.subtract(1, ordering: .relaxed) }
    context.write(data, promise: promise)
  }
}

/// Closes the server's side of a connection after an answer with `Connection: close`, without waiting for the rest of
/// the request's body.
///
/// The client can still read the answer, because the other direction stays open.
final class ClosingAnswers: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var isClosing = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isClosing = head.headerFields[.connection] == "close"
    case .end where isClosing:
      let ended = promise ?? context.eventLoop.makePromise(of: Void.self)
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      ended.futureResult.whenComplete { _ in bound.value.close(mode: .output, promise: nil) }
      context.write(data, promise: ended)
      return
    case .body, .end:
      break
    }
    context.write(data, promise: promise)
  }
}
