// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import SharedModels
internal import TerminalSupport

/// The demo without a terminal: keys come from a file or a pipe, and screens are printed as text.
///
/// Time is virtual and nothing waits, so the same keys print the same screens.
@MainActor
final class PlainDemo {
  private let mainRunLoop: TestSchedulerOf<RunLoop>
  private let store: ManualStore<DemoState, DemoAction>
  private let size = Screen.Size(rows: 24, columns: 80)

  init(_ input: DemoInput, seed: UInt64 = 7) {
    // The time at which the bundled games were played.
    let start = SchedulerTime<RunLoop>(Date.mock)
    let mainRunLoop = TestScheduler(now: start)
    self.mainRunLoop = mainRunLoop
    let clock = mainRunLoop.eraseToAnyScheduler()
    store = ManualStore(
      initialState: DemoState(game: input.game),
      reducer: demoReducer,
      environment: .demo(
        DemoServer(game: input.game, words: input.words, seed: seed) { clock.now.date },
        mainRunLoop: clock
      )
    )
  }

  /// Shows the screen as it comes up, and then once for each key, a second later.
  func run(keys: some AsyncSequence<Key, Never>, write: (String) throws -> Void) async throws {
    store.send(.onAppear)
    try show("at first", write)
    guard store.store.ending == nil else { return try sayFarewell(write) }
    mainRunLoop.advance(by: 3)
    try show("after 3 seconds", write)
    for await key in keys {
      if key == .character("q") || key == .control("c") { break }
      // Lines of a file end in something that is no key of the demo.
      if key == .return { continue }
      if let action = action(for: key, in: store.store.state) { store.send(action) }
      mainRunLoop.advance(by: 1)
      try show("a second after '\(key.name)'", write)
      if store.store.ending != nil { break }
    }
    try sayFarewell(write)
  }

  private func sayFarewell(_ write: (String) throws -> Void) throws {
    if let farewell = store.store.ending?.farewell { try write(farewell + "\n") }
  }

  private func show(_ moment: String, _ write: (String) throws -> Void) throws {
    let screen = render(store.store.state, size: size)
    try write("== \(moment) ==\n\(screen.plainText)\n")
  }
}

extension Key {
  fileprivate var name: String {
    if case .character(let character) = self { String(character) } else { "\(self)" }
  }
}
