// SPDX-License-Identifier: MIT

public import Foundation
internal import LockstepRouting
internal import ServerRouter
internal import SharedModels

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The server: a function from requests to responses.
///
/// It runs behind HTTP, or in the process of a client, for tests and demos.
///
/// A request passes these stations:
/// 1. One over plain HTTP from outside is redirected to the address of the site, without its access token.
/// 2. The router reads it. What it cannot read is answered by the class of its error: 404 with an
///    empty object, 405, 400, 415 for a body of another type than JSON, or 401 for a missing or wrong
///    signature.
/// 3. An API request needs the access token of a player: 401 otherwise, and 429 for too many of them.
/// 4. Its handler answers, or throws, which is answered with the status of the ``StatusError``, or 500.
/// 5. What a handler has answered with 400 or more, except 429, is mailed to the support, before the response
///    is returned.
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

/// Turns what a handler throws into a response, and mails a failure to the support.
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
  // Whoever asks must not wait for an e-mail that cannot be sent, nor be told of it.
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

/// The path and the query of a request, with another text in place of its access token, or without it.
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
  // Two slashes at the beginning would make the first component a host.
  let path = components.percentEncodedPath.drop { $0 == "/" }
  let query = components.percentEncodedQuery.map { "?\($0)" } ?? ""
  return "/\(path)\(query)"
}

/// Whether a request has come over plain HTTP from outside.
private func isInsecure(_ request: URLRequest) -> Bool {
  guard
    let url = request.url,
    url.scheme?.lowercased() == "http",
    let host = url.host(), host.isEmpty == false
  else { return false }
  return ["127.0.0.1", "0.0.0.0", "localhost"].contains(host.lowercased()) == false
    && request.value(forHTTPHeaderField: "X-Forwarded-Proto") != "https"
}

/// A request with an access token that belongs to nobody.
struct AccessDenied: Error, LocalizedError {
  var errorDescription: String? { "There is no player with this access token." }
}
