// SPDX-License-Identifier: MIT

internal import Synchronization

/// How a test scheduler that moves its time lets stores without an actor of their own keep up.
///
/// While a test scheduler moves its time, whatever becomes ready to be processed adds itself here
/// instead of waiting for its owner to look; the scheduler runs it before it goes on.
package final class Settling: Sendable {
  @TaskLocal package static var current: Settling?

  private let ready = Mutex<[@Sendable () -> Void]>([])

  private init() {}

  /// Adds what became ready, to be run on the thread that moves the time.
  package func add(_ work: @escaping @Sendable () -> Void) {
    ready.withLock { $0.append(work) }
  }

  /// Runs a body that moves time; what it is passed runs everything that has become ready.
  static func run(_ body: (_ settle: () -> Void) -> Void) {
    let settling = Settling()
    $current.withValue(settling) {
      body(settling.settle)
    }
  }

  private func settle() {
    while true {
      let batch = ready.withLock { ready in
        defer { ready = [] }
        return ready
      }
      guard batch.isEmpty == false else { return }
      for work in batch { work() }
    }
  }
}
