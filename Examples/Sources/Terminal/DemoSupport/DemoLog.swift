// SPDX-License-Identifier: MIT

package import Foundation
package import Lockstep

/// A log file with each action of a demo: its time, its cause, and its changes.
///
/// ```
/// [3.000 s] MultiplayerDemoAction.multiplayer(
///   MultiplayerAction.setNavigation(tag: MultiplayerState.Route.Tag.pastGames)
/// )
///   Cause: key 'p'
/// ```
///
/// If an effect repeats an action, such as the tick of a spinner, the log counts the repetitions.
@MainActor
package final class DemoLog {
  /// The cause of the program's next action.
  var cause = ""

  /// The first error while writing.
  package private(set) var failure: DemoError?

  private let write: (String) throws -> Void
  private var recording: StoreObservation?
  private var last: Last?

  private struct Last {
    var action: String
    /// The effect that sent the action; nil for other senders.
    var effect: String?
    var repetitions = 0
    var seconds: TimeInterval
  }

  package convenience init(path: String) throws(DemoError) {
    let file = try DemoFile.create(path)
    self.init { try file.write(contentsOf: Data($0.utf8)) }
  }

  package init(write: @escaping (String) throws -> Void) {
    self.write = write
  }

  /// Logs every turn of a store from now on.
  package func follow<State, Action: Sendable>(
    _ store: Store<State, Action>,
    date: @escaping @Sendable () -> Date
  ) {
    let start = date()
    var old = store.state
    recording = store.record { [weak self] turn, state in
      let change = diff(old, state)
      old = state
      let seconds = date().timeIntervalSince(start)
      // A demo's store uses the main actor.
      MainActor.assumeIsolated { self?.add(turn, change, seconds: seconds) }
    }
  }

  /// Writes the pending count of repetitions.
  package func finish() {
    if let last, last.repetitions > 0 {
      write(line: "  … and \(last.repetitions) more until \(time(last.seconds))\n")
    }
    last = nil
  }

  private func add(_ turn: StoreTurn, _ change: String?, seconds: TimeInterval) {
    let action = String(dumping: turn.action)
    let effect = turn.sender.isEffect ? turn.sender.description : nil
    if let last, effect != nil, action == last.action, effect == last.effect {
      self.last?.repetitions += 1
      self.last?.seconds = seconds
      return
    }
    finish()
    write(
      line: """
        [\(time(seconds))] \(action)
          Cause: \(effect ?? cause)
        \(change ?? "  (nothing changed)")

        """
    )
    last = Last(action: action, effect: effect, seconds: seconds)
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
