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
///
/// An action that an effect sends again and again, such as the tick of a spinner, is written once, and
/// then counted.
@MainActor
package final class DemoLog {
  /// What the program does next.
  var cause = ""

  /// Why not all could be written.
  package private(set) var failure: DemoError?

  private let write: (String) throws -> Void
  private var last: Last?

  /// What was written last, and how often it has come again since then.
  private struct Last {
    var turn: TurnRecord
    var repetitions = 0
    var seconds: TimeInterval
  }

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

  /// Writes what is still to be written.
  package func finish() {
    if let last, last.repetitions > 0 {
      write(line: "  … and \(last.repetitions) more until \(time(last.seconds))\n")
    }
    last = nil
  }

  private func add(_ turn: TurnRecord, seconds: TimeInterval) {
    if let last, turn.effect != nil, turn.action == last.turn.action,
      turn.effect == last.turn.effect
    {
      self.last?.repetitions += 1
      self.last?.seconds = seconds
      return
    }
    finish()
    write(
      line: """
        [\(time(seconds))] \(turn.action)
          Cause: \(turn.effect ?? cause)
        \(turn.change ?? "  (nothing changed)")

        """
    )
    last = Last(turn: turn, seconds: seconds)
  }

  private func write(line: String) {
    guard failure == nil else { return }
    do {
      try write(line)
    } catch {
      failure = .cannotWrite("the log cannot be written: \(error.localizedDescription)")
    }
  }

  private func time(_ seconds: TimeInterval) -> String { String(format: "%.3f s", seconds) }
}
