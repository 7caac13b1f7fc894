// SPDX-License-Identifier: MIT

/// A type that describes itself in messages, under the name of another framework.
@available(
  *,
  unavailable,
  message: "Conform to 'CustomReflectable': messages show the children of 'customMirror'."
)
public protocol CustomDebugOutputConvertible {}
