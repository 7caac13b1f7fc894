// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import MultiplayerFeature
import SharedModels
import Testing
import WordGameFeature

/// Tests the turns of a match together with its word game.
@Suite struct MatchPlayTests {
  private typealias Store = TestStore<MatchState, MatchAction, MatchEnvironment>

  private struct Offline: Error, Equatable {}

  private static let start = Date(timeIntervalSince1970: 0)

  private let mainRunLoop = RunLoop.test
  private let isOffline = Recorder(false)
  private let sent = Recorder<[Move]>([])

  /// The match that the server stores.
  private let stored = Recorder(MatchPlayTests.match([], turn: 0))

  private static func match(
    _ moves: Moves,
    turn: Move.PlayerIndex?,
    _ status: TurnBasedMatch.Status = .open
  ) -> TurnBasedMatch {
    var match = TurnBasedMatch.match(moves: moves, status: status)
    match.currentPlayerIndex = turn
    return match
  }

  private func state(_ match: TurnBasedMatch) -> MatchState {
    MatchState(match, localPlayer: .authenticated, now: Self.start)
  }

  private func store(_ match: TurnBasedMatch) -> Store {
    var environment = MatchEnvironment.failing
    environment.gameCenter.turnBasedMatch.load = { [isOffline, stored] id in
      #expect(id == "id")
      // Reads the stored match when the effect runs.
      return .sync {
        guard isOffline.value == false else { throw Offline() }
        return stored.value
      }
    }
    environment.gameCenter.turnBasedMatch.play = { [sent, stored] id, move in
      #expect(id == "id")
      sent.update { $0.append(move) }
      return Effect(value: stored.value)
    }
    environment.mainQueue = .immediate
    environment.wordGame.containsWord = { $0 == "CAB" }
    environment.wordGame.mainRunLoop = mainRunLoop
    return Store(
      initialState: state(match),
      reducer: matchReducer,
      environment: environment
    )
  }

  /// The move that plays "CAB".
  private let cab = Move(
    playedAt: MatchPlayTests.start,
    playerIndex: 0,
    score: 27,
    type: Move.cab.type
  )

  private func spellCab(in store: Store) {
    for face in [IndexedCubeFace.cornerTop, .cornerLeft, .cornerRight] {
      store.send(.game(.faceTapped(face))) { $0.game?.selectedFaces.append(face) }
    }
  }

  private func playCab(in store: Store) {
    spellCab(in: store)
    store.send(.game(.submitButtonTapped)) {
      $0.game?.cubes.apply(cab)
      $0.game?.moves = [cab]
      $0.game?.selectedFaces = []
      $0.isPlayRequestInFlight = true
      $0.playedMove = cab
    }
  }

  @Test func `a played word is sent and the opponent's move arrives`() {
    let store = store(Self.match([], turn: 0))
    store.send(.onAppear)
    let played = Self.match([.cab.by(0)], turn: 1)
    stored.set(played)
    playCab(in: store)
    store.receive(.playResponse(.success(played))) { $0 = state(played) }
    #expect(sent.value == [cab])

    mainRunLoop.advance(by: 2)
    store.receive(.matchResponse(.success(played)))
    let answered = Self.match([.cab.by(0), .removeCube.by(1)], turn: 0)
    stored.set(answered)
    mainRunLoop.advance(by: 1)
    mainRunLoop.advance(by: 1)
    store.receive(.matchResponse(.success(answered))) { $0 = state(answered) }
    // The match does not poll during the player's turn.
    mainRunLoop.advance(by: 60)
  }

  @Test func `removing a cube is sent as a move`() {
    let store = store(Self.match([], turn: 0))
    let over = Self.match([.removeCube.by(0)], turn: nil, .ended)
    stored.set(over)
    let move = Move(playedAt: Self.start, playerIndex: 0, score: 0, type: .removedCube(.corner))
    store.send(.game(.removeCubeTapped(.corner))) {
      $0.game?.cubes.apply(move)
      $0.game?.moves = [move]
      $0.isPlayRequestInFlight = true
      $0.playedMove = move
    }
    store.receive(.playResponse(.success(over))) { $0 = state(over) }
    mainRunLoop.advance(by: 60)
  }

  @Test func `a selection made out of turn stays when the player's turn begins`() {
    let store = store(Self.match([], turn: 1))
    spellCab(in: store)
    for action in [
      .endGameButtonTapped, .onAppear, .removeCubeTapped(.corner), .submitButtonTapped,
    ] as [WordGameAction] {
      store.send(.game(action))
    }
    store.send(.onAppear)
    let far = LatticePoint(x: .zero, y: .two, z: .two)
    let answered = Self.match(
      [Move(playedAt: .mock, playerIndex: 1, score: 0, type: .removedCube(far))],
      turn: 0
    )
    stored.set(answered)
    mainRunLoop.advance(by: 2)
    store.receive(.matchResponse(.success(answered))) {
      let faces = $0.game?.selectedFaces ?? []
      $0 = state(answered)
      $0.game?.selectedFaces = faces
    }
    #expect(store.state.game?.selectedWord == "CAB")
  }

  @Test func `an invalid word is not sent`() {
    let store = store(Self.match([], turn: 0))
    for face in [IndexedCubeFace.cornerTop, .cornerLeft] {
      store.send(.game(.faceTapped(face))) { $0.game?.selectedFaces.append(face) }
    }
    store.send(.game(.submitButtonTapped)) { $0.game?.selectedFaces = [] }
    #expect(sent.value == [])
  }

