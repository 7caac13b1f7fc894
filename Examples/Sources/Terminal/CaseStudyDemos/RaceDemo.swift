// SPDX-License-Identifier: MIT

// A race between the server's responses: how it looks, how to find a schedule that causes it, and the fix.

internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepTerminal

extension CaseStudyProgram {
  package static let race = Self(
    "race",
    about: """
      Shows a search whose answers may overtake each other beside one that cancels older searches, and
      finds a schedule of searches and answers that tells them apart.
      """
  ) { _ in .race() }
}

struct RaceDemoState: Equatable, Sendable {
  /// The step-by-step playback of a schedule.
  struct Playback: Equatable, Sendable {
    var schedule: RaceSchedule
    var stepCount = 0

    var isFinished: Bool { stepCount == schedule.steps.count }
    var stepsTaken: ArraySlice<RaceSchedule.Step> { schedule.steps.prefix(stepCount) }
  }

  var hasClosed = false
  /// Whether the search found no schedule.
  var hasFoundNothing = false
  /// The playback; nil while the player searches.
  var playback: Playback?
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
  /// Returns the first schedule in which the two searches end differently.
  var findSchedule: @Sendable () -> RaceSchedule?
  var race: RaceEnvironment
}

typealias RaceDemo = Demo<RaceDemoState, RaceDemoAction, RaceDemoEnvironment>

let raceDemoReducer = Reducer<RaceDemoState, RaceDemoAction, RaceDemoEnvironment>.combine(
  raceReducer
    .environment { $0.race }
    .pullback(state: \.race, action: /RaceDemoAction.race),
  Reducer { state, action, environment in
    switch action {
    case .againButtonTapped:
      state.playback?.stepCount = 0

    case .appeared, .race:
      break

    case .backButtonTapped:
      state.playback = nil

    case .closeButtonTapped:
      state.hasClosed = true

    case .findButtonTapped:
      return .task { .scheduleFound(environment.findSchedule()) }

    case .nextButtonTapped:
      guard let playback = state.playback, playback.isFinished == false else { return .none }
      state.playback?.stepCount += 1

    case .scheduleFound(let schedule):
      state.hasFoundNothing = schedule == nil
      state.playback = schedule.map { RaceDemoState.Playback(schedule: $0) }
    }
    return .none
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
      program: TerminalProgram(
        keys: { state, _ in state.keys },
        screen: { state, size, help in state.screen(size: size, help: help) }
      ),
      farewell: { $0.hasClosed ? "You have left the race." : nil }
    )
  }
}

extension RaceDemoState {
  static let lastSeed: UInt64 = 1_000

  var keys: [KeyBinding<RaceDemoAction>] {
    let quit = KeyBinding<RaceDemoAction>.quit("q", .control("c"))
    guard let playback else {
      let topics = zip("123", SearchTopic.allCases).map { key, topic in
        KeyBinding(
          .character(key),
          topic.rawValue.capitalized,
          RaceDemoAction.race(.searchTapped(topic))
        )
      }
      return topics + [
        KeyBinding("f", "Find a race", .findButtonTapped),
        KeyBinding("c", "Close", .closeButtonTapped), quit,
      ]
    }
    return [
      playback.isFinished
        ? KeyBinding("a", "Again", .againButtonTapped)
        : KeyBinding("n", "Next step", .nextButtonTapped),
      KeyBinding("b", "Back", .backButtonTapped), quit,
    ]
  }

  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    var (screen, _, content) = Screen.framed("A race", size: size)
    let main = screen.footer(help, in: content)
    // Wide screens show the steps next to the searches, others below.
    let isWide = main.columns >= 110
    let halves = main.columns(
      [.flexible(), isWide ? .flexible() : .fixed(0)],
      spacing: isWide ? 4 : 0
    )
    var lines = StyledLines()
    lines.add(text, style: Style(.green))
    let isHigh = main.rows >= 13
    let needed = 3 + (playback == nil || isWide ? 0 : 2)
    let parts = halves[0].rows([
      .fixed(min(lines.rows(columns: halves[0].columns), max(1, main.rows - needed))),
      .fixed(isHigh ? 1 : 0), .fixed(isHigh ? 4 : 3), .fixed(isHigh ? 1 : 0), .flexible(),
    ])
    lines.draw(in: parts[0], on: &screen)
    let shown = playback.map { $0.stepsTaken.last?.state ?? RaceState() } ?? race
    let searches = parts[2].columns([.flexible(), .flexible()], spacing: 2)
    shown.broken.draw("Broken", in: searches[0], on: &screen)
    shown.fixed.draw("Fixed", in: searches[1], on: &screen)
    guard let playback else { return screen }
    // If the steps do not fit, the last ones are visible.
    let steps = playback.stepsTaken.map(\.text).joined(separator: "\n")
    screen.draw(Viewport(steps, firstRow: .max), in: isWide ? halves[1] : parts[4])
    return screen
  }

  private var text: String {
    if let playback {
      return "Seed \(playback.schedule.seed) is the first whose schedule ends differently."
    }
    if hasFoundNothing { return "No seed up to \(Self.lastSeed) ends differently." }
    return "Broken shows each answer. Fixed cancels a search when another begins."
  }
}

extension SearchState {
  /// Whether the search finished with the answer to another search.
  fileprivate var isWrong: Bool { isSearching == false && answer != topic }

  fileprivate func draw(_ title: String, in area: Screen.Area, on screen: inout Screen) {
    let remark = isSearching ? "asking …" : isWrong ? "wrong!" : ""
    let style = isWrong ? Style(.red, bold: true) : .plain
    var lines: [(text: String, style: Style)] = [
      (title, Style(bold: true)), ("search: \(topic?.rawValue ?? "none")", .plain),
      ("shown: \(answer?.rawValue ?? "none")", style), (remark, Style(dim: isSearching)),
    ]
    // If there is no row for the remark, it follows the title.
    if area.rows < lines.count {
      lines[0].text += isSearching ? " …" : isWrong ? ": wrong!" : ""
    }
    let rows = area.rows([.fixed(1), .fixed(1), .fixed(1), .fixed(1)])
    for (line, row) in zip(lines, rows) {
      screen.put(line.text, in: row, alignment: .center, style: line.style)
    }
  }
}

extension RaceSchedule.Step {
  /// The event with its time, such as `0.6 s  broken gets cats`.
  fileprivate var text: String {
    let what =
      switch action {
      case .searchTapped(let topic): "search for \(topic.rawValue)"
      case .broken(let action): "broken \(action.text)"
      case .fixed(let action): "fixed \(action.text)"
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
