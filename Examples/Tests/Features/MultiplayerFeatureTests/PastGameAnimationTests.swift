// SPDX-License-Identifier: MIT

import DependencyClients
import Lockstep
import MultiplayerFeature
import Testing

/// Tests the animations that the view of a row observes.
@MainActor @Suite struct PastGameAnimationTests {
  private struct Logged: Equatable {
    var actions: [PastGameAction] = []
    var row = PastGameState.mock
  }

  @Test(arguments: [
    (PastGameAction.matchResponse(.success(.mock)), TurnBasedMatch.mock),
    (.rematchResponse(.success(.rematch)), .rematch),
  ])
  func `opening a match is animated`(action: PastGameAction, match: TurnBasedMatch) {
    let store = Store(
      initialState: Logged(),
      reducer: Reducer<Logged, PastGameAction, PastGameEnvironment>.combine(
        pastGameReducer.pullback(
          state: \.row,
          action: /PastGameAction.self
        ),
        .withoutEffects { state, action in
          state.actions.append(action)
        }
      ),
      environment: PastGameEnvironment(gameCenter: .failing, mainQueue: .failing)
    )
    var animations: [StoreAnimation?] = []
    let observation = store.observe { _, change in animations.append(change.animation) }
    store.send(action)
    observation.cancel()
    #expect(store.state.actions == [action, .delegate(.openMatch(match))])
    // The initial state, the response, and the opened match.
    #expect(animations == [nil, nil, .default])
  }
}
