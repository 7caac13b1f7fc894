// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import TerminalSupport

/// The demo on a terminal, in real time.
@MainActor
final class TerminalDemo {
  private let store: Store<DemoState, DemoAction>
  private let terminal: Terminal
  private var observation: StoreObservation?
  private var fading: Task<Void, Never>?

  init(_ input: DemoInput, _ terminal: Terminal) {
    self.terminal = terminal
    store = Store(
      initialState: DemoState(game: input.game),
      reducer: demoReducer,
      environment: .demo(
        DemoServer(game: input.game, words: input.words) { Date() },
        mainRunLoop: .main
      )
    )
  }

  /// Runs until the player leaves the screen or quits.
  func run() async throws {
    try await terminal.withScreen {
      // Before the first drawing, so that no change of the size is missed.
      let sizes = terminal.resizes()
      let resizing = Task { for await _ in sizes { draw() } }
      observation = store.observe { [weak self] _, change in self?.show(change.animation) }
      store.send(.onAppear)
      let reading = Task { await readKeys() }
      let ending = Task {
        for await state in store.states where state.ending != nil { break }
        reading.cancel()
      }
      await reading.value
      for task in [resizing, ending] { task.cancel() }
      fading?.cancel()
      observation = nil
    }
    if let farewell = store.ending?.farewell { try terminal.write(farewell + "\n") }
  }

  /// Sends what the keys mean, until the input ends or the player quits.
  private func readKeys() async {
    for await key in terminal.keys() {
      if key == .character("q") || key == .control("c") { return }
      if let action = action(for: key, in: store.state) { store.send(action) }
      if store.ending != nil { return }
    }
  }

  /// Draws the state; one that comes with an animation begins dimmed.
  private func show(_ animation: Animation?) {
    guard let animation else { return draw() }
    fading?.cancel()
    draw(isDimmed: true)
    fading = Task {
      try? await Task.sleep(nanoseconds: UInt64(animation.duration.nanoseconds) / 2)
      if Task.isCancelled == false { draw() }
    }
  }

  private func draw(isDimmed: Bool = false) {
    var screen = render(store.state, size: terminal.size)
    if isDimmed { screen.restyle(screen.area) { $0.dim = true } }
    terminal.draw(screen)
  }
}
