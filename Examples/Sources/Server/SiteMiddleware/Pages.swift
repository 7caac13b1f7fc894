// SPDX-License-Identifier: MIT

internal import Lockstep
internal import SharedModels

let homePage = Response.html("<!doctype html><title>Word game</title><h1>Word game</h1>")

let pressKitPage = Response.html(
  """
  <!doctype html><title>Press kit</title><h1>Press kit</h1>\
  <p>A game of words on the faces of cubes.</p>
  """
)

let privacyPolicyPage = Response.html(
  """
  <!doctype html><title>Privacy policy</title><h1>Privacy policy</h1>\
  <p>The server stores what players send: names, devices, time zones, games, receipts, and what to \
  notify them of.</p>
  """
)

/// Returns a page whose link contains the percent-encoded code, because the code is untrusted input.
func sharedGamePage(_ code: SharedGame.Code) -> Response {
  let code = code.rawValue.utf8.map { byte in
    let character = Character(UnicodeScalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber)
      ? String(character) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }
  .joined()
  return .html(
    """
    <!doctype html><title>Word game</title><h1>Somebody has shared a game with you</h1>\
    <p><a href="cubes:///sharedGames/\(code)">Play it</a></p>
    """
  )
}

func downloadLocation(userAgent: String?, _ envVars: EnvVars) -> String {
  let devices = ["iPad", "iPhone", "iPod", "Mobile"]
  return devices.contains { userAgent?.contains($0) == true } ? envVars.appStoreUrl : "/"
}

/// The paths of the site that open the app.
///
/// Source: <https://developer.apple.com/documentation/xcode/supporting-associated-domains>
struct AppSiteAssociation: Encodable {
  struct AppLinks: Encodable {
    var apps: [String] = []
    var details: [Detail]
  }

  struct Detail: Encodable {
    var appID: String
    var paths = ["/sharedGames/*"]
  }

  var applinks: AppLinks

  init(appId: String) {
    applinks = AppLinks(details: [Detail(appID: appId)])
  }
}
