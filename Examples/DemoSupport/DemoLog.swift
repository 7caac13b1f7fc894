// SPDX-License-Identifier: MIT

package import Foundation
package import Lockstep

/// A file with each action of a demo: when it came, what sent it, and what it changed.
///
/// ```
/// [3.000 s] MultiplayerDemoAction.multiplayer(
///   MultiplayerAction.setNavigation(tag: MultiplayerState.Route.Tag.pastGames)
/// )
///   Cause: key 'p'
/// ```
@MainActor
package final class DemoLog {
  /// What the program does next.
  var cause = ""

  /// Why not all could be written.
  package private(set) var failure: DemoError?

  private let write: (String) throws -> Void

  /// Creates a log, or empties it.
  package convenience init(path: String) throws(DemoError) {
    let file = try DemoFile.create(path)
    self.init { try file.write(contentsOf: Data($0.utf8)) }
  }

  /// A log that is written with a function.
  package init(write: @escaping (String) throws -> Void) {
    self.write = write
  }

  /// Writes each turn of a store from now on.
  package func follow<State, Action: Sendable>(
    _ store: Store<State, Action>,
    date: @escaping @Sendable () -> Date
  ) {
    let start = date()
    store.setTurnRecorder { [weak self] turn in
      // A demo's store lives on the main actor.
      MainActor.assumeIsolated { self?.add(turn, seconds: date().timeIntervalSince(start)) }
    }
  }

  private func add(_ turn: TurnRecord, seconds: TimeInterval) {
    guard failure == nil else { return }
    let change = turn.change ?? "  (nothing changed)"
    do {
      try write(
        """
        [\(String(format: "%.3f", seconds)) s] \(turn.action)
          Cause: \(turn.effect ?? cause)
        \(change)

        """
      )
    } catch {
      failure = .cannotWrite("the log cannot be written: \(error.localizedDescription)")
    }
  }
}
