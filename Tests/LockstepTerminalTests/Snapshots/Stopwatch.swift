// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal

enum Stopwatch {
  enum Action: Sendable {
    case resetButtonTapped
    case startButtonTapped
    case ticked
  }

  static let reducer = Reducer<Int, Action, SchedulerOf<ContinuousClock>> {
    seconds,
    action,
    clock in
    switch action {
    case .resetButtonTapped:
      seconds = 0
    case .startButtonTapped:
      return Effect.timer(id: "stopwatch", every: 1, on: clock).map { _ in .ticked }
    case .ticked:
      seconds += 1
    }
    return .none
  }
}

/// Counts seconds, and is over after five of them.
var stopwatch: TerminalProgram<Int, Stopwatch.Action> {
  TerminalProgram(
    keys: { _, _ in
      [KeyBinding("r", "Reset", .resetButtonTapped), KeyBinding("s", "Start", .startButtonTapped)]
    },
    isFinished: { $0 >= 5 },
    screen: { seconds, size, _ in
      var screen = Screen(size: size)
      screen.put("\(seconds) s", row: 0, column: 0)
      return screen
    }
  )
}

func makeStopwatch(seconds: Int = 0) -> MemoryTerminal<Int, Stopwatch.Action> {
  let clock = ContinuousClock.test
  return MemoryTerminal(
    stopwatch,
    ManualStore(
      initialState: seconds,
      reducer: Stopwatch.reducer,
      environment: clock
    ),
    clock: clock
  )
}
