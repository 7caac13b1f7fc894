// SPDX-License-Identifier: MIT

import ApiClient
import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Replaces failing dependencies of the client and the server one by one until the test passes.
///
/// Each report names the dependency to supply next.
@Suite struct FailingDependenciesTests {
  private typealias Store = TestStore<GameOverState, GameOverAction, GameOverEnvironment>

  /// The first lines of all issues that a test reports, including those at its end.
  private func headings(
    _ environment: GameOverEnvironment,
    _ steps: (Store) -> Void = { _ in }
  ) -> [String] {
    messages(environment, steps).map { String($0.prefix { $0 != "\n" }) }
  }

  private func messages(
    _ environment: GameOverEnvironment,
    _ steps: (Store) -> Void
  ) -> [String] {
    let issues = withReportedIssues {
      let store = Store(
        initialState: GameOverState(completedGame: .mock, isDemo: false),
        reducer: gameOverReducer,
        environment: environment
      )
      store.send(.onAppear)
      steps(store)
    }
    return issues.map(\.message)
  }

  private func receiveDelayedOnAppear(_ store: Store) {
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
  }

  private let unexpectedAction = "The store received 1 unexpected action after this one: …"

  @Test func `a failing client reports each endpoint that the feature uses`() {
    var environment = GameOverEnvironment.failing

    // A delay reads the time and schedules work twice: for its value and for its completion. The request and
    // the settings each schedule only their completion. A failing scheduler drops the work, so these three
    // effects never finish.
    #expect(
      headings(environment) == [
        "ApiClient.currentPlayer is unimplemented",
        "ServerConfigClient.config is unimplemented",
        "RunLoop - A failing scheduler was asked for the current time.",
        "RunLoop - A failing scheduler was asked to run work after a delay.",
        "RunLoop - A failing scheduler was asked for the current time.",
        "RunLoop - A failing scheduler was asked to run work after a delay.",
        "ApiClient.apiRequest(.games(.submit(...))) is unimplemented - A failing effect ran.",
        "RunLoop - A failing scheduler was asked to run work at once.",
        "LocalDatabaseClient.playedGamesCount is unimplemented - A failing effect ran.",
        "UserNotificationClient.getNotificationSettings is unimplemented - A failing effect ran.",
        "RunLoop - A failing scheduler was asked to run work at once.",
        "AudioPlayerClient.loop is unimplemented - A failing effect ran.",
        "AudioPlayerClient.play is unimplemented - A failing effect ran.",
        "3 effects are still running at the end: …",
      ]
    )

    environment.mainRunLoop = .immediate
    let unimplemented = [
      "ApiClient.currentPlayer is unimplemented",
      "ServerConfigClient.config is unimplemented",
      "ApiClient.apiRequest(.games(.submit(...))) is unimplemented - A failing effect ran.",
      "LocalDatabaseClient.playedGamesCount is unimplemented - A failing effect ran.",
      "UserNotificationClient.getNotificationSettings is unimplemented - A failing effect ran.",
      "AudioPlayerClient.loop is unimplemented - A failing effect ran.",
      "AudioPlayerClient.play is unimplemented - A failing effect ran.",
    ]
    #expect(headings(environment) == unimplemented + [unexpectedAction])

    #expect(headings(environment, receiveDelayedOnAppear) == unimplemented)

    environment.audioPlayer = .noop
    #expect(headings(environment, receiveDelayedOnAppear) == Array(unimplemented.prefix(5)))

