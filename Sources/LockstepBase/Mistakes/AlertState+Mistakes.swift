// SPDX-License-Identifier: MIT

extension AlertState {
  /// Reports the name that other frameworks have for the first button.
  @available(
    *,
    unavailable,
    message: "Use 'buttons': 'alert.buttons.first', 'alert.buttons[0] = …'."
  )
  public var primaryButton: Button? {
    get { nil }
    set {}
  }

  /// Reports the name that other frameworks have for the second button.
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
