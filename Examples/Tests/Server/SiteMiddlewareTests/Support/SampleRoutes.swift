// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import ServerRouter
import SharedModels

/// A value of each route.
enum SampleRoutes {
  static let all: [ServerRoute] = pages + api.map { .api(ServerRoute.Api($0)) }

  static let pages: [ServerRoute] = [
    .home,
    .appStore,
    .download,
    .pressKit,
    .privacyPolicy,
    .appSiteAssociation,
    .sharedGame(.show("deadbeef")),
    .demo(.submitGame(.init(gameMode: .timed, score: 27))),
    .authenticate(AuthenticateRequest(deviceId: .deadbeef)),
  ]

  static let api: [ServerRoute.Api.Route] = [
    .changelog(build: 1),
    .config(build: 1),
    .currentPlayer,
    .playerRecord,
    .dailyChallenge(.start(gameMode: .timed, language: .en)),
    .dailyChallenge(.today(language: .en)),
    .dailyChallenge(.results(.fetch(gameMode: .timed, gameNumber: 1, language: .en))),
    .dailyChallenge(.results(.history(gameMode: .timed, language: .en))),
    .games(.submit(.init(gameContext: .solo(.mock), moves: [.cab]))),
    .leaderboard(.fetch(gameMode: .timed, language: .en, timeScope: .allTime)),
    .leaderboard(.vocab(.fetch(language: .en, timeScope: .allTime))),
    .leaderboard(.vocab(.fetchWord(.deadbeef))),
    .leaderboard(.weekInReview(language: .en)),
    .matches(.list(before: .deadbeef)),
    .matches(.start(gameMode: .timed, language: .en, opponent: Player.blobJr.id)),
    .matches(.load(.deadbeef)),
    .matches(.play(Match.ID(rawValue: .dailyChallenge), .cab)),
    .matches(.rematch(.deadbeef)),
    .push(.register(RegisterPushToken(token: "c0ffee"))),
    .push(
      .updateSetting(.init(notificationType: .dailyChallengeReport, sendNotifications: true))
    ),
    .sharedGame(.fetch("deadbeef")),
    .sharedGame(.share(.mock)),
    .verifyReceipt(Data("receipt".utf8)),
  ]

  /// A game of each kind.
  static let submissions: [ServerRoute] = [
    .solo(.mock),
    .dailyChallenge(DailyChallenge.mock.id),
    .shared("deadbeef"),
    .turnBased(
      .init(
        gameMode: .unlimited,
        language: .en,
        playerIndexToId: [0: Player.blob.id, 1: Player.blobJr.id],
        puzzle: .mock
      )
    ),
  ]
  .map {
    .api(ServerRoute.Api(.games(.submit(.init(gameContext: $0, moves: [.cab, .removeCube])))))
  }
}
