// SPDX-License-Identifier: MIT

/// Something that waits in a mailbox: a call of the store's own `send`, or an ``ActionLetter``.
///
/// `@unchecked` because of the link to the next letter, which belongs to the list that the letter is in.
@usableFromInline
class Letter: @unchecked Sendable {
  @exclusivity(unchecked) private var next: Letter?
  /// The call, or the details of the action.
  @usableFromInline let call: (@Sendable () -> Void)?
  @usableFromInline let details: QueuedAction.Details?

  init(_ call: @escaping @Sendable () -> Void) {
    (self.call, details) = (call, nil)
  }

  @usableFromInline
  init(_ details: QueuedAction.Details) {
    (call, self.details) = (nil, details)
  }

  final func link(to next: Letter) { self.next = next }

  @usableFromInline
  final func takeNext() -> Letter? { next.take() }
}

/// An action that an effect has sent.
@usableFromInline
final class ActionLetter<Action: Sendable>: Letter, @unchecked Sendable {
  @usableFromInline let action: Action

  @inlinable
  init(_ action: Action, _ details: QueuedAction.Details) {
    self.action = action
    super.init(details)
  }
}

/// Letters, in the order in which they arrived.
@usableFromInline
struct Letters: ~Copyable {
  @usableFromInline var first: Letter?
  /// The last letter, which is owned by the letter before it.
  @usableFromInline var last: Unmanaged<Letter>?

  @inlinable
  init() {}

  /// Releases the letters one by one.
  ///
  /// Otherwise, each letter would release the next one on a deeper level of the stack.
  @inlinable
  deinit {
    if var letter = first {
      while let next = letter.takeNext() { letter = next }
    }
  }

  @inlinable var isEmpty: Bool { first == nil }

  @usableFromInline
  mutating func append(_ letter: Letter) {
    if let last {
      last._withUnsafeGuaranteedRef { $0.link(to: letter) }
    } else {
      first = letter
    }
    last = .passUnretained(letter)
  }

  @usableFromInline
  mutating func popFirst() -> Letter? {
    guard let letter = first.take() else { return nil }
    first = letter.takeNext()
    if first == nil { last = nil }
    return letter
  }

  /// Returns all letters, and leaves none behind.
  @inlinable
  mutating func takeAll() -> Letters {
    let all = consume self
    self = Letters()
    return all
  }

  /// Appends other letters.
  @inlinable
  mutating func append(_ others: consuming Letters) {
    while let letter = others.popFirst() { append(letter) }
  }
}
