// SPDX-License-Identifier: MIT

internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import MultiplayerFeature
internal import SharedModels
internal import WordGameFeature

/// The multiplayer feature and the additions of the demo: the player, dialogs that a phone would show,
/// the screen of a match, and a spinner.
struct MultiplayerDemoState: Equatable, Sendable {
  /// A dialog that a phone would show above the screen.
  enum Dialog: Equatable, Sendable {
    /// The game center does not know who plays.
    case signIn

    /// The player chooses what to play, and gets an opponent.
    case matchmaker
  }

  /// A request that the server has not answered yet.
  enum Request: Hashable, Sendable {
    case match, matches, record, signIn, start
  }

  /// Why the server did not say who plays, or how they have done; nil if it did, or is still asked.
  var accountFailure: String?

  var dialog: Dialog?

  /// The error that the dialog shows.
  var dialogError: String?

  var hasClosed = false

  /// True if the server answers everything with an error; `nil` if it is one that the demo cannot break.
  var isServerBroken: Bool?

  /// The match that is open.
  var match: MatchState?

  var multiplayer = MultiplayerState(hasPastGames: false)

  /// The error that the screen shows.
  var notice: String?

  var pending: Set<Request> = []

  /// The player; `nil` before the game center knows it.
  var player: GameCenterPlayer?

  var record: PlayerRecord?

  /// The match that the keys are for, in the list of those that are over.
  var selection: TurnBasedMatch.ID?

  var spinnerPhase = 0
}

extension MultiplayerDemoState {
  /// The matches that are over, while their list is open; nil if it is not.
  var pastGames: IdentifiedArrayOf<PastGameState>? {
    guard case .pastGames(let pastGames) = multiplayer.route else { return nil }
    return pastGames.pastGames
  }

  /// The match that the keys are for.
  var selectedGame: PastGameState? { selection.flatMap { pastGames?[id: $0] } }

  /// The match that has an alert.
  var alertedGame: PastGameState? { pastGames?.first { $0.alert != nil } }

  var isBusy: Bool {
    pending.isEmpty == false || match?.isPlayRequestInFlight == true
      || pastGames?.contains(where: \.isRematchRequestInFlight) == true
  }

  /// The match that is so many rows below the one that the keys are for.
  func game(below distance: Int) -> TurnBasedMatch.ID? {
    guard
      let pastGames,
      let index = pastGames.firstIndex(where: { $0.id == selection })
    else { return nil }
    let neighbour = index + distance
    return pastGames.indices.contains(neighbour) ? pastGames[neighbour].id : nil
  }
}

/// The texts on the screen of a match.
struct MatchSummary: Equatable, Sendable {
  struct Side: Equatable, Sendable {
    var name: String
    var points: Int
    var words: Int
  }

  var gameMode: GameMode?
  var sides: [Side]
  var status: String

  init(_ state: MatchState) {
    let localIndex = state.localPlayerIndex?.rawValue
    // A move that is on its way to the server counts already.
    let moves = state.game?.moves ?? []
    gameMode = state.game?.gameMode
    let sides = state.match.participants.enumerated().map { index, participant in
      let own = moves.filter { $0.playerIndex?.rawValue == index }
      return Side(
        name: index == localIndex ? "You" : participant.player?.displayName ?? "–",
        points: own.score,
        words: own.count { move in
          if case .playedWord = move.type { true } else { false }
        }
      )
    }
    self.sides = sides
    switch state.match.status {
    case .ended:
      guard let localIndex, sides.count == 2 else {
        status = "The match is over."
        return
      }
      let (mine, theirs) = (sides[localIndex].points, sides[1 - localIndex].points)
      status = mine == theirs ? "It is a tie." : mine > theirs ? "You have won!" : "You have lost."
    case .matching:
      status = "Nobody else waits yet: an opponent is still to come."
    case .open:
      let next = state.match.currentPlayerIndex.flatMap { index in
        sides.indices.contains(index.rawValue) ? sides[index.rawValue].name : nil
      }
      status =
        if state.playedMove != nil {
          "You have played."
        } else if state.isLocalPlayersTurn {
          "It is your turn."
        } else {
          "It is the turn of \(next ?? "nobody")."
        }
    }
  }
}
