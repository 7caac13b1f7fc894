// SPDX-License-Identifier: MIT

/// Sends actions to a store from any thread.
///
/// A store lives on an actor, and cannot be taken elsewhere; what sends to it can:
///
/// ```swift
/// let sender = store.sender
/// device.onReading = { sender.send(.measured($0)) }
/// ```
///
/// Actions are taken on the store's actor, in the order in which each thread has sent them, and in one order
/// with what effects send. The sender does not keep the store alive; what is sent after the store was released
/// is dropped.
///
/// Isolation: any thread.
///
/// Complexity: O(1) for each action, and one job on the store's actor for all that are sent until it has run.
public struct StoreSender<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action, CodeLocation, StoreAnimation?) -> Void

  fileprivate init(_ deliver: @escaping @Sendable (Action, CodeLocation, StoreAnimation?) -> Void) {
    self.deliver = deliver
  }

  /// Sends an action, which the store takes later.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - animation: How its change may be shown, or `nil` for at once.
  ///   - fileID: The file that sends it.
  ///   - line: The line that sends it.
  public func send(
    _ action: Action,
    animation: StoreAnimation? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    deliver(action, CodeLocation(fileID: fileID, line: line), animation)
  }
}

extension Store {
  /// What sends to this store from any thread.
  public var sender: StoreSender<Action> {
    let letterBox = root.letterBox
    // The letter box has it called on the store's actor.
    nonisolated(unsafe) let sendToRoot = sendToRoot
    return StoreSender { action, caller, animation in
      letterBox { _ = sendToRoot(action, caller, animation) }
    }
  }
}
