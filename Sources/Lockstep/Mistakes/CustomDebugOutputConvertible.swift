// SPDX-License-Identifier: MIT

/// Reports the name that another framework has for types that choose how messages show their values.
@available(
  *,
  unavailable,
  message: "Conform to 'CustomReflectable': messages show the children of 'customMirror'."
)
public protocol CustomDebugOutputConvertible {}
