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
    /// Descriptions of the children that were closed because of one of their actions.
    package fileprivate(set) var closings: [String] = []
  }

  /// The facts of the last turn; `nil` if nothing was noted.
  package private(set) var facts: Facts?

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
  static func noteTaken() { current?.facts = Facts(isTaken: true) }

  /// Notes that a presented child was closed because of one of its actions.
  @usableFromInline
  static func noteClosing(of presenter: ChildSite.Presenter?, isAnswer: Bool) {
    guard let current, let presenter else { return }
    let reason = isAnswer ? "because a button of it was tapped" : "by `closesAfter`"
    let closing = "'\(presenter.keyPath.text)' was closed \(reason), at \(presenter.location)"
    current.facts = Facts(
      isTaken: current.facts?.isTaken ?? false,
      closings: (current.facts?.closings ?? []) + [closing]
    )
  }
}
