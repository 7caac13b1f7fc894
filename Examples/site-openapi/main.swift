// SPDX-License-Identifier: MIT

// Prints an OpenAPI document of the site's routes.

import Foundation
import LockstepRouting
import ServerRouter

let siteRouter = router(
  date: { Date() },
  decoder: JSONDecoder(),
  encoder: .sortingKeys,
  secrets: [],
  sha256: { $0 }
)
let document = try siteRouter.baseURL("https://www.example.com")
  .openAPI(info: OpenAPIInfo(title: "The site of a word game", version: "1"))
FileHandle.standardOutput.write(document + Data("\n".utf8))
