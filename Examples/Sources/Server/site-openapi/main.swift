// SPDX-License-Identifier: MIT

// Prints an OpenAPI document of the site's routes, or, with `--routes`, a list of the routes.

import Foundation
import LockstepRouting
import ServerRouter

let siteRouter = router(
  date: { Date() },
  decoder: JSONDecoder(),
  encoder: JSONEncoder(),
  secrets: [],
  sha256: { $0 }
)
.baseURL("https://www.example.com")
if CommandLine.arguments.dropFirst() == ["--routes"] {
  for route in siteRouter.routes { print("\(route.name): \(route.method) \(route.template)") }
} else {
  let document = try siteRouter.openAPI(
    info: OpenAPIInfo(title: "The site of a word game", version: "1")
  )
  FileHandle.standardOutput.write(document + Data("\n".utf8))
}
