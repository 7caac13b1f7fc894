// SPDX-License-Identifier: MIT

/// Reports a case without a payload that cannot be compared.
@available(
  *,
  unavailable,
  message:
    "A path to a case without a payload compares values: make the enum 'Equatable' and 'Sendable'."
)
public prefix func / <Root>(root: Root) -> CasePath<Root, Void> {
  fatalError("This function is unavailable.")
}
