// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import SharedModels

func apiRoutes(_ bodies: Bodies) -> OneOf<ServerRoute.Api.Route> {
  OneOf {
    Route(.case(ServerRoute.Api.Route.changelog(build:))) {
      Path { "changelog" }
      Query { build }
    }
    Route(.case(ServerRoute.Api.Route.config(build:))) {
      Path { "config" }
      Query { build }
    }
    Route(.case(ServerRoute.Api.Route.currentPlayer)) { Path { "current-player" } }
    Route(.case(ServerRoute.Api.Route.dailyChallenge)) {
      Path { "daily-challenges" }
      dailyChallengeRoutes
    }
    Route(.case(ServerRoute.Api.Route.leaderboard)) {
      Path { "leaderboard-scores" }
      leaderboardRoutes
    }
    Route(.case(ServerRoute.Api.Route.matches)) {
      Path { "matches" }
      matchRoutes(bodies)
    }
    Route(.case(ServerRoute.Api.Route.playerRecord)) { Path { "current-player/record" } }
    Route(.case(ServerRoute.Api.Route.push)) { pushRoutes(bodies) }
    Route(.case(ServerRoute.Api.Route.sharedGame)) {
      Path { "sharedGames" }
      sharedGameRoutes(bodies)
    }
    Route(.case(ServerRoute.Api.Route.verifyReceipt)) {
      Method.post
      Path { "verify-receipt" }
      Body(.data)
    }
  }
}

private let dailyChallengeRoutes = OneOf {
  Route(.case(ServerRoute.Api.Route.DailyChallenge.start(gameMode:language:))) {
    Method.post
    Query {
      gameMode
      language
    }
  }
  Route(.case(ServerRoute.Api.Route.DailyChallenge.today(language:))) {
    Path { "today" }
    Query { language }
  }
  Route(.case(ServerRoute.Api.Route.DailyChallenge.results)) {
    Path { "results" }
    OneOf {
      Route(
        .case(
          ServerRoute.Api.Route.DailyChallenge.Results.fetch(gameMode:gameNumber:language:)
        )
      ) {
        Query {
          dashedGameMode
          Field(
            "game-number",
            aliases: ["gameNumber"],
            optional: .tagged(.int, as: DailyChallenge.GameNumber.self)
          )
          language
        }
      }
      Route(.case(ServerRoute.Api.Route.DailyChallenge.Results.history(gameMode:language:))) {
        Path { "history" }
        Query {
          dashedGameMode
          language
        }
      }
    }
  }
}

private let leaderboardRoutes = OneOf {
  Route(.case(ServerRoute.Api.Route.Leaderboard.fetch(gameMode:language:timeScope:))) {
    Query {
      gameMode
      language
      timeScope
    }
  }
  Route(.case(ServerRoute.Api.Route.Leaderboard.vocab)) {
    Path { "vocab" }
    OneOf {
      Route(.case(ServerRoute.Api.Route.Leaderboard.Vocab.fetch(language:timeScope:))) {
        Query {
          language
          timeScope
        }
      }
      Route(.case(ServerRoute.Api.Route.Leaderboard.Vocab.fetchWord)) {
        Path {
          "words"
          Parameter(.tagged(.uuid, as: WordID.self))
        }
      }
    }
  }
  Route(.case(ServerRoute.Api.Route.Leaderboard.weekInReview(language:))) {
    Path { "week-in-review" }
    Query { language }
  }
}

private func matchRoutes(_ bodies: Bodies) -> OneOf<ServerRoute.Api.Route.Matches> {
  OneOf {
    Route(.case(ServerRoute.Api.Route.Matches.list(before:))) {
      Query { Field("before", optional: .tagged(.uuid, as: Match.ID.self)) }
    }
    Route(.case(ServerRoute.Api.Route.Matches.start(gameMode:language:opponent:))) {
      Method.post
      Query {
        gameMode
        language
        Field("opponent", optional: .tagged(.uuid, as: Player.ID.self))
      }
    }
    Route(.case(ServerRoute.Api.Route.Matches.load)) {
      Path { Parameter(.tagged(.uuid, as: Match.ID.self)) }
    }
    Route(.case(ServerRoute.Api.Route.Matches.play)) {
      Method.post
      Path {
        Parameter(.tagged(.uuid, as: Match.ID.self))
        "moves"
      }
      bodies.plain(Move.self)
    }
    Route(.case(ServerRoute.Api.Route.Matches.rematch)) {
      Method.post
      Path {
        Parameter(.tagged(.uuid, as: Match.ID.self))
        "rematch"
      }
    }
  }
}

private func pushRoutes(_ bodies: Bodies) -> OneOf<ServerRoute.Api.Route.Push> {
  OneOf {
    Route(.case(ServerRoute.Api.Route.Push.register)) {
      Method.post
      Path { "push-tokens" }
      bodies.plain(RegisterPushToken.self)
    }
    Route(.case(ServerRoute.Api.Route.Push.updateSetting)) {
      Method.post
      Path { "push-settings" }
      bodies.plain(PushSetting.self)
    }
  }
}

private func sharedGameRoutes(_ bodies: Bodies) -> OneOf<ServerRoute.Api.Route.SharedGame> {
  OneOf {
    Route(.case(ServerRoute.Api.Route.SharedGame.fetch)) {
      Path { Parameter(.tagged(.string, as: SharedGame.Code.self)) }
    }
    Route(.case(ServerRoute.Api.Route.SharedGame.share)) {
      Method.post
      bodies.plain(CompletedGame.self)
    }
  }
}

// MARK: Query items

private let build = Field("build", .tagged(.int, as: BuildNumber.self))

private let dashedGameMode = Field(
  "game-mode",
  aliases: ["gameMode"],
  .rawRepresentable(as: GameMode.self)
)

private let gameMode = Field("gameMode", .rawRepresentable(as: GameMode.self))

private let language = Field("language", .rawRepresentable(as: Language.self))

private let timeScope = Field("timeScope", .rawRepresentable(as: TimeScope.self))
