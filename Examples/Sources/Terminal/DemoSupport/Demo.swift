// SPDX-License-Identifier: MIT

package import Dispatch
package import Foundation
package import Lockstep
package import LockstepTerminal

/// A feature as a program: how it is drawn, and what keys mean.
///
/// It runs in real time on a terminal, and in virtual time with keys from a pipe or a script.
package struct Demo<State: Equatable & Sendable, Action: Sendable, Environment: Sendable> {
  package var initialState: State
  package var reducer: Reducer<State, Action, Environment>
  package var environment: (DemoTime) -> Environment

  /// What is sent first.
  package var appeared: Action

  /// What a key means in a state; nil if nothing.
  package var action: (Key, State) -> Action?

  /// Whether letters are typed in a state, so that they are no commands, and do not quit.
  package var takesText: (State) -> Bool

  /// Draws a state; the same state and size always give the same screen.
  package var render: (State, Screen.Size) -> Screen

  /// What is said after the screen has gone; nil as long as the demo goes on.
  package var farewell: @Sendable (State) -> String?

  /// Makes what else shows the store, and is kept as long as the demo; nil if nothing does.
  package var companion: @MainActor (Store<State, Action>) -> AnyObject?

  package init(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: @escaping (DemoTime) -> Environment,
    appeared: Action,
    action: @escaping (Key, State) -> Action?,
    takesText: @escaping (State) -> Bool = { _ in false },
    render: @escaping (State, Screen.Size) -> Screen,
    farewell: @escaping @Sendable (State) -> String?,
    companion: @escaping @MainActor (Store<State, Action>) -> AnyObject? = { _ in nil }
  ) {
    self.initialState = initialState
    self.reducer = reducer
    self.environment = environment
    self.appeared = appeared
    self.action = action
    self.takesText = takesText
    self.render = render
    self.farewell = farewell
    self.companion = companion
  }
}

/// What a demo knows the time by.
package struct DemoTime: Sendable {
  package var backgroundQueue: AnySchedulerOf<DispatchQueue>
  package var mainQueue: AnySchedulerOf<DispatchQueue>
  package var mainRunLoop: AnySchedulerOf<RunLoop>
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
    let clock = mainRunLoop.eraseToAnyScheduler()
    return Self(
      backgroundQueue: .immediate,
      mainQueue: .immediate,
      mainRunLoop: clock,
      date: { clock.now.date },
      isVirtual: true
    )
  }
}
