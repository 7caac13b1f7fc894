// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import SharedModels
import Testing

@Suite struct DependencyClientsTests {
  /// Runs an effect and returns the first lines of its issues and its results.
  private func run<Output: Sendable, Failure: Error>(
    _ effect: Effect<Output, Failure>
  ) -> (messages: [String], outputs: [Result<Output, Failure>]) {
    let outputs = Recorder<[Result<Output, Failure>]>([])
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Bool, Void> { _, _, _ in
          effect.catchToEffect()
            .handleEvents(receiveOutput: { output in outputs.update { $0.append(output) } })
            .ignoreOutput()
        },
        environment: ()
      )
      store.send(true)
    }
    return (issues.map { String($0.message.prefix { $0 != "\n" }) }, outputs.value)
  }

  @Test
  func `effects of failing clients report their endpoint`() {
    let messages = [
      run(AudioPlayerClient.failing.loop(.gameOverMusicLoop)).messages,
      run(AudioPlayerClient.failing.play(.transitionIn)).messages,
      run(AudioPlayerClient.failing.stop(.gameOverMusicLoop)).messages,
      run(FileClient.failing.delete("a.json")).messages,
      run(FileClient.failing.load("a.json")).messages,
      run(FileClient.failing.save("a.json", Data())).messages,
      run(LocalDatabaseClient.failing.fetchGamesForWord("CAB")).messages,
      run(LocalDatabaseClient.failing.fetchStats).messages,
      run(LocalDatabaseClient.failing.fetchVocab).messages,
      run(LocalDatabaseClient.failing.migrate).messages,
      run(LocalDatabaseClient.failing.playedGamesCount(.solo)).messages,
      run(LocalDatabaseClient.failing.saveGame(.mock)).messages,
      run(RemoteNotificationsClient.failing.register()).messages,
      run(ServerConfigClient.failing.refresh()).messages,
      run(StoreKitClient.failing.addPayment(.init(productIdentifier: "a"))).messages,
      run(StoreKitClient.failing.fetchProducts([])).messages,
      run(StoreKitClient.failing.observer).messages,
      run(StoreKitClient.failing.requestReview()).messages,
      run(UserDefaultsClient.failing.remove("a")).messages,
      run(UserDefaultsClient.failing.setBool(true, "a")).messages,
      run(UserDefaultsClient.failing.setDouble(1, "a")).messages,
      run(UserNotificationClient.failing.getNotificationSettings).messages,
      run(UserNotificationClient.failing.requestAuthorization([])).messages,
    ]
    let endpoints = [
      "AudioPlayerClient.loop", "AudioPlayerClient.play", "AudioPlayerClient.stop",
      "FileClient.delete(a.json)",
      "FileClient.load(a.json)", "FileClient.save(a.json)",
      "LocalDatabaseClient.fetchGamesForWord(CAB)", "LocalDatabaseClient.fetchStats",
      "LocalDatabaseClient.fetchVocab", "LocalDatabaseClient.migrate",
      "LocalDatabaseClient.playedGamesCount", "LocalDatabaseClient.saveGame",
      "RemoteNotificationsClient.register", "ServerConfigClient.refresh",
      "StoreKitClient.addPayment", "StoreKitClient.fetchProducts", "StoreKitClient.observer",
      "StoreKitClient.requestReview", "UserDefaultsClient.remove(a)",
      "UserDefaultsClient.setBool(a)", "UserDefaultsClient.setDouble(a)",
      "UserNotificationClient.getNotificationSettings",
      "UserNotificationClient.requestAuthorization",
    ]
    #expect(messages == endpoints.map { ["\($0) is unimplemented - A failing effect ran."] })
  }

  @Test
  func `values of failing clients report their endpoint and return a default`() {
    let issues = withReportedIssues {
      #expect(ServerConfigClient.failing.config() == ServerConfig())
      #expect(UserDefaultsClient.failing.boolForKey("a") == false)
      #expect(UserDefaultsClient.failing.doubleForKey("a") == 0)
    }
    #expect(
      issues.map(\.message) == [
        "ServerConfigClient.config is unimplemented",
        "UserDefaultsClient.boolForKey(a) is unimplemented",
        "UserDefaultsClient.doubleForKey(a) is unimplemented",
      ]
    )
  }

  @Test
  func `the last override of a user default applies to its key only`() {
    var client = UserDefaultsClient.noop
    client.doubleForKey = { _ in 1 }
    client.override(double: 2, forKey: "a")
    client.override(double: 3, forKey: "b")
    client.override(double: 4, forKey: "a")
    #expect(["a", "b", "c"].map(client.doubleForKey) == [4, 3, 1])

    client.override(bool: true, forKey: "a")
    #expect(["a", "b"].map(client.boolForKey) == [true, false])
  }

  @Test
  func `the client loads saved games from their file`() throws {
    let games = SavedGames(dailyChallengeUnlimited: .mock)
    var client = FileClient.failing
    client.override(load: "saved-games.json", .init(value: try JSONEncoder().encode(games)))
    let (messages, outputs) = run(client.loadSavedGames())
    #expect(messages == [])
    #expect(try outputs.map { try $0.get() } == [games])
    #expect(
      run(client.load("other.json")).messages == [
        "FileClient.load(other.json) is unimplemented - A failing effect ran."
      ]
    )
  }

  @Test
  func `a file with invalid contents fails with a decoding error`() throws {
    var client = FileClient.noop
    client.override(load: "saved-games.json", .init(value: Data("[]".utf8)))
    let outputs = run(client.loadSavedGames()).outputs
    #expect(outputs.count == 1)
    #expect(throws: DecodingError.self) { try outputs.first?.get() }
  }

  @Test
  func `each game context has its kind of game`() {
    let contexts: [GameContext] = [
      .dailyChallenge(.deadbeef), .shared("deadbeef"), .solo, .turnBased([:]),
    ]
    #expect(
      contexts.map(LocalDatabaseClient.GameKind.init) == LocalDatabaseClient.GameKind.allCases
    )
  }

  @Test
  func `invalid trigger values from a server do not trap`() {
    typealias Trigger = ServerConfig.UpgradeInterstitial.Trigger
    #expect(Trigger(count: .min, every: 1).fires(after: .max) == false)
    #expect(Trigger(count: 1, every: 0).fires(after: 1))
    #expect(Trigger(count: 1, every: 0).fires(after: 2) == false)
    #expect(Trigger(count: 1, every: .min).fires(after: 2) == false)
    #expect(Trigger(count: 3, every: 2).fires(after: 2) == false)
  }
}
