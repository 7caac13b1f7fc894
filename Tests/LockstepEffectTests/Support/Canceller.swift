// SPDX-License-Identifier: MIT

import Lockstep

/// Ends something when it is let go of.
final class Canceller: Sendable {
  private let cancel: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }

  deinit {
    cancel()
  }
}
