// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import LockstepRouting
internal import SharedModels

/// The routes of the site, for the server and for its clients.
///
/// What can differ between a device, a server and a test is passed in. Clock, secrets and hash are
/// for the requests that are signed.
///
/// - Parameters:
///   - date: The time now.
///   - decoder: Reads JSON bodies.
///   - encoder: Prints JSON bodies.
///   - secrets: The secrets of signatures: the first one for printing, any for reading.
///   - sha256: The hash of signatures.
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
        // A request that is not signed, or wrongly, is accepted as it is.
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

/// The JSON bodies of requests, plain and signed.
struct Bodies {
  var decoder: JSONDecoder
  var encoder: JSONEncoder
  var signature: SubmitSignature

  func plain<Value: Codable & Sendable>(_ type: Value.Type) -> Route<Value> {
    Route { Body(.json(type, decoder: decoder, encoder: encoder)) }
  }

  /// A body that is read as a signed one, of which nobody looks at the type that the request says.
  func unsigned<Value: Codable & Sendable>(_ type: Value.Type) -> Route<Value> {
    Route(.json(type, decoder: decoder, encoder: encoder)) { Body(.data) }
  }

  /// A body that may be signed, for a method and a path.
  func signed<Value: Codable & Sendable>(_ type: Value.Type, _ target: String) -> Route<Value> {
    let body = signature.conversion(target)
    return Route(body.map(.json(type, decoder: decoder, encoder: encoder))) {
      timestamp
      signatureField
      Body(.data)
    }
  }

  /// A game that is sent in: the one request that has to be signed, with its access token.
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
  /// An access token; a request without one, or with another text, is not authorized.
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
