// SPDX-License-Identifier: MIT

import DependencyClients
import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import MultiplayerFeature
import SharedModels
import Testing

/// Tests the list of unfinished matches and opening one of them.
@Suite struct OpenMatchesTests {
  private struct Offline: Error, Equatable {}

  private func match(
    _ id: TurnBasedMatch.ID,
    _ moves: Moves = [],
    turn: Move.PlayerIndex? = 0,
    participants: [TurnBasedMatch.Participant] = [.init(player: .local), .init(player: .remote)],
    _ status: TurnBasedMatch.Status = .open
  ) -> TurnBasedMatch {
    var match = TurnBasedMatch.match(
      id: id,
      moves: moves,
      participants: participants,
      status: status
    )
    match.currentPlayerIndex = turn
    return match
  }

  private func row(_ match: TurnBasedMatch) -> OpenMatchState? {
    OpenMatchState(match: match, localPlayerId: GameCenterPlayer.local.gamePlayerId)
  }

  private func environment(_ matches: [TurnBasedMatch]) -> OpenMatchesEnvironment {
    var environment = OpenMatchesEnvironment.failing
    environment.backgroundQueue = .immediate
    environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    environment.gameCenter.turnBasedMatch.loadMatches = { .init(value: matches) }
    environment.mainQueue = .immediate
    return environment
  }

  @Test func `a row shows the current turn and both scores`() throws {
    let moves: Moves = [.cab.by(0), .removeCube.by(1), .cab.by(0), .cab.by(1)]
    let own = try #require(row(match("own", moves, turn: 0)))
    #expect(own.gameMode == .unlimited)
    #expect(own.id == "own")
    #expect(own.isLocalPlayersTurn)
    #expect(own.opponentDisplayName == "Blob Jr.")
    #expect(own.score == 2 * Move.cab.score)
    #expect(own.opponentScore == Move.cab.score)

    let other = try #require(
      row(
        match("other", moves, participants: [.init(player: .remote), .init(player: .local)])
      )
    )
    #expect(other.isLocalPlayersTurn == false)
    #expect(other.score == Move.cab.score)
    #expect(other.opponentScore == 2 * Move.cab.score)
  }

  @Test func `matches without an opponent and unreadable matches have rows`() throws {
    let waiting = try #require(
      row(match("waiting", participants: [.init(player: .local)], .matching))
    )
    #expect(waiting.opponentDisplayName == nil)
    #expect(waiting.isLocalPlayersTurn == false)

    var unreadable = match("unreadable")
    unreadable.matchData = nil
    let shown = try #require(row(unreadable))
    #expect(shown.gameMode == nil)
    #expect(shown.score == 0)
  }

  @Test func `finished matches and matches of other players have no row`() {
    #expect(row(match("over", turn: nil, .ended)) == nil)
    #expect(row(match("others", participants: [.init(player: .remote)])) == nil)
  }

  @Test func `matches with the player's turn are first and a tap opens a match`() {
    let matches = [
      match("theirs", turn: 1), match("over", turn: nil, .ended), match("mine", turn: 0),
      match("waiting", participants: [.init(player: .local)], .matching), match("also mine"),
    ]
    let store = TestStore(
      initialState: OpenMatchesState(matches: []),
      reducer: openMatchesReducer,
      environment: environment(matches)
    )
    let expected = [matches[2], matches[4], matches[0], matches[3]].compactMap(row)

    store.send(.onAppear)
    store.receive(.matchesResponse(.success(expected))) {
      $0.matches = IdentifiedArray(expected)
    }
    #expect(store.state.matches.ids == ["mine", "also mine", "theirs", "waiting"])
    store.send(.tappedRow("theirs"))
    store.receive(.delegate(.openMatch(matches[0])))
    // The list does not contain this match.
    store.send(.tappedRow("over"))
  }

  @Test func `the player can reload the list after a failure`() throws {
    let mine = try #require(row(match("mine")))
    let store = TestStore(
      initialState: OpenMatchesState(matches: [mine]),
      reducer: openMatchesReducer,
      environment: environment([])
    )
    let loadMatches = store.environment.gameCenter.turnBasedMatch.loadMatches
    store.environment.gameCenter.turnBasedMatch.loadMatches = { Effect(error: Offline()) }
    store.send(.onAppear)
    // A failure does not change the rows.
    store.receive(.matchesResponse(.failure(Offline() as NSError))) {
      $0.loadFailure = Offline() as NSError
    }
    store.environment.gameCenter.turnBasedMatch.loadMatches = loadMatches
    store.send(.reloadButtonTapped)
    store.receive(.matchesResponse(.success([]))) {
      $0.loadFailure = nil
      $0.matches = []
    }
  }

  @Test func `the list ignores the response to an earlier request`() {
    let answers = [Subject<[TurnBasedMatch], any Error>(), .init()]
    let count = Recorder(0)
    var environment = environment([])
    environment.gameCenter.turnBasedMatch.loadMatches = {
      count.update { $0 += 1 }
      return answers[count.value - 1].effect
    }
    let store = TestStore(
      initialState: OpenMatchesState(matches: []),
      reducer: openMatchesReducer,
      environment: environment
    )
    store.send(.onAppear)
    store.send(.reloadButtonTapped)
    answers[0].send([match("first")])
    answers[1].send([])
    store.receive(.matchesResponse(.success([])))
    answers[1].send(completion: .finished)
  }

  @Test
  func `the list opens a match, and closing the list cancels its request`()
    throws
  {
    let mainQueue = DispatchQueue.test
    let match = self.match("mine")
    let shown = try #require(row(match))
    var environment = MultiplayerEnvironment.failing
    environment.backgroundQueue = .immediate
    environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    environment.gameCenter.turnBasedMatch.loadMatches = { .init(value: [match]) }
    environment.mainQueue = mainQueue
    let store = TestStore(
      initialState: MultiplayerState(hasOpenMatches: true, hasPastGames: false),
      reducer: multiplayerReducer,
      environment: environment
    )

    store.send(.setNavigation(tag: .openMatches)) {
      $0.route = .openMatches(OpenMatchesState(matches: []))
    }
    #expect(store.state.route?.tag == .openMatches)
    store.send(.openMatches(.onAppear))
    mainQueue.advance()
    store.receive(.openMatches(.matchesResponse(.success([shown])))) {
      $0.route = .openMatches(OpenMatchesState(matches: [shown]))
    }
    store.send(.openMatches(.tappedRow("mine")))
    store.receive(.openMatches(.delegate(.openMatch(match))))
    store.send(.openMatches(.reloadButtonTapped))
    store.send(.setNavigation(tag: nil)) { $0.route = nil }
    mainQueue.advance()
  }
}
