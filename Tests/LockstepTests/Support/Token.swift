// SPDX-License-Identifier: MIT

/// Something that closures capture, to see when they are let go of.
final class Token: Sendable {}

/// Tells whether an object that was captured is still there.
struct WeakToken {
  weak var token: Token?
  var isGone: Bool { token == nil }
}
