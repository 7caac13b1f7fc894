// SPDX-License-Identifier: MIT

extension AlertState {
  /// The first button, under its name in other frameworks.
  @available(
    *,
    unavailable,
    message: "Use 'buttons': 'alert.buttons.first', 'alert.buttons[0] = …'."
  )
  public var primaryButton: Button? {
    get { nil }
    set {}
  }

  /// The second button, under its name in other frameworks.
  @available(
    *,
    unavailable,
    message: "Use 'buttons': 'alert.buttons.dropFirst().first', 'alert.buttons[1] = …'."
  )
  public var secondaryButton: Button? {
    get { nil }
    set {}
  }
}
