// SPDX-License-Identifier: MIT

import Lockstep

/// Runs a closure when it is released.
final class Canceller: Sendable {
  private let cancel: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }

  deinit {
    cancel()
  }
}
