// SPDX-License-Identifier: MIT

/// Something that closures capture, to see when they are let go of.
package final class Token: Sendable {
  package init() {}
}

/// Tells whether an object that was captured is still there.
package struct WeakToken {
  package weak var token: Token?

  package init(token: Token? = nil) {
    self.token = token
  }

  package var isDeallocated: Bool { token == nil }
}
