// SPDX-License-Identifier: MIT

public import ApiClient
public import DependencyClients
public import Foundation
public import Lockstep
internal import ServerRouter
public import SharedModels

/// Why a daily challenge cannot be played.
public enum DailyChallengeError: Error, Equatable, Sendable {
  /// The player has played it already; the next one begins then.
  case alreadyPlayed(endsAt: Date)

  /// The server did not answer, or refused; the next one begins then.
  case couldNotFetch(nextStartsAt: Date)
}

extension Effect where Output == InProgressGame, Failure == DailyChallengeError {
  /// An effect that starts to play one of today's challenges.
  ///
  /// If a game without a time limit is saved on the device, the effect resumes it and does not ask
  /// the server.
  ///
  /// - Parameters:
  ///   - challenge: The challenge, and how the player stands in it.
  ///   - apiClient: Asks the server.
  ///   - fileClient: Knows the saved games.
  ///   - mainRunLoop: The scheduler that delivers the game; a fresh game begins at its current time.
  /// - Returns: The effect, which sends one game.
  public static func startDailyChallenge(
    _ challenge: FetchTodaysDailyChallengeResponse,
    apiClient: ApiClient,
    fileClient: FileClient,
    mainRunLoop: SchedulerOf<RunLoop>
  ) -> Self {
    guard challenge.yourResult.rank == nil
    else { return Self(error: .alreadyPlayed(endsAt: challenge.dailyChallenge.endsAt)) }

    return .concatenate(
      challenge.dailyChallenge.gameMode == .unlimited
        ? fileClient.loadSavedGames()
          .ignoreFailure(setFailureType: DailyChallengeError.self)
          .compactMap { $0.dailyChallengeUnlimited }
        : .none,

      apiClient.apiRequest(
        route: .dailyChallenge(
          .start(
            gameMode: challenge.dailyChallenge.gameMode,
            language: challenge.dailyChallenge.language
          )
        ),
        as: StartDailyChallengeResponse.self
      )
      .receive(on: mainRunLoop)
      .map { InProgressGame(response: $0, date: mainRunLoop.now.date) }
      .mapError { _ in .couldNotFetch(nextStartsAt: challenge.dailyChallenge.endsAt) }
    )
    .prefix(1)
  }
}
