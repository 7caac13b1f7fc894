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

/// Passes requests to the handler and logs each one with its answer.
///
/// The log contains the method and the words of the path. It omits the query, which contains the access token, the
/// header, which contains the signature, and any part of the path that could be a token.
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
      // A client that waits for `100 Continue` may send this body or its next request.
      if request.headers[.expect] != nil { response.headers[.connection] = "close" }
      metadata["refusal"] = "\(refusal.message)"
    } catch {
      // Either the connection was closed, or the data is not HTTP and the connection answers it.
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

  /// Returns the address that identifies a client.
  ///
  /// The proxy appends the last address of a forwarded request. The client can forge the others.
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
      // Available to clients on this machine, but not through a proxy.
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

/// Returns the start of a request's path without its query, with `…` in place of each part that is not a word.
///
/// If the question mark is encoded or missing, the path contains the query. A word consists of letters, hyphens and
/// periods, and is shorter than an id.
private func loggedPath(_ head: HTTPRequest) -> String {
  let path = (head.path ?? "").prefix { $0 != "?" && $0 != "#" }
  let parts = path.prefix(200).split(separator: "/", omittingEmptySubsequences: false)
  let words = parts.map { part in
    part.count < 30 && part.allSatisfy { $0.isASCII && $0.isLetter || $0 == "-" || $0 == "." }
      ? part : "…"
  }
  return words.joined(separator: "/") + (path.utf8.count > 200 ? "…" : "")
}

struct SiteContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
  }
}

extension Response {
  /// Creates the answer to a refused request, and closes the connection if the rest of the body may still arrive.
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
