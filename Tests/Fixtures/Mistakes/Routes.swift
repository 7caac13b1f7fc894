// SPDX-License-Identifier: MIT

// Mistakes in routers.

import Lockstep
import LockstepRouting

struct Title: Codable {
  var text: String
}

struct Draft: Codable {
  var text: String
  var isPinned: Bool
}

enum NoteRoute: Equatable {
  case edit(String, Bool)
  case rename(String)
}

let rename = Route(.case(NoteRoute.rename)) {
  Body(.json(Title.self).map(.memberwise(Title.init) { $0.text }))
}

let edit = Route(.case(NoteRoute.edit)) {
  Body(.json(Draft.self).map(.memberwise(Draft.init) { ($0.text, $0.isPinned) }))
}

let misspelled = Route(.case(NoteRoute.renam)) {
  Query { Field("text", .string) }
}
