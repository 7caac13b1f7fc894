// SPDX-License-Identifier: MIT

// The router that is tried: parts of all kinds.

import Foundation
import LockstepRouting

enum FuzzRoute: Equatable, Sendable {
  case home
  case file(String, version: Int?)
  case search(String, [String], [Int])
  case item(UUID, Double?)
  case visit(session: String, language: [String], names: [String], isDebug: Bool)
  case form(String, Int?, [String])
  case json([String: Int])
  case raw(Data)
}

let router = Router<FuzzRoute> {
  Route(.case(FuzzRoute.home))
  Route(.case(FuzzRoute.file)) {
    Path {
      "files"
      Parameter(.string)
    }
    Query { Field("version", aliases: ["v"], optional: .int) }
  }
  Route(.case(FuzzRoute.search)) {
    Path { "search" }
    Query {
      Field("q", .string)
      Field("tag", many: .string)
      Field("ids", list: .int)
    }
  }
  Route(.case(FuzzRoute.item)) {
    Path { Parameter(.uuid) }
    Query { Field("ratio", optional: .double) }
  }
  Route(.case(FuzzRoute.visit)) {
    Path { "visit" }
    Cookies { Field("session", .string) }
    Headers {
      Field("Accept-Language", list: .string)
      Field("X-Names", list: .quotedString)
      Field("X-Debug", .bool, default: false)
    }
  }
  Route(.case(FuzzRoute.form)) {
    Method.post
    Path { "form" }
    Form {
      Field("name", .string)
      Field("age", optional: .int)
      Field("tag", many: .string)
    }
  }
  Route(.case(FuzzRoute.json)) {
    Method.post
    Path { "json" }
    Body(.json([String: Int].self))
  }
  Route(.case(FuzzRoute.raw)) {
    Method.put
    Body(.data)
  }
}
