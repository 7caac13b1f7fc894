// SPDX-License-Identifier: MIT

package import Dispatch
package import Foundation
package import Lockstep
package import LockstepTerminal

/// A feature as a program, with everything that it needs to run.
///
/// The demo runs in real time on a terminal or with piped keys, and in virtual time with a script.
package struct Demo<State: Equatable & Sendable, Action: Sendable, Environment: Sendable> {
  package var initialState: State
  package var reducer: Reducer<State, Action, Environment>
  package var environment: (DemoTime) -> Environment

  package var appeared: Action

  /// The key bindings and the screen for a state; the program finishes when the demo has a farewell.
  package var program: TerminalProgram<State, Action>

  /// The text after the last screen; nil until the demo is finished.
  package var farewell: @Sendable (State) -> String?

  /// The action to send if the program ends before the demo: by Control-C, a key that quits, or the end of the input.
  package var ended: Action?

  /// A description of the data that would be lost if the program ended in this state; nil if there is none.
  package var loss: @Sendable (State) -> String?

  /// Creates an object that observes the store and lives as long as the demo.
  package var companion: @MainActor (Store<State, Action>) -> AnyObject?

  package init(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: @escaping (DemoTime) -> Environment,
    appeared: Action,
    program: TerminalProgram<State, Action>,
    farewell: @escaping @Sendable (State) -> String? = { _ in nil },
    ended: Action? = nil,
    loss: @escaping @Sendable (State) -> String? = { _ in nil },
    companion: @escaping @MainActor (Store<State, Action>) -> AnyObject? = { _ in nil }
  ) {
    self.initialState = initialState
    self.reducer = reducer
    self.environment = environment
    self.appeared = appeared
    self.program = program
    self.farewell = farewell
    self.ended = ended
    self.loss = loss
    self.companion = companion
  }
}

/// The clocks of a demo.
package struct DemoTime: Sendable {
  package var backgroundQueue: SchedulerOf<DispatchQueue>
  package var mainQueue: SchedulerOf<DispatchQueue>
  package var mainRunLoop: SchedulerOf<RunLoop>
  package var date: @Sendable () -> Date
  /// Whether time advances only with keys and the steps of a script.
  package var isVirtual: Bool

  package static var live: Self {
    Self(
      backgroundQueue: DispatchQueue.global(qos: .userInitiated).eraseToAnyScheduler(),
      mainQueue: .main,
      mainRunLoop: .main,
      date: { Date() },
      isVirtual: false
    )
  }

  /// The time of a test scheduler; the other schedulers run work immediately.
  package static func virtual(_ mainRunLoop: TestScheduler<RunLoop>) -> Self {
    let clock = mainRunLoop
    return Self(
      backgroundQueue: .immediate,
      mainQueue: .immediate,
      mainRunLoop: clock,
      date: { clock.now.date },
      isVirtual: true
    )
  }
}
