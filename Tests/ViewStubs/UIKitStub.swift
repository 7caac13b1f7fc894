// SPDX-License-Identifier: MIT

// Stubs of the UIKit declarations that the article on showing a store uses.

/// A part of a user interface.
@MainActor open class UIView {
  /// Creates a view.
  public init() {}
}

/// A view with a text.
@MainActor public final class UILabel: UIView {
  /// The text.
  public var text: String?
}

/// A view with two positions.
@MainActor public final class UISwitch: UIView {
  /// The position.
  public private(set) var isOn = false

  /// Changes the position.
  public func setOn(_ on: Bool, animated: Bool) {
    isOn = on
  }
}

/// An object that controls a part of a user interface.
@MainActor open class UIViewController {
  /// Creates a controller.
  public init() {}

  /// Prepares the view after it is loaded.
  open func viewDidLoad() {}
}
