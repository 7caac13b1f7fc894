// SPDX-License-Identifier: MIT

/// Rejects a case without a payload if the enum is not `Equatable` and `Sendable`.
@available(
  *,
  unavailable,
  message:
    "A case without a payload is found by comparison: make the enum 'Equatable' and 'Sendable'."
)
public prefix func / <Root>(root: Root) -> CasePath<Root, Void> {
  fatalError("The compiler refuses calls of this function.")
}
