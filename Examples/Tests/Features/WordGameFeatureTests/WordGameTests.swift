// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import SharedModels
import Testing
import WordGameFeature

@Suite struct WordGameTests {
  private typealias Store = TestStore<WordGameState, WordGameAction, WordGameEnvironment>

  private static let start = Date(timeIntervalSince1970: 0)

  private let mainRunLoop = RunLoop.test

  private func store(
    _ gameMode: GameMode = .unlimited,
    _ update: (inout WordGameEnvironment) -> Void = { _ in }
  ) -> Store {
    var environment = WordGameEnvironment.failing
    environment.mainRunLoop = mainRunLoop
    update(&environment)
    return Store(
      initialState: WordGameState(cubes: .mock, gameMode: gameMode, gameStartTime: Self.start),
      reducer: wordGameReducer,
      environment: environment
    )
  }

  private func select(_ faces: [IndexedCubeFace], in store: Store) {
    for face in faces { store.send(.faceTapped(face)) { $0.selectedFaces.append(face) } }
  }

  @Test func `submitting a word adds a move with its score`() {
    let store = store { $0.containsWord = { $0 == "CAB" } }
    mainRunLoop.advance(by: 10)
    select([.cornerTop, .cornerLeft, .cornerRight], in: store)
    #expect(store.state.selectedWord == "CAB")

    store.send(.submitButtonTapped) {
      $0.selectedFaces = []
      $0.cubes[LatticePoint.corner].left.useCount = 1
      $0.cubes[LatticePoint.corner].right.useCount = 1
      $0.cubes[LatticePoint.corner].top.useCount = 1
      $0.moves = [
        Move(
          playedAt: Self.start.addingTimeInterval(10),
          score: 27,
          type: .playedWord([.cornerTop, .cornerLeft, .cornerRight])
        )
      ]
    }
  }

  @Test func `submitting a short, unknown or already played word only clears the selection`() {
    let store = store { $0.containsWord = { $0 == "CAB" } }
    store.send(.submitButtonTapped)
    for faces in [[.cornerTop, .cornerLeft], [.cornerLeft, .cornerTop, .cornerRight]]
      as [[IndexedCubeFace]]
    {
      select(faces, in: store)
      store.send(.submitButtonTapped) { $0.selectedFaces = [] }
    }

    let again = Store(
      initialState: WordGameState(
        cubes: .mock,
        gameMode: .unlimited,
        gameStartTime: Self.start,
        moves: [.removeCube, .cab]
      ),
      reducer: wordGameReducer,
      environment: .failing
    )
    select([.cornerTop, .cornerLeft, .cornerRight], in: again)
    again.send(.submitButtonTapped) { $0.selectedFaces = [] }
  }

  @Test func `a face is selected if it is playable and touches the previous face`() {
    let store = store()
    let covered = IndexedCubeFace(index: LatticePoint(x: .zero, y: .zero, z: .zero), side: .top)
    let far = IndexedCubeFace(index: LatticePoint(x: .zero, y: .two, z: .zero), side: .top)
    store.send(.faceTapped(covered))
    select([.cornerTop, .cornerLeft], in: store)
    store.send(.faceTapped(far))
    store.send(.faceTapped(.cornerTop))
    store.send(.faceTapped(.cornerLeft)) { $0.selectedFaces = [.cornerTop] }
  }

  @Test func `a cube can be removed only once`() {
    let store = store()
    select([.cornerTop], in: store)
    store.send(.removeCubeTapped(.corner)) {
      $0.selectedFaces = []
      $0.cubes[LatticePoint.corner].wasRemoved = true
      $0.moves = [Move(playedAt: Self.start, score: 0, type: .removedCube(.corner))]
    }
    store.send(.removeCubeTapped(.corner))
  }

  @Test func `a timed game ends after its time limit`() {
    let store = store(.timed)
    store.send(.onAppear)
    mainRunLoop.advance(by: 2)
    store.receive(.timerTick) { $0.secondsPlayed = 1 }
    store.receive(.timerTick) { $0.secondsPlayed = 2 }

    mainRunLoop.advance(by: 1_000)
    for second in 3..<WordGameState.timeLimit {
      store.receive(.timerTick) { $0.secondsPlayed = second }
    }
    store.receive(.timerTick) {
      $0.secondsPlayed = 180
      $0.gameOver = GameOverState(
        completedGame: CompletedGame(
          cubes: .mock,
          gameContext: .solo,
          gameMode: .timed,
          gameStartTime: Self.start,
          moves: [],
          secondsPlayed: 180
        ),
        isDemo: false
      )
    }
    // After the end, the game ignores all of these actions.
    for action in [
      .endGameButtonTapped, .faceTapped(.cornerTop), .onAppear, .removeCubeTapped(.corner),
      .submitButtonTapped,
    ] as [WordGameAction] {
      store.send(action)
    }
  }

  @Test func `the player can end an unlimited game and start another game`() {
    let store = store()
    store.send(.onAppear)
    store.send(.endGameButtonTapped) {
      $0.gameOver = GameOverState(completedGame: $0.completedGame, isDemo: false)
    }
    store.send(.gameOver(.delegate(.startGame(.mock)))) { $0 = WordGameState(.mock) }
    #expect(store.state.inProgressGame == .mock)
  }

  @Test func `moves in a match have the local player's index`() {
    let store = Store(
      initialState: WordGameState(
        cubes: .mock,
        gameMode: .unlimited,
        gameStartTime: Self.start,
        turnBasedContext: TurnBasedContext(
          localPlayer: .authenticated,
          match: TurnBasedMatch(
            id: "id",
            participants: [.init(player: .remote), .init(player: .local)],
            status: .open
          )
        )
      ),
      reducer: wordGameReducer,
      environment: WordGameEnvironment(
        containsWord: { _ in false },
        gameOver: .failing,
        mainRunLoop: .immediate
      )
    )
    store.send(.removeCubeTapped(.corner)) {
      $0.cubes[LatticePoint.corner].wasRemoved = true
      $0.moves = [
        Move(playedAt: Self.start, playerIndex: 1, score: 0, type: .removedCube(.corner))
      ]
    }
    #expect(store.state.completedGame.localPlayerIndex == 1)
  }
}
