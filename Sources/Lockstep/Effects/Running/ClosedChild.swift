// SPDX-License-Identifier: MIT

/// A presented child that was closed, for the failures of test stores.
@usableFromInline
package struct ClosedChild: Sendable, CustomStringConvertible {
  private let presenter: ChildSite.Presenter
  /// Whether the child was closed by an answer to its alert (`true`), by `closesAfter` (`false`), or by a dismissal.
  private let isAnswer: Bool?

  @usableFromInline
  init(_ presenter: ChildSite.Presenter, isAnswer: Bool?) {
    (self.presenter, self.isAnswer) = (presenter, isAnswer)
  }

  @usableFromInline package var description: String {
    let reason =
      switch isAnswer {
      case true?: "because one of its buttons was tapped"
      case false?: "by 'closesAfter'"
      case nil: "by its dismissal"
      }
    return "'\(presenter.keyPath.text)' was closed \(reason), at \(presenter.location)"
  }
}

extension StoreTurn {
  /// Marks the action of this thread's turn as taken by a modifier, if the turn is recorded.
  @usableFromInline
  static func noteTaken() { TurnRecorders.current?.changeTurn { $0.isTaken = true } }

  /// Adds a closed child to the record of this thread's turn, if the turn is recorded.
  @usableFromInline
  static func noteClosing(of presenter: ChildSite.Presenter?, isAnswer: Bool?) {
    guard let presenter else { return }
    let child = ClosedChild(presenter, isAnswer: isAnswer)
    TurnRecorders.current?.changeTurn { $0.closedChildren.append(child) }
  }
}
