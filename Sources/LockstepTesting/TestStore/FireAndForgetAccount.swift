// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The fire-and-forget effects that have been started and not asserted, in their order.
final class FireAndForgetAccount: EffectAccountant {
  let turn = CurrentTurn()
  let tasks = TaskAccount()

  private struct Entry {
    var description: EffectDescription
    /// What it runs in, unless it was done at once.
    var scope: EffectScope?

    var isFinished: Bool { scope?.isRunning != true }
  }

  private let entries = Mutex<[Entry]>([])

  func fireAndForgetStarted(_ description: EffectDescription, in scope: EffectScope?) {
    entries.withLock { $0.append(Entry(description: description, scope: scope)) }
  }

  /// Those that have finished.
  var finished: [EffectDescription] {
    entries.withLock { $0 }.filter(\.isFinished).map(\.description)
  }

  /// Takes the oldest that has finished; returns false if there is none.
  ///
  /// - Parameter name: The name that it must have, if any.
  /// - Returns: Whether there was one.
  func takeFinished(named name: String?) -> Bool {
    entries.withLock { entries in
      let index = entries.firstIndex { entry in
        entry.isFinished && (name == nil || entry.description.name == name)
      }
      guard let index else { return false }
      entries.remove(at: index)
      return true
    }
  }

  /// Takes all that have finished.
  func takeAllFinished() -> [EffectDescription] {
    entries.withLock { entries in
      let finished = entries.filter(\.isFinished)
      entries.removeAll(where: \.isFinished)
      return finished.map(\.description)
    }
  }
}
