// SPDX-License-Identifier: MIT

/// A value that sends actions to a store from any thread.
///
/// A store lives on an actor and cannot leave it; its sender can:
///
/// ```swift
/// let sender = store.sender
/// device.onReading = { sender.send(.measured($0)) }
/// ```
///
/// Actions are taken on the store's actor, in the order in which each thread has sent them, and in a single
/// order with the actions that effects send. The sender does not keep the store alive; actions sent after the
/// store has been released are dropped.
///
/// Isolation: any thread.
///
/// Complexity: O(1) for each action, and one job on the store's actor for all actions that are sent until
/// that job has run.
public struct StoreSender<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action, CodeLocation, StoreAnimation?) -> Void

  fileprivate init(_ deliver: @escaping @Sendable (Action, CodeLocation, StoreAnimation?) -> Void) {
    self.deliver = deliver
  }

  /// Sends an action, which the store takes later.
  ///
  /// - Parameters:
  ///   - action: The action, which says what happened.
  ///   - animation: How the resulting change may be shown, or `nil` to show it immediately.
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
  /// A value that sends actions to this store from any thread.
  public var sender: StoreSender<Action> {
    let post = root.post
    // The store's runtime calls it, where it takes its messages: on the store's actor. It may be released anywhere,
    // which is what happens to observers too.
    nonisolated(unsafe) let (sendToRoot, check) = (sendToRoot, details?.check)
    return StoreSender { action, caller, animation in
      let details =
        animation == nil && check == nil ? nil : SendingDetails(animation: animation, check: check)
      post { _ = sendToRoot(action, caller, details) }
    }
  }
}
