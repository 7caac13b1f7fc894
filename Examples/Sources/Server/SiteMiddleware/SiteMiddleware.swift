// SPDX-License-Identifier: MIT

public import Foundation
internal import LockstepRouting
internal import ServerRouter
internal import SharedModels

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Returns the server as a function from requests to responses.
///
/// Run the function behind HTTP, or in the process of a client for tests and demos.
///
/// The server handles a request as follows:
/// 1. It redirects an external request over plain HTTP to the URL of the site, without the access token.
/// 2. The router parses the request. If that fails, the status depends on the error: 404 with an empty object, 405,
///    400, 415 for a body that is not JSON, or 401 for a missing or wrong signature.
/// 3. An API request without the access token of a player fails with 401. Too many requests of a player fail with 429.
/// 4. The handler responds. If it throws, the response has the status of the ``StatusError``, or 500.
/// 5. The server reports responses of handlers with a status of at least 400, except 429, by email to the support
///    address, and then returns the response.
///
/// - Parameter environment: The dependencies of the server.
/// - Returns: The server.
public func siteMiddleware(
  environment: ServerEnvironment
) -> @Sendable (URLRequest) async -> (Data, HTTPURLResponse) {
  { request in
    let response = await respond(to: request, environment)
    return response.http(for: request)
  }
}

private func respond(to request: URLRequest, _ environment: ServerEnvironment) async -> Response {
  if isInsecure(request) {
    let location = environment.envVars.siteUrl + target(of: request, token: nil)
    return .redirect(to: location, status: 301)
  }
  let route: ServerRoute
  do {
    route = try environment.router.match(request: request)
  } catch {
    return Response(error, environment.envVars)
  }
  switch route {
  case .api(let api):
    let player: Player
    do {
      guard let known = try await environment.database.fetchPlayerByAccessToken(api.accessToken)
      else { throw AccessDenied() }
      player = known
    } catch {
      return .failure(error, environment.envVars)
    }
    if let seconds = environment.limiter.request(player.id) {
      return .failure(TooManyRequests(limit: "requests", seconds: seconds), environment.envVars)
    }
    return await mailingFailures(of: request, environment) {
      try await respond(to: api, of: player, environment)
    }

  case .authenticate(let authentication):
    return await mailingFailures(of: request, environment) {
      let address = request.value(forHTTPHeaderField: "X-Client-Address") ?? ""
      return try await authenticate(authentication, from: address, environment)
    }

  case .demo(.submitGame(let game)):
    return await mailingFailures(of: request, environment) {
      .json(try await rankDemoGame(game, environment), environment.envVars)
    }

  case .appSiteAssociation:
    return .json(AppSiteAssociation(appId: environment.envVars.appId), environment.envVars)

  case .appStore:
    return .redirect(to: environment.envVars.appStoreUrl)

  case .download:
    let userAgent = request.value(forHTTPHeaderField: "User-Agent")
    return .redirect(to: downloadLocation(userAgent: userAgent, environment.envVars))

  case .home:
    return homePage

  case .pressKit:
    return pressKitPage

  case .privacyPolicy:
    return privacyPolicyPage

  case .sharedGame(.show(let code)):
    return sharedGamePage(code)
  }
}

private func mailingFailures(
  of request: URLRequest,
  _ environment: ServerEnvironment,
  _ handler: () async throws -> Response
) async -> Response {
  let response: Response
  do {
    response = try await handler()
  } catch {
    response = .failure(error, environment.envVars)
  }
  guard response.status >= 400, response.status != 429 else { return response }
  // An email failure must neither change the response nor be visible to the client.
  try? await environment.mailgun.sendEmail(
    MailgunClient.Email(
      to: environment.envVars.supportAddress,
      subject: "A request failed with \(response.status)",
      text: """
        \(request.httpMethod ?? "GET") \(target(of: request, token: "redacted"))

        \(String(decoding: response.body, as: UTF8.self))
        """
    )
  )
  return response
}

/// Returns the path and query with the access token replaced by `token`, or removed if `token` is nil.
private func target(of request: URLRequest, token: String?) -> String {
  guard
    let url = request.url,
    var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
  else { return "/" }
  let items = components.queryItems?.compactMap { item in
    guard item.name == "accessToken" else { return item }
    return token.map { URLQueryItem(name: item.name, value: $0) }
  }
  components.queryItems = items?.isEmpty == true ? nil : items
  // A URL reference that begins with two slashes would start with a host.
  let path = components.percentEncodedPath.drop { $0 == "/" }
  let query = components.percentEncodedQuery.map { "?\($0)" } ?? ""
  return "/\(path)\(query)"
}

private func isInsecure(_ request: URLRequest) -> Bool {
  guard
    let url = request.url,
    url.scheme?.lowercased() == "http",
    let host = url.host(), host.isEmpty == false
  else { return false }
  return ["127.0.0.1", "0.0.0.0", "localhost"].contains(host.lowercased()) == false
    && request.value(forHTTPHeaderField: "X-Forwarded-Proto") != "https"
}

struct AccessDenied: Error, LocalizedError {
  var errorDescription: String? { "The access token is invalid." }
}
