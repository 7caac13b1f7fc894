// SPDX-License-Identifier: MIT

import ApiClient
import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import Testing

/// Runs the examples from the comments of `Examples/ApiClient`.
@Suite struct ApiClientCommentTests {
  private struct Environment: Sendable {
    var apiClient = ApiClient.failing
    var mainRunLoop: SchedulerOf<RunLoop> = .failing
  }

  private enum GameOverAction: Equatable {
    case dailyChallengeResponse(Result<[FetchTodaysDailyChallengeResponse], ApiError>)
  }

  private func request(_ environment: Environment) -> Effect<GameOverAction, Never> {
    environment.apiClient.apiRequest(
      route: .dailyChallenge(.today(language: .en)),
      as: [FetchTodaysDailyChallengeResponse].self
    )
    .receive(on: environment.mainRunLoop)
    .catchToEffect()
    .map(GameOverAction.dailyChallengeResponse)
  }

  @Test func `an overridden route responds to the request of the example`() {
    var environment = Environment()
    environment.apiClient.override(
      route: .dailyChallenge(.today(language: .en)),
      withResponse: .ok([FetchTodaysDailyChallengeResponse]())
    )
    environment.mainRunLoop = .immediate
    let (messages, outputs) = run(request(environment))
    #expect(messages == [])
    #expect(outputs == [.success(.dailyChallengeResponse(.success([])))])
  }

  @Test func `an override of a route case handles every request of that case`() {
    var environment = Environment()
    environment.apiClient.override(
      routeCase: /ServerRoute.Api.Route.games .. /ServerRoute.Api.Route.Games.submit,
      withResponse: { _ in .none }
    )
    let game = ServerRoute.Api.Route.Games.SubmitRequest(completedGame: .mock)
    let (messages, outputs) = run(environment.apiClient.apiRequest(.games(.submit(game))))
    #expect(messages == [])
    #expect(outputs.isEmpty)
  }
}
