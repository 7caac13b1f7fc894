// SPDX-License-Identifier: MIT

import Lockstep

/// One composition whose child is missing, and what is reported of an action for it.
struct Stray: Sendable, CustomStringConvertible {
  let description: String
  let reducer: HouseReducer
  let action: @Sendable (GuestAction) -> HouseAction
  let position: String
  let problem: String
  let path: String?
  /// How the report shows the action around that of the guest.
  let shown: @Sendable (String) -> String

  /// The whole text for a touch.
  func message(
    sentBy sender: String?,
    _ action: String = "GuestAction.touch",
    madeIn fileID: StaticString = "LockstepReducerTests/Stray.swift"
  ) -> String {
    strayMessage(
      position,
      1,
      problem,
      shown(action),
      path: path,
      sentBy: sender,
      fileID: fileID
    )
  }

  static let all = [
    Self(
      description: "optional",
      reducer: guestReducer.optional(line: 1)
        .pullback(state: \.optional, action: /HouseAction.child),
      action: HouseAction.child,
      position: "made optional",
      problem: "its state was 'nil'",
      path: #"\House.optional"#,
      shown: { dumped("HouseAction.child", $0) }
    ),
    Self(
      description: "case",
      reducer: guestReducer.pullback(
        state: /House.OneGuest.guest,
        action: .`self`,
        environment: { (_: Void) in },
        line: 1
      )
      .pullback(state: \.oneGuest, action: /HouseAction.child),
      action: HouseAction.child,
      position: "pulled back",
      problem: "its state was in another case",
      path: #"\House.oneGuest .. /OneGuest.guest"#,
      shown: { dumped("HouseAction.child", $0) }
    ),
    Self(
      description: "optional path",
      reducer: guestReducer.pullback(
        state: (\House.oneGuest).appending(path: /House.OneGuest.guest),
        action: /HouseAction.child,
        line: 1
      ),
      action: HouseAction.child,
      position: "pulled back",
      problem: "its state was not there",
      path: #"\House.oneGuest .. /OneGuest.guest"#,
      shown: { dumped("HouseAction.child", $0) }
    ),
    Self(
      description: "identified array",
      reducer: guestReducer.pullback(
        state: \Chamber.guest,
        action: .`self`,
        environment: { (_: Void) in }
      )
      .forEach(state: \.rooms, action: /HouseAction.room, line: 1),
      action: { .room(4, $0) },
      position: "run for each element",
      problem: "there was no element with the id 4",
      path: #"\House.rooms"#,
      shown: { dumped("HouseAction.room", "4", $0) }
    ),
    Self(
      description: "dictionary",
      reducer:
        guestReducer
        .forEach(state: \.players, action: /HouseAction.player, line: 1),
      action: { .player("Blob", $0) },
      position: "run for each element",
      problem: "there was no value under the key \"Blob\"",
      path: #"\House.players"#,
      shown: { dumped("HouseAction.player", "\"Blob\"", $0) }
    ),
    Self(
      description: "array",
      reducer:
        guestReducer
        .forEach(state: \.squares, action: /HouseAction.square, line: 1),
      action: { .square(4, $0) },
      position: "run for each element",
      problem: "there was no element at the position 4",
      path: #"\House.squares"#,
      shown: { dumped("HouseAction.square", "4", $0) }
    ),
  ]
}
