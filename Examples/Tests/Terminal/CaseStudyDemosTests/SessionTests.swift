// SPDX-License-Identifier: MIT

import CaseStudies
import DemoSupport
import DemoTestSupport
import DependencyClients
import ExampleData
import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTesting
import MultiplayerFeature
import SharedModels
import Testing

@testable import CaseStudyDemos

/// Tests whole sessions without a terminal: each runs a script and compares the screens.
@MainActor @Suite struct SessionTests {
  private func lastFrame<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>(
    _ demo: Demo<State, Action, Environment>,
    _ script: String
  ) throws -> String {
    var frames: [String] = []
    try demo.run(TerminalScript(script)) { frames.append($0) }
    return try #require(frames.last { $0.hasPrefix("== ") })
  }

  /// The bundled games and a single word, so that the list of words stays short.
  private func input() throws -> AppDemoInput {
    AppDemoInput(
      games: try [.solo, .dailyChallenge].map { try CompletedGame(json: ExampleData.game($0)) },
      words: ["bunk"]
    )
  }

  @Test func `the screens of counting, saving and loading primes match the snapshots`() throws {
    try checkSnapshot(
      "primes",
      of: PrimesDemo.primes().makeTerminal(),
      script: """
        press up
        press up
        press p
        press f
        press b
        press s
        press up
        press p
        press f
        press escape
        press right
        press d
        press l
        press down
        press down
        press p
        press b
        press c
        """
    )
  }

  @Test func `the screens of stacked books, authors and notes match the snapshots`() throws {
    try checkSnapshot(
      "reading-list",
      of: ReadingListDemo.readingList().makeTerminal(),
      script: """
        press down
        press return
        press n
        type Autumn
        press return
        press a
        press return
        press n
        type half a note
        press ctrl-t
        press l
        press ctrl-d
        press r
        press escape
        press r
        press r
        """
    )
  }

  @Test func `the screens of finding the words of a first game match the snapshots`() throws {
    try checkSnapshot(
      "onboarding",
      of: OnboardingDemo.onboarding().makeTerminal(),
      script: """
        press return
        type ar
        type xt
        press return
        wait 1s
        type ra
        press backspace
        type at
        press return
        wait 1s
        type tar
        press return
        wait 1s
        press return
        """,
      optional: cubeWords
    )
  }

  @Test func `the screens of writing a post match the snapshots`() throws {
    try checkSnapshot(
      "feed",
      of: FeedDemo.feed().makeTerminal(),
      script: """
        wait 800ms
        press down
        press down
        press up
        press n
        type Hi
        press escape
        press n
        type Quite so: เขาซื้อน้ำ 👍🏽 to the people of the rain and the sun
        press left
        press home
        press return
        wait 800ms
        wait 800ms
        press c
        """
    )
  }

  @Test func `the screens of turning books around match the snapshots`() throws {
    try checkSnapshot(
      "bookshelf",
      of: BookshelfDemo.bookshelf().makeTerminal(),
      script: """
        wait 800ms
        press down
        press down
        press z
        wait 800ms
        press a
        wait 100ms
        press z
        wait 800ms
        press end
        press c
        """
    )
  }

  @Test func `the screens of playing, resuming and ranking a game match the snapshots`() throws {
    try checkSnapshot(
      "app",
      of: AppDemo.app(input()).makeTerminal(),
      script: """
        press escape
        wait 800ms
        press u
        type bunk
        press return
        press left
        press o
        wait 800ms
        press u
        type bnk
        press return
        type l
        press tab
        press escape
        wait 2s
        press c
        press m
        press p
        wait 800ms
        press end
        press return
        wait 3s
        press r
        wait 800ms
        """,
      optional: cubeWords
    )
  }

  /// Words about the cube and in the list of found words.
  ///
  /// Small screens leave them out.
  private let cubeWords: Set = [
    "15", "ART", "BUNK", "Left", "RAT", "Right", "TAR", "Top", "Words", "found",
  ]

