// SPDX-License-Identifier: MIT

internal import DemoSupport
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
  enum Presentation: Equatable, Sendable {
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

  /// The first match that is shown of a list.
  var firstRow = 0

  var hasClosed = false

  /// True if the server answers everything with an error; `nil` if it is one that the demo cannot break.
  var isServerBroken: Bool?

  /// The match that is open.
  var match: MatchState?

  var multiplayer = MultiplayerState(hasPastGames: false)

  /// The error that the screen shows.
  var notice: String?

  var pending: Set<Request> = []

  var presentation: Presentation?

  /// The error that the dialog shows.
  var presentationError: String?

  /// The player; `nil` before the game center knows it.
  var player: GameCenterPlayer?

  var record: PlayerRecord?

  /// The match that the keys are for, in the list that is open.
  var selection: TurnBasedMatch.ID?

  var spinnerPhase = 0
}

extension MultiplayerDemoState {
  /// The matches that are over, while their list is open; nil if it is not.
  var pastGames: IdentifiedArrayOf<PastGameState>? {
    guard case .pastGames(let pastGames) = multiplayer.route else { return nil }
    return pastGames.pastGames
  }

  /// The matches that are not over, while their list is open; nil if it is not.
  var openMatches: IdentifiedArrayOf<OpenMatchState>? {
    guard case .openMatches(let openMatches) = multiplayer.route else { return nil }
    return openMatches.matches
  }

  /// Why the list that is open could not be loaded the last time; nil if it could.
  var listFailure: NSError? {
    switch multiplayer.route {
    case .openMatches(let openMatches): openMatches.loadFailure
    case .pastGames(let pastGames): pastGames.loadFailure
    case nil: nil
    }
  }

  /// The match that the keys are for, of those that are not over.
  var selectedMatch: OpenMatchState? { selection.flatMap { openMatches?[id: $0] } }

  /// The match that the keys are for, of those that are over.
  var selectedGame: PastGameState? { selection.flatMap { pastGames?[id: $0] } }

  /// The match that has an alert.
  var alertedGame: PastGameState? { pastGames?.first { $0.alert != nil } }

  var isBusy: Bool {
    pending.isEmpty == false || match?.isPlayRequestInFlight == true
      || pastGames?.contains(where: \.isRematchRequestInFlight) == true
  }

  /// The matches of the list that is open, in their order; nil if no list is.
  var listedMatches: [TurnBasedMatch.ID]? {
    pastGames.map { Array($0.ids) } ?? openMatches.map { Array($0.ids) }
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

  /// The player's options, apart from those that the keys name.
  var hint: String

  /// The players, by their places.
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
    let stays = "the match stays in the list."
    switch state.match.status {
    case .ended:
      hint = "Past games offer a rematch."
      guard let localIndex, sides.count == 2 else {
        status = "The match is over."
        return
      }
      let (mine, theirs) = (sides[localIndex].points, sides[1 - localIndex].points)
      status = mine == theirs ? "It is a tie." : mine > theirs ? "You have won!" : "You have lost."
    case .matching:
      hint = "Somebody will join you. Wait, or go back: \(stays)"
      status = "Nobody else waits yet."
    case .open:
      let next = state.match.currentPlayerIndex.flatMap { index in
        sides.indices.contains(index.rawValue) ? sides[index.rawValue].name : nil
      }
      if state.game == nil {
        hint = "A newer program has written it."
        status = "This match cannot be shown."
      } else if state.playedMove != nil {
        hint = "Your move is on its way."
        status = "You have played."
      } else if state.isLocalPlayersTurn {
        hint = "Type a word along faces that touch, and play it with Enter."
        status = "It is your turn."
      } else {
        hint = "Spell your next word, or go back: \(stays)"
        status = "It is the turn of \(next ?? "nobody")."
      }
    }
  }
}

extension MatchSummary.Side {
  /// The words and points of the side: "2 words, 36 points".
  var text: String { "\(counted(words, "word")), \(counted(points, "point"))" }
}
