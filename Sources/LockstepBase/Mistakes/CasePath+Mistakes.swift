// SPDX-License-Identifier: MIT

/// Rejects a case without a payload if the enum is not `Equatable` and `Sendable`.
@available(
  *,
  unavailable,
  message:
    "A path to a case without a payload compares values: make the enum 'Equatable' and 'Sendable'."
)
public prefix func / <Root>(root: Root) -> CasePath<Root, Void> {
  fatalError("This function is unavailable.")
}
