// SPDX-License-Identifier: MIT

// A race between the answers of a server: how it looks, how a schedule that shows it is found, and its cure.

internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepTerminal

extension CaseStudyProgram {
  /// A race.
  package static let race = Self(
    "race",
    about: """
      Shows a search whose answers may overtake each other beside one that cancels older searches, and
      finds a schedule of searches and answers that tells them apart.
      """
  ) { _ in .race() }
}

struct RaceDemoState: Equatable, Sendable {
  /// A schedule that is looked at step by step.
  struct Playback: Equatable, Sendable {
    var schedule: RaceSchedule
    /// How many of its steps have been taken.
    var stepCount = 0

    var isOver: Bool { stepCount == schedule.steps.count }
    var stepsTaken: ArraySlice<RaceSchedule.Step> { schedule.steps.prefix(stepCount) }
  }

  var hasClosed = false
  /// Whether all schedules were tried in vain.
  var hasFoundNothing = false
  /// The schedule that is played; nil while the player searches.
  var playback: Playback?
  /// What the player has searched for.
  var race = RaceState()
}

enum RaceDemoAction: Equatable, Sendable {
  case againButtonTapped
  case appeared
  case backButtonTapped
  case closeButtonTapped
  case findButtonTapped
  case nextButtonTapped
  case race(RaceAction)
  case scheduleFound(RaceSchedule?)
}

struct RaceDemoEnvironment: Sendable {
  /// Finds the first schedule that ends differently.
  var findSchedule: @Sendable () -> RaceSchedule?
  var race: RaceEnvironment
}

typealias RaceDemo = Demo<RaceDemoState, RaceDemoAction, RaceDemoEnvironment>

let raceDemoReducer = Reducer<RaceDemoState, RaceDemoAction, RaceDemoEnvironment>.combine(
  raceReducer.pullback(
    state: \.race,
    action: /RaceDemoAction.race,
    environment: { $0.race }
  ),
  Reducer { state, action, environment in
    switch action {
    case .againButtonTapped:
      state.playback?.stepCount = 0
      return .none

    case .appeared, .race:
      return .none

    case .backButtonTapped:
      state.playback = nil
      return .none

    case .closeButtonTapped:
      state.hasClosed = true
      return .none

    case .findButtonTapped:
      return .task { .scheduleFound(environment.findSchedule()) }

    case .nextButtonTapped:
      guard let playback = state.playback, playback.isOver == false else { return .none }
      state.playback?.stepCount += 1
      return .none

    case .scheduleFound(let schedule):
      state.hasFoundNothing = schedule == nil
      state.playback = schedule.map { RaceDemoState.Playback(schedule: $0) }
      return .none
    }
  }
)

extension RaceDemo {
  static func race() -> Self {
    Self(
      initialState: RaceDemoState(),
      reducer: raceDemoReducer,
      environment: { time in
        RaceDemoEnvironment(
          findSchedule: { .firstDifference(upTo: RaceDemoState.lastSeed) },
          race: RaceEnvironment(seed: 1, clock: time.mainRunLoop)
        )
      },
      appeared: .appeared,
      action: { key, state in state.choices.action(for: .key(key)) },
      render: { state, size in state.screen(size: size) },
      farewell: { $0.hasClosed ? "You have left the race." : nil }
    )
  }
}

extension RaceDemoState {
  /// The last seed that is tried.
  static let lastSeed: UInt64 = 1_000

  /// What the screen offers.
  var choices: [KeyBinding<RaceDemoAction>] {
    guard let playback else {
      let topics = zip("123", SearchTopic.allCases).map { key, topic in
        KeyBinding(key, topic.rawValue.capitalized, RaceDemoAction.race(.searchTapped(topic)))
      }
      return topics + [
        KeyBinding("f", "Find a race", .findButtonTapped),
        KeyBinding("c", "Close", .closeButtonTapped),
      ]
    }
    return [
      playback.isOver
        ? KeyBinding("a", "Again", .againButtonTapped)
        : KeyBinding("n", "Next step", .nextButtonTapped),
      KeyBinding("b", "Back", .backButtonTapped),
    ]
  }

  /// What the state looks like; the same state and size always give the same screen.
  func screen(size: Screen.Size) -> Screen {
    var (screen, _, content) = Screen.framed("A race", size: size)
    screen.footer(choices.map(\.text), in: content) { main, screen in
      // On a small screen the searches come right below the text.
      let parts = main.rows([.fixed(min(5, max(0, main.rows - 4))), .flexible()])
      let row = parts[0].row + (parts[0].rows < 5 ? 0 : 1)
      screen.putWrapped(text, row: row, in: parts[0], style: Style(.green))
      let shown = playback.map { $0.stepsTaken.last?.state ?? RaceState() } ?? race
      let columns = parts[1].columns([.flexible(), .flexible()], spacing: 2)
      shown.broken.draw("Broken", in: columns[0], on: &screen)
      shown.mended.draw("Mended", in: columns[1], on: &screen)
      guard let playback else { return }
      // The last steps, if there is no room for all.
      let lines = playback.stepsTaken.map(\.text).suffix(max(0, main.rows - 10))
      for (index, line) in lines.enumerated() {
        screen.put(line, row: main.row + 10 + index, column: main.column)
      }
    }
    return screen
  }

  private var text: String {
    if let playback {
      return "Seed \(playback.schedule.seed) is the first whose schedule ends differently."
    }
    if hasFoundNothing { return "No seed up to \(Self.lastSeed) ends differently." }
    return "Broken shows each answer. Mended cancels a search when another begins."
  }
}

extension SearchState {
  /// Whether the search has ended with the answer to another one.
  fileprivate var isWrong: Bool { isSearching == false && answer != topic }

  fileprivate func draw(_ title: String, in area: Screen.Area, on screen: inout Screen) {
    let remark = isSearching ? "asking …" : isWrong ? "wrong!" : ""
    let lines = [
      (title, Style(bold: true)),
      ("search: \(topic?.rawValue ?? "none")", .plain),
      ("shown: \(answer?.rawValue ?? "none")", isWrong ? Style(.red, bold: true) : .plain),
      (remark, Style(dim: isSearching)),
    ]
    for (index, line) in lines.prefix(area.rows).enumerated() {
      screen.putCentered(line.0, row: area.row + index, in: area, style: line.1)
    }
  }
}

extension RaceSchedule.Step {
  /// What happens, and when: `0.6 s  broken gets cats`.
  fileprivate var text: String {
    let what =
      switch action {
      case .searchTapped(let topic): "search for \(topic.rawValue)"
      case .broken(let action): "broken \(action.text)"
      case .mended(let action): "mended \(action.text)"
      }
    return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s  \(what)"
  }
}

extension SearchAction {
  fileprivate var text: String {
    switch self {
    case .answered(let topic): "gets \(topic.rawValue)"
    case .searchTapped(let topic): "searches for \(topic.rawValue)"
    }
  }
}
