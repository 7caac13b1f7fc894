// SPDX-License-Identifier: MIT

package import Dispatch
package import Foundation
package import Lockstep
package import LockstepTerminal

/// A feature as a program, with everything that it needs to run.
///
/// It runs in real time on a terminal or with keys from a pipe, and in virtual time with the steps of a script.
package struct Demo<State: Equatable & Sendable, Action: Sendable, Environment: Sendable> {
  package var initialState: State
  package var reducer: Reducer<State, Action, Environment>
  package var environment: (DemoTime) -> Environment

  /// The first action.
  package var appeared: Action

  /// The meanings of keys, and how a state is drawn; it is over when the demo says farewell.
  package var program: TerminalProgram<State, Action>

  /// The text after the last screen; nil as long as the demo goes on.
  package var farewell: @Sendable (State) -> String?

  /// The action that is sent when the program ends before the demo does: by Control-C, a key that quits, or the end
  /// of its input.
  package var ended: Action?

  /// The data that would be lost if the program ended in a state; nil if there is none.
  package var loss: @Sendable (State) -> String?

  /// Makes what else shows the store, and is kept as long as the demo; nil if nothing does.
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
  /// Whether time goes on only with keys.
  package var isVirtual: Bool

  /// The time of the machine.
  package static var live: Self {
    Self(
      backgroundQueue: DispatchQueue.global(qos: .userInitiated).eraseToAnyScheduler(),
      mainQueue: .main,
      mainRunLoop: .main,
      date: { Date() },
      isVirtual: false
    )
  }

  /// The time of a scheduler; what does not wait happens at once.
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
