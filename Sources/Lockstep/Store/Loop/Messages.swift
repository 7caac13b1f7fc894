// SPDX-License-Identifier: MIT

/// A message in a mailbox: a call of the store's `send`, or an ``ActionMessage``.
///
/// `@unchecked` because of the link to the next message, which belongs to the list that contains the message.
@usableFromInline
class Message: @unchecked Sendable {
  @exclusivity(unchecked) private var next: Message?
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

@usableFromInline
final class ActionMessage<Action: Sendable>: Message, @unchecked Sendable {
  @usableFromInline let action: Action

  @inlinable
  init(_ action: Action, _ details: QueuedAction.Details) {
    self.action = action
    super.init(details)
  }
}

@usableFromInline
struct Messages: ~Copyable {
  @usableFromInline var first: Message?
  /// The last message, which the message before it owns.
  @usableFromInline var last: Unmanaged<Message>?

  @inlinable
  init() {}

  /// Releases the messages in a loop, because each would otherwise release the next one recursively.
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

  @inlinable
  mutating func takeAll() -> Messages {
    let all = consume self
    self = Messages()
    return all
  }

  @inlinable
  mutating func append(_ others: consuming Messages) {
    while let message = others.popFirst() { append(message) }
  }
}
