// SPDX-License-Identifier: MIT

/// The facts that reducers of the library note in a turn, for the failures of a test store.
///
/// Isolation: the thread on which the turn runs.
@usableFromInline
package final class TurnNotes {
  private static let ofThread = ThreadPointer { _ in }

  package struct Facts {
    /// Whether a modifier, such as `binding` or `undoable`, has taken the action.
    package fileprivate(set) var isTaken = false
    /// The children that were closed because of one of their actions.
    package fileprivate(set) var closings: [Closing] = []
  }

  /// A presented child that was closed.
  package struct Closing: CustomStringConvertible {
    fileprivate let presenter: ChildSite.Presenter
    fileprivate let isAnswer: Bool

    package var description: String {
      let reason = isAnswer ? "because one of its buttons was tapped" : "by 'closesAfter'"
      return "'\(presenter.keyPath.text)' was closed \(reason), at \(presenter.location)"
    }
  }

  /// The facts of the last turn; `nil` if nothing was noted.
  @exclusivity(unchecked) package private(set) var facts: Facts?

  @usableFromInline
  package init() {}

  /// Forgets the turn before, and notes the facts of a turn on this thread from now on.
  ///
  /// - Returns: The notes of the turn in which this one takes place, for ``end(_:)``.
  @usableFromInline
  package func begin() -> UnsafeMutableRawPointer? {
    if facts != nil { facts = nil }
    let outer = Self.ofThread.value
    Self.ofThread.value = Unmanaged.passUnretained(self).toOpaque()
    return outer
  }

  /// Ends the notes of the turn on this thread.
  @usableFromInline
  package func end(_ outer: UnsafeMutableRawPointer?) { Self.ofThread.value = outer }

  private static var current: TurnNotes? {
    ofThread.value.map { Unmanaged<TurnNotes>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Notes that a modifier has taken the action.
  @usableFromInline
  static func noteTaken() { change { $0.isTaken = true } }

  /// Notes that a presented child was closed because of one of its actions.
  @usableFromInline
  static func noteClosing(of presenter: ChildSite.Presenter?, isAnswer: Bool) {
    guard let presenter else { return }
    change { $0.closings.append(Closing(presenter: presenter, isAnswer: isAnswer)) }
  }

  private static func change(_ body: (inout Facts) -> Void) {
    guard let current else { return }
    var facts = current.facts ?? Facts()
    body(&facts)
    current.facts = facts
  }
}
