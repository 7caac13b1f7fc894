// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import NIOHTTPTypes

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Asks the handler, and logs each request with its answer.
///
/// Of a request its method and the words of its path are logged. The query has the access token in it,
/// the header the signature: neither is, and anything else that is not a word could have the token, too.
struct SiteResponder: HTTPResponder {
  typealias Context = SiteContext

  let server: SiteServer
  let handlers: RunningHandlers<(Data, HTTPURLResponse)>
  let rates: RateLimiter?
  let telemetry: Telemetry

  func respond(to request: Request, context: SiteContext) async throws -> Response {
    let start = ContinuousClock.now
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    var metadata: Logger.Metadata = [
      "method": "\(request.head.method.rawValue)", "path": "\(loggedPath(request.head))",
      "request_id": "\(id)",
    ]
    var response: Response
    do {
      response = try await answer(request, context, &metadata)
    } catch let refusal as Refusal {
      response = Response(refusal)
      // A client that waits to be told may send the body of this request, or the next request.
      if request.headers[.expect] != nil { response.headers[.connection] = "close" }
      metadata["refusal"] = "\(refusal.message)"
    } catch {
      // The connection has ended, or something came that is not HTTP: nobody is there to be answered, or the
      // connection does it.
      metadata["error"] = "\(type(of: error))"
      telemetry.logger.info("request ended early", metadata: metadata)
      throw error
    }
    response.headers[.requestID] = id
    let duration = start.duration(to: .now)
    telemetry.answered(request.head.method, response.status, duration)
    metadata["status"] = "\(response.status.code)"
    metadata["bytes"] = "\(response.body.contentLength ?? 0)"
    metadata["milliseconds"] = "\(duration / .milliseconds(1))"
    telemetry.logger.log(
      level: response.status.kind == .serverError ? .error : .info,
      "request",
      metadata: metadata
    )
    return response
  }

  private func answer(
    _ request: Request,
    _ context: SiteContext,
    _ metadata: inout Logger.Metadata
  ) async throws -> Response {
    let address = address(of: request.head, context)
    if let seconds = rates?.take(address) { throw Refusal.tooMany(seconds) }
    if let response = await operatorsAnswer(request.head, context) { return response }
    var urlRequest = try URLRequest(request.head, from: address)
    urlRequest.httpBody = try await request.wholeBody(upTo: server.limits.bodySize) {
      let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
      context.channel.writeAndFlush(head, promise: nil)
    }
    let answer = await handlers.run(on: context.channel.eventLoop) { [urlRequest] in
      await server.handler(urlRequest)
    }
    guard let (data, head) = answer else { throw Refusal.unanswered }
    if head.statusCode >= 500 {
      struct Body: Decodable {
        var message: String
      }
      let body = try? JSONDecoder().decode(Body.self, from: data)
      metadata["error"] = "\(body?.message ?? "unknown")"
    }
    return Response(data, head)
  }

  /// The address by which a client is counted.
  ///
  /// The proxy has added the last one of a forwarded request, the client may have made up the others.
  private func address(of head: HTTPRequest, _ context: SiteContext) -> String {
    if server.isBehindProxy, let forwarded = head.headerFields[values: .forwardedFor].last {
      let last = forwarded.split(separator: ",").last?.trimmingCharacters(in: .whitespaces)
      return clientAddress(last ?? "")
    }
    return clientAddress(context.channel.remoteAddress)
  }

  // MARK: For operators

  private func operatorsAnswer(_ head: HTTPRequest, _ context: SiteContext) async -> Response? {
    guard head.method == .get || head.method == .head else { return nil }
    switch head.path {
    case "/health":
      let isHealthy = await server.isHealthy()
      return Response(
        status: isHealthy ? .ok : .serviceUnavailable,
        headers: [.contentType: "application/json"],
        body: Response.text(#"{"status":"\#(isHealthy ? "ok" : "failing")"}"#, head)
      )
    case "/metrics":
      // For whoever is on this machine, and not for those whom a proxy lets through.
      guard let metrics = server.metrics, isLocal(head, context) else { return nil }
      return Response(
        status: .ok,
        headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: Response.text(metrics.text, head)
      )
    default: return nil
    }
  }

  private func isLocal(_ head: HTTPRequest, _ context: SiteContext) -> Bool {
    let isForwarded = head.headerFields.contains { field in
      field.name == .forwarded || field.name.canonicalName.hasPrefix("x-forwarded")
    }
    let address = clientAddress(context.channel.remoteAddress)
    return isForwarded == false && (address.hasPrefix("127.") || address == "0:0:0:0::/64")
  }
}

/// The beginning of the path of a request, without its query, and with `…` for each part that is not a word.
///
/// Where the question mark is encoded or missing, the query is in the path. The words of a path are
/// letters with hyphens or periods, and shorter than an id; nothing else in a path is.
private func loggedPath(_ head: HTTPRequest) -> String {
  let path = (head.path ?? "").prefix { $0 != "?" && $0 != "#" }
  let parts = path.prefix(200).split(separator: "/", omittingEmptySubsequences: false)
  let words = parts.map { part in
    part.count < 30 && part.allSatisfy { $0.isASCII && $0.isLetter || $0 == "-" || $0 == "." }
      ? part : "…"
  }
  return words.joined(separator: "/") + (path.utf8.count > 200 ? "…" : "")
}

/// The connection of a request.
struct SiteContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
  }
}

extension Response {
  /// A refusal closes the connection if the rest of the body may still be coming.
  fileprivate init(_ refusal: Refusal) {
    self.init(
      status: refusal.status,
      headers: refusal.fields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: refusal.body))
    )
    if refusal.status == .contentTooLarge { headers[.connection] = "close" }
  }

  fileprivate static func text(_ text: String, _ head: HTTPRequest) -> ResponseBody {
    head.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: text))
  }
}
