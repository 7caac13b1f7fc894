// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepTerminal

/// A demo on a terminal, in real time.
@MainActor
final class TerminalDemo<State: Equatable & Sendable, Action: Sendable, Environment: Sendable> {
  private let demo: Demo<State, Action, Environment>
  private let log: DemoLog?
  private let store: Store<State, Action>
  private let terminal: Terminal
  private var observation: StoreObservation?
  private var fading: Task<Void, Never>?

  init(_ demo: Demo<State, Action, Environment>, _ terminal: Terminal, log: DemoLog?) {
    self.demo = demo
    self.log = log
    self.terminal = terminal
    let time = DemoTime.live
    store = Store(
      initialState: demo.initialState,
      reducer: demo.reducer,
      environment: demo.environment(time)
    )
    log?.follow(store, date: time.date)
  }

  /// Runs until the player leaves the screen or quits.
  ///
  /// - Returns: Whether Control-C has ended it.
  func run() async throws -> Bool {
    let isInterrupted = try await terminal.withScreen {
      // Before the first drawing, so that no change of the size is missed.
      let sizes = terminal.resizes()
      let resizing = Task { for await _ in sizes { draw() } }
      observation = store.observe { [weak self] _, change in self?.show(change.animation) }
      send(demo.appeared, because: "the start")
      let reading = Task { await readKeys() }
      let ending = Task { [farewell = demo.farewell] in
        for await state in store.states where farewell(state) != nil { break }
        reading.cancel()
      }
      let isInterrupted = await reading.value
      for task in [resizing, ending] { task.cancel() }
      fading?.cancel()
      observation = nil
      return isInterrupted
    }
    if let farewell = demo.farewell(store.state) { try terminal.write(farewell + "\n") }
    return isInterrupted
  }

  /// Sends what the keys mean, until the input ends or the player quits; returns whether by Control-C.
  private func readKeys() async -> Bool {
    for await key in terminal.keys() {
      if demo.quits(key, in: store.state) { return key == .control("c") }
      if let action = demo.action(key, store.state) {
        send(action, because: "key '\(key.name)'")
      } else if key == .control("z") {
        terminal.suspend()
      }
      if demo.farewell(store.state) != nil { return false }
    }
    return false
  }

  private func send(_ action: Action, because cause: String) {
    log?.cause = cause
    store.send(action)
  }

  /// Draws the state; one that comes with an animation begins dimmed.
  private func show(_ animation: StoreAnimation?) {
    guard let animation else { return draw() }
    fading?.cancel()
    draw(isDimmed: true)
    fading = Task {
      try? await Task.sleep(nanoseconds: UInt64(animation.duration.nanoseconds) / 2)
      if Task.isCancelled == false { draw() }
    }
  }

  private func draw(isDimmed: Bool = false) {
    var screen = demo.render(store.state, terminal.size)
    if isDimmed { screen.restyle(screen.area) { $0.dim = true } }
    terminal.draw(screen)
  }
}
