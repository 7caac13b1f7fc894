// SPDX-License-Identifier: MIT

/// Reports the name that another framework has for a type that describes itself in messages.
@available(
  *,
  unavailable,
  message: "Conform to 'CustomReflectable': messages show the children of 'customMirror'."
)
public protocol CustomDebugOutputConvertible {}