    environment.database.playedGamesCount = { _ in .init(value: 0) }
    environment.serverConfig.config = { .init() }
    environment.userNotifications.getNotificationSettings = .none
    #expect(
      headings(environment, receiveDelayedOnAppear) == [unimplemented[0], unimplemented[2]]
    )
  }

  @Test func `a failing server reports each endpoint that the feature uses`() {
    var environment = GameOverEnvironment.failing
    environment.audioPlayer = .noop
    environment.database.playedGamesCount = { _ in .init(value: 0) }
    environment.mainRunLoop = .immediate
    environment.serverConfig.config = { .init() }
    environment.userNotifications.getNotificationSettings = .none

    // The client and the server use the same router to sign the request and to verify the signature. The effect
    // reports each unimplemented function once.
    environment.apiClient = .init(
      middleware: siteMiddleware(environment: .failing),
      router: .failing
    )
    #expect(
      headings(environment, receiveDelayedOnAppear) == [
        "ServerRouter.date is unimplemented",
        "ServerRouter.sha256 is unimplemented",
        "DatabaseClient.fetchPlayerByAccessToken is unimplemented",
        unexpectedAction,
      ]
    )

    var server = ServerEnvironment.failing
    server.router = .test
    func rerun(_ steps: (Store) -> Void) -> [String] {
      environment.apiClient = .init(
        middleware: siteMiddleware(environment: server),
        router: .test
      )
      return headings(environment, steps)
    }
    #expect(
      rerun(receiveDelayedOnAppear) == [
        "DatabaseClient.fetchPlayerByAccessToken is unimplemented",
        unexpectedAction,
      ]
    )

    // Once the player is known, the server emails failures to support.
    server.database.fetchPlayerByAccessToken = { _ in .blob }
    #expect(
      rerun(receiveDelayedOnAppear) == [
        "DictionaryClient.contains is unimplemented",
        "MailgunClient.sendEmail is unimplemented",
        unexpectedAction,
      ]
    )

    server.dictionary.contains = { _, _ in true }
    #expect(
      rerun(receiveDelayedOnAppear) == [
        "DatabaseClient.submitLeaderboardScore is unimplemented",
        "MailgunClient.sendEmail is unimplemented",
        unexpectedAction,
      ]
    )

    server.database.submitLeaderboardScore = { score in
      LeaderboardScore(
        createdAt: .mock,
        dailyChallengeId: score.dailyChallengeId,
        gameContext: score.gameContext,
        gameMode: score.gameMode,
        id: .deadbeef,
        language: score.language,
        moves: score.moves,
        playerId: score.playerId,
        puzzle: score.puzzle,
        score: score.score
      )
    }
    #expect(
      rerun(receiveDelayedOnAppear) == [
        "DatabaseClient.fetchLeaderboardSummary is unimplemented",
        "MailgunClient.sendEmail is unimplemented",
        unexpectedAction,
      ]
    )

    server.database.fetchLeaderboardSummary = { request in
      .init(outOf: request.timeScope == .allTime ? 1_000 : 10, rank: 1)
    }
    #expect(rerun(receiveDelayedOnAppear) == [unexpectedAction])
    #expect(
      messages(environment, receiveDelayedOnAppear) == [
        """
        The store received 1 unexpected action after this one: …

        Unhandled actions: [
          GameOverAction.submitGameResponse(
            Result<SubmitGameResponse, ApiError>.success(
              SubmitGameResponse.solo(
                LeaderboardScoreResult(
                  ranks: [
                    "allTime": Rank(
                      outOf: 1000,
                      rank: 1
                    ),
                    "lastDay": Rank(
                      outOf: 10,
                      rank: 1
                    ),
                    "lastWeek": Rank(
                      outOf: 10,
                      rank: 1
                    ),
                  ]
                )
              )
            )
          ),
        ]

        Assert it with 'receive':

        store.receive(/GameOverAction.submitGameResponse) { $0.summary = … }

        Write the new value in place of '…'.
        """
      ]
    )

    let ranks: [TimeScope: LeaderboardScoreResult.Rank] = [
      .allTime: .init(outOf: 1_000, rank: 1),
      .lastDay: .init(outOf: 10, rank: 1),
      .lastWeek: .init(outOf: 10, rank: 1),
    ]
    #expect(
      rerun { store in
        receiveDelayedOnAppear(store)
        store.receive(.submitGameResponse(.success(.solo(.init(ranks: ranks))))) {
          $0.summary = .leaderboard(ranks)
        }
      } == []
    )
  }
}