  @Test func `primes are saved in a folder and loaded again`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "primes-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = CaseStudyOptions(folder: folder.path)
    #expect(
      try lastFrame(.primes(options), "press l").contains("There is no saved list.")
    )
    _ = try lastFrame(.primes(options), "press up\npress up\npress p\npress f\npress b\npress s")
    let frame = try lastFrame(.primes(options), "press l")
    #expect(frame.contains("This is the list that was saved."))
    #expect(frame.contains("  [2]  "))
  }

  @Test func `primes that cannot be saved show a notice`() throws {
    let options = CaseStudyOptions(folder: "/dev/null")
    #expect(try lastFrame(.primes(options), "press s").contains("The list could not be saved."))
  }

  @Test(arguments: [
    (DemoEndpoint.posts, "wait 1s", "The posts could not be loaded."),
    (.createPost, "wait 1s\npress n\ntype Hi\npress return\nwait 1s", "Your post was not taken."),
  ])
  func `a feed whose request fails shows a notice`(
    endpoint: DemoEndpoint,
    script: String,
    notice: String
  ) throws {
    let options = CaseStudyOptions(common: CommonOptions(failing: [endpoint]))
    #expect(try lastFrame(.feed(options), script).contains("\(notice) The server responded with"))
  }

  @Test func `a post without a text cannot be posted`() throws {
    let frame = try lastFrame(.feed(), "wait 1s\npress n\npress space\npress return")
    #expect(frame.contains("What is new?"))
    #expect(frame.contains("Post it") == false)
  }

  @Test func `books that cannot be loaded show a notice`() throws {
    let options = CaseStudyOptions(common: CommonOptions(failing: [.books]))
    let frame = try lastFrame(.bookshelf(options), "wait 800ms")
    #expect(frame.contains("The books could not be loaded. The server responded with status 500"))
  }

  @Test(arguments: [
    (DemoEndpoint.matchesList, "", "Your past games could not be loaded."),
    (.matchesLoad, "press return\nwait 1s", "The match could not be loaded."),
    (
      .matchesRematch, "press return\nwait 3s\npress r\nwait 1s",
      "The rematch could not be started."
    ),
  ])
  func `match requests that fail show a notice`(
    endpoint: DemoEndpoint,
    script: String,
    notice: String
  ) throws {
    let options = CaseStudyOptions(common: CommonOptions(failing: [endpoint]))
    let demo = AppDemo.app(try input(), options)
    let frame = try lastFrame(
      demo,
      "press escape\nwait 1s\npress m\npress p\nwait 1s\n\(script)"
    )
    #expect(frame.contains(notice))
  }

  @Test(arguments: [
    ("press a", "No game is saved."),
    ("press t\npress left", "No game is saved."),
    ("press u\npress left", "A game without a time limit is saved."),
    ("press u\npress left\npress o\npress a", "A game without a time limit is saved."),
    ("press u\npress left\npress o\npress t\npress left", "A game without a time limit is saved."),
  ])
  func `an app in the background shows which game is saved`(script: String, text: String) throws {
    let frame = try lastFrame(.app(try input()), "press escape\n\(script)")
    #expect(frame.contains("The app does not run. \(text)"))
  }

  @Test func `a rejected word or game shows a notice only on its own screen`() throws {
    let options = CaseStudyOptions(common: CommonOptions(failing: [.gamesSubmit]))
    let demo = AppDemo.app(try input(), options)
    var script = "press escape\npress u\ntype bunk\npress return\ntype bnk\npress return"
    #expect(try lastFrame(demo, script).contains("BNK does not count."))
    script += "\npress escape"
    #expect(try lastFrame(demo, script).contains("BNK does not count.") == false)
    script += "\nwait 2s"
    #expect(try lastFrame(demo, script).contains("The server did not accept"))
    script += "\npress c"
    let home = try lastFrame(demo, script)
    #expect(home.contains("What do you want to play?"))
    #expect(home.contains("accept") == false)
  }

  @Test func `a record that cannot be loaded shows a notice`() throws {
    let options = CaseStudyOptions(common: CommonOptions(failing: [.playerRecord]))
    let demo = AppDemo.app(try input(), options)
    #expect(try lastFrame(demo, "press escape").contains("not known yet"))
    #expect(try lastFrame(demo, "press escape\nwait 1s").contains("could not be loaded"))
  }

  @Test func `past games show that they are loading, and then that there are none`() {
    let matches = Subject<[TurnBasedMatch], any Error>()
    var environment = AppEnvironment.failing
    environment.backgroundQueue = .immediate
    environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    environment.gameCenter.turnBasedMatch.loadMatches = { matches.effect }
    environment.mainQueue = .immediate
    var state = AppDemoState()
    state.app.home.multiplayer = MultiplayerState(hasPastGames: true)
    let store = TestStore(
      initialState: state,
      reducer: appDemoReducer,
      environment: AppDemoEnvironment(app: environment)
    )
    let size = Screen.Size(rows: 24, columns: 80)
    var text: String { store.state.screen(size: size, help: HelpLine([])).plainText }

    store.send(.app(.home(.multiplayer(.setNavigation(tag: .pastGames))))) {
      $0.app.home.multiplayer?.route = .pastGames(PastGamesState(pastGames: []))
    }
    store.receive(.app(.home(.multiplayer(.pastGames(.onAppear)))))
    #expect(text.contains("Loading …"))
    #expect(text.contains("There are none.") == false)
    matches.send([])
    matches.send(completion: .finished)
    store.receive(.app(.home(.multiplayer(.pastGames(.matchesResponse(.success([]))))))) {
      $0.hasPastGamesAnswer = true
    }
    #expect(text.contains("Loading …") == false)
    #expect(text.contains("There are none."))
  }

  @Test func `a timed game ends after its time limit`() throws {
    let demo = AppDemo.app(try input())
    let script = "press escape\npress t\nwait 1s\ntype bunk\npress return\nwait 178s"
    #expect(try lastFrame(demo, script).contains("0:01 left"))
    #expect(try lastFrame(demo, script + "\nwait 1s").contains("Solo game, timed"))
  }

  @Test func `the bundled files are read`() throws {
    let input = try AppDemoInput()
    #expect(input.games.map(\.gameContext).first == .solo)
    #expect(input.words.contains("bunk"))
  }
}