  @Test func `the player can resend a move after a failure`() {
    let store = store(Self.match([], turn: 0))
    let play = store.environment.gameCenter.turnBasedMatch.play
    store.environment.gameCenter.turnBasedMatch.play = { _, _ in Effect(error: Offline()) }
    playCab(in: store)
    store.receive(.playResponse(.failure(Offline() as NSError))) {
      $0.alert = alert
      $0.isPlayRequestInFlight = false
    }
    // The player has already moved in this turn.
    store.send(.game(.removeCubeTapped(.corner)))

    store.environment.gameCenter.turnBasedMatch.play = play
    let played = Self.match([.cab.by(0)], turn: 1)
    stored.set(played)
    store.send(.tryAgainButtonTapped) {
      $0.alert = nil
      $0.isPlayRequestInFlight = true
    }
    store.receive(.playResponse(.success(played))) { $0 = state(played) }
    #expect(sent.value == [cab])
    leave(store)
  }

  @Test func `a failed move can be taken back unless the server has received it`() {
    let store = store(Self.match([], turn: 0))
    store.environment.gameCenter.turnBasedMatch.play = { _, _ in Effect(error: Offline()) }
    for hasArrived in [false, true] {
      playCab(in: store)
      store.receive(.playResponse(.failure(Offline() as NSError))) {
        $0.alert = alert
        $0.isPlayRequestInFlight = false
      }
      let match = hasArrived ? Self.match([.cab.by(0)], turn: 1) : stored.value
      stored.set(match)
      store.send(.takeBackButtonTapped) { $0 = state(Self.match([], turn: 0)) }
      if hasArrived {
        store.receive(.matchResponse(.success(match))) { $0 = state(match) }
      } else {
        store.receive(.matchResponse(.success(match)))
      }
    }
    leave(store)
  }

  @Test func `taking back a move keeps the current selection`() {
    let store = store(Self.match([], turn: 0))
    store.environment.gameCenter.turnBasedMatch.play = { _, _ in .none }
    playCab(in: store)
    store.send(.game(.faceTapped(.cornerTop))) { $0.game?.selectedFaces = [.cornerTop] }
    store.send(.playResponse(.failure(Offline() as NSError))) {
      $0.alert = alert
      $0.isPlayRequestInFlight = false
    }
    store.send(.takeBackButtonTapped) {
      $0 = state(Self.match([], turn: 0))
      $0.game?.selectedFaces = [.cornerTop]
    }
    store.receive(.matchResponse(.success(stored.value)))
    leave(store)
  }

  @Test func `a match that ends during a selection shows the end`() {
    let store = store(Self.match([.cab.by(0)], turn: 1))
    store.send(.onAppear)
    store.send(.game(.faceTapped(.cornerTop))) { $0.game?.selectedFaces = [.cornerTop] }
    let over = Self.match([.cab.by(0), .removeCube.by(1)], turn: nil, .ended)
    stored.set(over)
    mainRunLoop.advance(by: 2)
    store.receive(.matchResponse(.success(over))) { $0 = state(over) }
    #expect(store.state.game?.selectedFaces == [])
    #expect(store.state.game?.gameOver != nil)
    // The finished match neither polls nor accepts a selection.
    mainRunLoop.advance(by: 60)
    store.send(.game(.faceTapped(.cornerTop)))
    store.send(.game(.submitButtonTapped))
  }

  @Test func `the match polls for the opponent's move until it is closed`() {
    let waiting = Self.match([.cab.by(0)], turn: 1)
    let store = store(waiting)
    stored.set(waiting)
    store.send(.onAppear)
    for _ in 0..<100 {
      mainRunLoop.advance(by: 2)
      store.receive(.matchResponse(.success(waiting)))
    }
    leave(store)
  }

  @Test func `the match keeps polling after a failure until it is closed`() {
    let store = store(Self.match([], turn: nil, .matching))
    isOffline.set(true)
    store.send(.onAppear)
    mainRunLoop.advance(by: 2)
    store.receive(.matchResponse(.failure(Offline() as NSError))) {
      $0.loadFailure = Offline() as NSError
    }
    isOffline.set(false)
    let joined = Self.match([], turn: 1)
    stored.set(joined)
    mainRunLoop.advance(by: 2)
    store.receive(.matchResponse(.success(joined))) {
      $0 = state(joined)
      $0.game?.gameStartTime = Self.start.addingTimeInterval(4)
    }
    leave(store)
  }

  @Test func `a finished or unreadable match accepts no moves and does not poll`() {
    let over = store(Self.match([.cab.by(0)], turn: nil, .ended))
    over.send(.onAppear)
    over.send(.game(.faceTapped(.cornerTop)))
    over.send(.game(.removeCubeTapped(.corner)))

    var unreadable = Self.match([], turn: 0)
    unreadable.matchData = nil
    let store = store(unreadable)
    #expect(store.state.game == nil)
    store.send(.onAppear)
    mainRunLoop.advance(by: 60)
  }

  /// Closes a match, which then stops polling.
  private func leave(_ store: Store) {
    store.send(.closeButtonTapped)
    store.receive(.delegate(.close))
    mainRunLoop.advance(by: 60)
  }

  private var alert: AlertState<MatchAction> {
    AlertState(
      title: "Your move could not be sent",
      message: TextState((Offline() as NSError).localizedDescription),
      primaryButton: .default("Try again", send: .tryAgainButtonTapped),
      secondaryButton: .cancel("Take it back", send: .takeBackButtonTapped),
      onDismiss: .takeBackButtonTapped
    )
  }
}
