// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import MultiplayerFeature
internal import SharedModels
internal import WordGameFeature

/// The multiplayer feature, and the demo's additions to it: the player, dialogs, the screen of a match, and a spinner.
struct MultiplayerDemoState: Equatable, Sendable {
  enum Presentation: Equatable, Sendable {
    /// The game center asks the player to sign in.
    case signIn

    /// The player chooses a game mode and is matched with an opponent.
    case matchmaker
  }

  enum Request: Hashable, Sendable {
    case match, matches, record, signIn, start
  }

  /// The error of the last request for the player or the record, or nil if it succeeded or is pending.
  var accountFailure: String?

  var firstRow = 0

  var hasClosed = false

  /// Whether the in-process server fails every request, or nil for a remote server.
  var isServerBroken: Bool?

  var match: MatchState?

  var multiplayer = MultiplayerState(hasPastGames: false)

  /// The error that the screen shows.
  var notice: String?

  var pending: Set<Request> = []

  var presentation: Presentation?

  var presentationError: String?

  /// The player, or nil before the player signs in.
  var player: GameCenterPlayer?

  var record: PlayerRecord?

  /// The selected match of the open list.
  var selection: TurnBasedMatch.ID?

  var spinnerPhase = 0
}

extension MultiplayerDemoState {
  /// The finished matches, or nil if their list is not open.
  var pastGames: IdentifiedArrayOf<PastGameState>? {
    guard case .pastGames(let pastGames) = multiplayer.route else { return nil }
    return pastGames.pastGames
  }

  /// The unfinished matches, or nil if their list is not open.
  var openMatches: IdentifiedArrayOf<OpenMatchState>? {
    guard case .openMatches(let openMatches) = multiplayer.route else { return nil }
    return openMatches.matches
  }

  /// The error of the open list's last request, or nil if it succeeded.
  var listFailure: NSError? {
    switch multiplayer.route {
    case .openMatches(let openMatches): openMatches.loadFailure
    case .pastGames(let pastGames): pastGames.loadFailure
    case nil: nil
    }
  }

  var selectedMatch: OpenMatchState? { selection.flatMap { openMatches?[id: $0] } }

  var selectedGame: PastGameState? { selection.flatMap { pastGames?[id: $0] } }

  var alertedGame: PastGameState? { pastGames?.first { $0.alert != nil } }

  var isBusy: Bool {
    pending.isEmpty == false || match?.isPlayRequestInFlight == true
      || pastGames?.contains(where: \.isRematchRequestInFlight) == true
  }

  var listedMatches: [TurnBasedMatch.ID]? {
    pastGames.map { Array($0.ids) } ?? openMatches.map { Array($0.ids) }
  }
}

struct MatchSummary: Equatable, Sendable {
  struct Side: Equatable, Sendable {
    var name: String
    var points: Int
    var words: Int
  }

  var gameMode: GameMode?

  /// The player's options without the ones that the key bindings name.
  var hint: String

  var sides: [Side]

  var status: String

  init(_ state: MatchState) {
    let localIndex = state.localPlayerIndex?.rawValue
    // A move counts even before the server has confirmed it.
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
  var text: String { "\(counted(words, "word")), \(counted(points, "point"))" }
}
