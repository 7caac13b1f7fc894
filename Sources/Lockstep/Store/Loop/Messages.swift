// SPDX-License-Identifier: MIT

/// Something that waits in a mailbox: a call of the store's own `send`, or an ``ActionMessage``.
///
/// `@unchecked` because of the link to the next message, which belongs to the list that the message is in.
@usableFromInline
class Message: @unchecked Sendable {
  @exclusivity(unchecked) private var next: Message?
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

  final func link(to next: Message) { self.next = next }

  @usableFromInline
  final func takeNext() -> Message? { next.take() }
}

/// An action that an effect has sent.
@usableFromInline
final class ActionMessage<Action: Sendable>: Message, @unchecked Sendable {
  @usableFromInline let action: Action

  @inlinable
  init(_ action: Action, _ details: QueuedAction.Details) {
    self.action = action
    super.init(details)
  }
}

/// Messages, in the order in which they arrived.
@usableFromInline
struct Messages: ~Copyable {
  @usableFromInline var first: Message?
  /// The last message, which is owned by the message before it.
  @usableFromInline var last: Unmanaged<Message>?

  @inlinable
  init() {}

  /// Releases the messages one by one.
  ///
  /// Otherwise, each message would release the next one on a deeper level of the stack.
  @inlinable
  deinit {
    if var message = first {
      while let next = message.takeNext() { message = next }
    }
  }

  @inlinable var isEmpty: Bool { first == nil }

  @usableFromInline
  mutating func append(_ message: Message) {
    if let last {
      last._withUnsafeGuaranteedRef { $0.link(to: message) }
    } else {
      first = message
    }
    last = .passUnretained(message)
  }

  @usableFromInline
  mutating func popFirst() -> Message? {
    guard let message = first.take() else { return nil }
    first = message.takeNext()
    if first == nil { last = nil }
    return message
  }

  /// Returns all messages, and leaves none behind.
  @inlinable
  mutating func takeAll() -> Messages {
    let all = consume self
    self = Messages()
    return all
  }

  /// Appends other messages.
  @inlinable
  mutating func append(_ others: consuming Messages) {
    while let message = others.popFirst() { append(message) }
  }
}
