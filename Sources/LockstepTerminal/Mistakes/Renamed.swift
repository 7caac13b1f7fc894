// SPDX-License-Identifier: MIT

public import Lockstep

// Old names with their replacements. Version 0.1.0 removes them.
extension TerminalProgram {
  /// Reports the old name.
  @available(*, unavailable, renamed: "isEditing")
  public var takesText: (_ state: State) -> Bool { isEditing }

  /// Reports the old name.
  @available(*, unavailable, renamed: "isFinished")
  public var isOver: (_ state: State) -> Bool { isFinished }

  /// Reports the old names.
  @available(
    *,
    unavailable,
    renamed: "init(features:keys:isEditing:isFinished:screen:action:)"
  )
  @_disfavoredOverload
  public init(
    features: Terminal.Features = [],
    keys: @escaping (_ state: State, _ size: Screen.Size) -> [KeyBinding<Action>] = { _, _ in [] },
    takesText: @escaping (_ state: State) -> Bool = { _ in false },
    isOver: @escaping (_ state: State) -> Bool = { _ in false },
    screen: @escaping (_ state: State, _ size: Screen.Size, _ help: HelpLine) -> Screen,
    action:
      @escaping (_ event: TerminalEvent, _ state: State, _ size: Screen.Size) -> Action? = {
        _,
        _,
        _ in nil
      }
  ) {
    self.init(screen: screen)
  }
}

extension TerminalProgram.Ending {
  /// Reports the old name.
  @available(*, unavailable, renamed: "finished")
  public static var over: Self { .finished }
}

extension List {
  /// Reports the old name.
  @available(*, unavailable, renamed: "isEditing")
  public var takesText: Bool { isEditing }

  /// Reports the old name.
  @available(*, unavailable, renamed: "locksFilter")
  public var keepsFilter: Bool {
    get { locksFilter }
    set { locksFilter = newValue }
  }

  /// Reports the old name.
  @available(*, unavailable, renamed: "init(_:selection:filter:locksFilter:firstRow:)")
  public init(
    _ elements: IdentifiedArrayOf<Element>,
    selection: Element.ID? = nil,
    filter: TextField? = nil,
    keepsFilter: Bool,
    firstRow: Int = 0
  ) {
    self.init(elements, selection: selection, filter: filter, firstRow: firstRow)
  }
}
