// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Metrics
internal import NIOCore
internal import SiteMiddleware

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Asks the server function, and logs what came of it.
///
/// Of a request its method and the words of its path are logged. The query has the access token in it,
/// the header the signature: neither is, and what is neither query nor word could have the token, too.
struct SiteResponder: HTTPResponder {
  typealias Context = SiteContext

  let limits: Limits
  let site: @Sendable (URLRequest) async -> (Data, HTTPURLResponse)

  func respond(to request: Request, context: SiteContext) async throws -> Response {
    let start = ContinuousClock.now
    var metadata: Logger.Metadata = [
      "method": "\(request.head.method.rawValue)", "path": "\(loggedPath(request.head))",
    ]
    let response: Response
    do {
      let body = try await request.wholeBody(upTo: limits.bodySize)
      let (answer, head) = await site(try URLRequest(request.head, body: body))
      response = Response(answer, head)
    } catch let refusal as Refusal {
      response = Response(refusal)
      metadata["refusal"] = "\(refusal.message)"
    } catch {
      // The connection has ended, or what came is no HTTP: there is nobody to answer, or the
      // connection does it.
      metadata["error"] = "\(type(of: error))"
      context.logger.info("request ended early", metadata: metadata)
      throw error
    }
    let duration = start.duration(to: .now)
    record(request.head.method, response.status, duration)
    metadata["status"] = "\(response.status.code)"
    metadata["bytes"] = "\(response.body.contentLength ?? 0)"
    metadata["milliseconds"] = "\(duration / .milliseconds(1))"
    context.logger.log(
      level: response.status.kind == .serverError ? .error : .info,
      "request",
      metadata: metadata
    )
    return response
  }

  private func record(
    _ method: HTTPRequest.Method,
    _ status: HTTPResponse.Status,
    _ duration: Duration
  ) {
    // Anybody can make up methods.
    let known: [HTTPRequest.Method] = [.delete, .get, .head, .options, .patch, .post, .put]
    let dimensions = [
      ("method", known.contains(method) ? method.rawValue : "other"), ("status", "\(status.code)"),
    ]
    Metrics.Timer(label: "http.server.request.duration", dimensions: dimensions)
      .recordNanoseconds(Int64(duration / .nanoseconds(1)))
  }
}

/// The beginning of the path of a request, without its query, and with `…` for each part that is no word.
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

/// What a request comes with.
struct SiteContext: InitializableFromSource {
  let logger: Logger

  init(source: ApplicationRequestContextSource) {
    logger = source.logger
  }
}

extension Response {
  /// A refusal closes the connection if the rest of the body may still be coming.
  fileprivate init(_ refusal: Refusal) {
    self.init(
      status: refusal.status,
      headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: refusal.body))
    )
    if refusal.status == .contentTooLarge { headers[.connection] = "close" }
  }
}
