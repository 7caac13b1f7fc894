// SPDX-License-Identifier: MIT

internal import Synchronization

/// How a test scheduler that moves its time lets stores without an actor of their own keep up.
///
/// While a test scheduler moves its time, whatever becomes ready to be processed adds itself here
/// instead of waiting for its owner to look; the scheduler runs it before it goes on.
package final class Settling: Sendable {
  @TaskLocal package static var current: Settling?

  private struct State {
    var ready: [@Sendable () -> Void] = []
    /// Who is in `ready` already.
    var owners: Set<ObjectIdentifier> = []
    /// A task that was started while the time moved may outlive the move.
    var isOver = false
  }

  private let state = Mutex(State())

  private init() {}

  /// Adds what became ready, to be run on the thread that moves the time.
  ///
  /// Does nothing if the owner has added something already that has not been run yet, or if the
  /// move is over, so that the owner looks for itself.
  package func add(for owner: AnyObject, _ work: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard state.isOver == false, state.owners.insert(ObjectIdentifier(owner)).inserted else {
        return
      }
      state.ready.append(work)
    }
  }

  /// Runs a body that moves time; what it is passed runs everything that has become ready.
  ///
  /// A move within another one settles what becomes ready within it.
  static func run(_ body: (_ settle: () -> Void) -> Void) {
    let settling = Settling()
    $current.withValue(settling) {
      body(settling.settle)
    }
    settling.state.withLock { $0.isOver = true }
  }

  private func settle() {
    while true {
      let batch = state.withLock { state in
        defer {
          state.ready = []
          state.owners = []
        }
        return state.ready
      }
      guard batch.isEmpty == false else { return }
      for work in batch { work() }
    }
  }
}
