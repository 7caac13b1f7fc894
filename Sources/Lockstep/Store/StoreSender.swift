// SPDX-License-Identifier: MIT

/// A value that sends actions to a store from any thread.
///
/// A store cannot leave its actor, but its sender can:
///
/// ```swift
/// let sender = store.sender
/// device.onReading = { sender.send(.measured($0)) }
/// ```
///
/// The store processes the actions on its actor. The actions of each thread keep their order, and share a single queue
/// with the actions that effects send. The sender does not keep the store alive. After the store is released, the
/// sender drops actions.
///
/// Isolation: any thread.
///
/// Complexity: O(1) for each action, plus one job on the store's actor for all actions that are sent before the job
/// runs.
public struct StoreSender<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action, CodeLocation, StoreAnimation?) -> Void

  fileprivate init(_ deliver: @escaping @Sendable (Action, CodeLocation, StoreAnimation?) -> Void) {
    self.deliver = deliver
  }

  /// Sends an action, which the store processes later.
  ///
  /// - Parameters:
  ///   - action: The action, which says what happened.
  ///   - animation: The animation of the resulting change, or `nil` to show the change immediately.
  ///   - fileID: The file that sends the action.
  ///   - line: The line that sends the action.
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
    // `nonisolated(unsafe)`: the runtime calls the closure on the store's actor, with its other messages. Any thread
    // may release it, as with observers.
    nonisolated(unsafe) let (sendToRoot, check) = (sendToRoot, details?.check)
    return StoreSender { action, caller, animation in
      let details =
        animation == nil && check == nil ? nil : SendingDetails(animation: animation, check: check)
      post { _ = sendToRoot(action, caller, details) }
    }
  }
}
