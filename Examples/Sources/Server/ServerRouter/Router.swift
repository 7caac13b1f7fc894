// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import LockstepRouting
internal import SharedModels

/// Returns the routes of the site, for the server and its clients.
///
/// Pass in the dependencies that differ between a device, a server and a test. Signed requests use the clock, the
/// secrets and the hash.
///
/// - Parameters:
///   - date: Returns the current date.
///   - decoder: Decodes JSON bodies.
///   - encoder: Encodes JSON bodies.
///   - secrets: The secrets of signatures. Printing uses the first one, and parsing accepts any of them.
///   - sha256: The hash function of signatures.
///   - signatureForm: The parts of a request that signatures cover.
/// - Returns: The router, without a base URL.
public func router(
  date: @escaping @Sendable () -> Date,
  decoder: JSONDecoder,
  encoder: JSONEncoder,
  secrets: [String],
  sha256: @escaping @Sendable (Data) -> Data,
  signatureForm: SignatureForm = .request
) -> Router<ServerRoute> {
  let bodies = Bodies(
    decoder: decoder,
    encoder: encoder,
    signature: SubmitSignature(date: date, form: signatureForm, secrets: secrets, sha256: sha256)
  )
  return Router {
    Route(.case(ServerRoute.home))
    Route(.case(ServerRoute.appStore)) { Path { "app-store" } }
    Route(.case(ServerRoute.download)) { Path { "download" } }
    Route(.case(ServerRoute.pressKit)) { Path { "press-kit" } }
    Route(.case(ServerRoute.privacyPolicy)) { Path { "privacy-policy" } }
    Route(.case(ServerRoute.appSiteAssociation)) {
      Path { ".well-known/apple-app-site-association" }
    }
    Route(.case(ServerRoute.sharedGame)) {
      Path { "sharedGames" }
      Route(.case(ServerRoute.SharedGame.show)) {
        Path { Parameter(.tagged(.string, as: SharedGame.Code.self)) }
      }
    }
    Route(.case(ServerRoute.authenticate)) {
      Method.post
      Path { "api/authenticate" }
      OneOf {
        bodies.signed(AuthenticateRequest.self, "POST /api/authenticate")
        // Accept an unsigned or wrongly signed request as well.
        bodies.unsigned(AuthenticateRequest.self)
      }
    }
    Route(.case(ServerRoute.demo)) {
      Path { "demo" }
      Route(.case(ServerRoute.Demo.submitGame)) {
        Method.post
        Path { "games" }
        bodies.plain(ServerRoute.Demo.SubmitRequest.self)
      }
    }
    Route(.case(ServerRoute.api)) {
      Path { "api" }
      OneOf {
        bodies.submission
        Route(
          .memberwise(ServerRoute.Api.init(accessToken:isDebug:route:)) {
            ($0.accessToken, $0.isDebug, $0.route)
          }
        ) {
          accessToken
          isDebug
          apiRoutes(bodies)
        }
      }
    }
  }
  .lenient()
}

struct Bodies {
  var decoder: JSONDecoder
  var encoder: JSONEncoder
  var signature: SubmitSignature

  func plain<Value: Codable & Sendable>(_ type: Value.Type) -> Route<Value> {
    Route { Body(.json(type, decoder: decoder, encoder: encoder)) }
  }

  /// A body that is decoded like a signed one, whatever the content type of the request.
  func unsigned<Value: Codable & Sendable>(_ type: Value.Type) -> Route<Value> {
    Route(.json(type, decoder: decoder, encoder: encoder)) { Body(.data) }
  }

  func signed<Value: Codable & Sendable>(_ type: Value.Type, _ target: String) -> Route<Value> {
    let body = signature.conversion(target)
    return Route(body.map(.json(type, decoder: decoder, encoder: encoder))) {
      timestamp
      signatureField
      Body(.data)
    }
  }

  var submission: Route<ServerRoute.Api> {
    let games = Router {
      Route {
        Method.post
        unsigned(ServerRoute.Api.Route.Games.SubmitRequest.self)
      }
    }
    let target = "POST /api/games"
    return Route(
      Conversion<(AccessToken, Bool, Int?, String?, Data), ServerRoute.Api> {
        token,
        isDebug,
        timestamp,
        signature,
        body in
        try self.signature.verify(
          body,
          target,
          token: token,
          timestamp: timestamp,
          signature: signature
        )
        let game = try games.match(URLRequestData(method: .post, body: body))
        return ServerRoute.Api(accessToken: token, isDebug: isDebug, route: .games(.submit(game)))
      } unapply: { api in
        guard case .games(.submit(let game)) = api.route else { return nil }
        let body = try games.print(game).body ?? Data()
        let (timestamp, signature) = try self.signature.sign(body, target, token: api.accessToken)
        return (api.accessToken, api.isDebug, timestamp, signature, body)
      }
    ) {
      Method.post
      Path { "games" }
      accessToken
      isDebug
      timestamp
      signatureField
      Body(.data)
    }
    .named("games.submit")
  }
}

private let accessToken = Route(.accessToken) { Query { Field("accessToken", optional: .string) } }

private let isDebug = Headers { Field("X-Debug", .bool, default: false, printsDefault: true) }

private let timestamp = Query { Field("timestamp", optional: .int) }

private let signatureField = Headers { Field("X-Signature", optional: .string) }

extension Conversion where Input == String?, Output == AccessToken {
  /// An access token; a request without a valid UUID is unauthorized.
  fileprivate static var accessToken: Self {
    Self { text in
      guard let token = text.flatMap(UUID.init(uuidString:)) else {
        throw RoutingError(
          .unauthorized,
          part: .query("accessToken"),
          expected: "a UUID",
          found: text
        )
      }
      return AccessToken(rawValue: token)
    } unapply: { token in
      token.rawValue.uuidString
    }
  }
}
