// SPDX-License-Identifier: MIT

public import ApiClient
public import DependencyClients
public import Foundation
public import Lockstep
internal import ServerRouter
public import SharedModels

/// A reason why a daily challenge cannot be played.
public enum DailyChallengeError: Error, Equatable, Sendable {
  /// The player has already played the challenge, which ends at the given date.
  case alreadyPlayed(endsAt: Date)

  /// The server did not return the challenge.
  ///
  /// The next one starts at the given date.
  case couldNotFetch(nextStartsAt: Date)
}

extension Effect where Output == InProgressGame, Failure == DailyChallengeError {
  /// Returns an effect that starts one of today's challenges.
  ///
  /// If the challenge has no time limit and the device has a saved game of it, the effect resumes that game without a
  /// request to the server.
  ///
  /// - Parameters:
  ///   - challenge: The challenge and the player's result.
  ///   - apiClient: The client of the server.
  ///   - fileClient: The client that stores the saved games.
  ///   - mainRunLoop: The scheduler that delivers the game. A new game begins at its current time.
  /// - Returns: An effect that sends one game.
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
