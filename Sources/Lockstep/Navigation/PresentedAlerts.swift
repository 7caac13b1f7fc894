// SPDX-License-Identifier: MIT

/// Assigns identities to the alerts of a presented state.
///
/// An alert is often a constant, so it has the same identity each time it is assigned. The presenting reducer therefore
/// assigns a new identity in the turn in which the alert appears.
@usableFromInline
struct PresentedAlerts: Sendable {
  @usableFromInline
  enum Change: Sendable {
    /// Keeps the current identity, because the alert is already visible.
    case keep
    /// Assigns a new identity, because the alert was just presented.
    case present
  }

  private struct Alert: Sendable {
    // `nonisolated(unsafe)` because the closures capture a type and its conformance, which the compiler cannot prove to
    // be sendable. Only `AlertState` conforms to the protocol, and its conformance is not isolated to an actor. The
    // closures capture nothing else, and the caller owns the memory that it passes.
    nonisolated(unsafe) let change: (UnsafeMutableRawPointer, Change?) -> Bool
    nonisolated(unsafe) let id: (UnsafeMutableRawPointer) -> CancellationID
    /// The tags of the actions that the alert's buttons send, if the action type is an enum.
    let answers: [UInt32]

    init<Value: PresentedAlert>(_ type: Value.Type, _ actions: EnumMetadata?) {
      answers = actions?.cases.filter { $0.payload == Value.actionType }.map(\.tag) ?? []
      change = { place, change in
        let alert = place.assumingMemoryBound(to: Value.self)
        guard alert.pointee.isPresented == false else { return false }
        switch change {
        case .keep?: alert.pointee.keepIdentity()
        case .present?: alert.pointee.present()
        case nil: break
        }
        return true
      }
      id = { CancellationID($0.assumingMemoryBound(to: Value.self).pointee.id) }
    }
  }

  /// The metadata of the state enum, or `nil` if the state itself is an alert.
  private let metadata: EnumMetadata?
  /// The functions for the cases that contain an alert, keyed by tag, or by zero if the state itself is an alert.
  private let alerts: [UInt32: Alert]
  /// The metadata of the action enum, or `nil` if the state itself is an alert or the action type is not an enum.
  private let actions: EnumMetadata?

  /// Creates the functions for a state type and an action type, or returns `nil` if the state contains no alerts.
  init?(in type: Any.Type, actions actionType: Any.Type) {
    if let alert = type as? any PresentedAlert.Type {
      (metadata, actions) = (nil, nil)
      alerts = [0: Alert(alert, nil)]
      return
    }
    guard let metadata = EnumMetadata(type) else { return nil }
    actions = EnumMetadata(actionType)
    var alerts: [UInt32: Alert] = [:]
    for enumCase in metadata.cases where enumCase.isIndirect == false {
      guard let alert = enumCase.payload as? any PresentedAlert.Type else { continue }
      alerts[enumCase.tag] = Alert(alert, actions)
    }
    guard alerts.isEmpty == false else { return nil }
    self.metadata = metadata
    self.alerts = alerts
  }

  /// Changes the alert in a state if it has no presentation identity yet; `nil` only checks for such an alert.
  func change(_ state: UnsafeMutableRawPointer, _ change: Change?) -> Bool {
    visit(state) { $0.change($1, change) } ?? false
  }

  /// Returns the identity of the alert in a state, or `nil` if the state contains none.
  func id(_ state: UnsafeMutableRawPointer) -> CancellationID? {
    visit(state) { $0.id($1) }
  }

  /// Returns whether a button of the presented alert sends an action.
  func isAnswer(_ action: UnsafeRawPointer, to state: UnsafeMutableRawPointer) -> Bool {
    guard let metadata else { return true }
    guard let actions, let alert = alerts[metadata.tag(of: state)] else { return false }
    return alert.answers.contains(actions.tag(of: action))
  }

  private func visit<Result>(
    _ state: UnsafeMutableRawPointer,
    _ body: (Alert, UnsafeMutableRawPointer) -> Result
  ) -> Result? {
    guard let metadata else { return alerts[0].map { body($0, state) } }
    let tag = metadata.tag(of: state)
    guard let alert = alerts[tag] else { return nil }
    metadata.project(state)
    defer { metadata.inject(tag, into: state) }
    return body(alert, state)
  }
}

protocol PresentedAlert: Identifiable {
  static var actionType: Any.Type { get }

  /// Whether the alert has a presentation identity.
  var isPresented: Bool { get }

  mutating func keepIdentity()

  mutating func present()
}

extension AlertState: PresentedAlert {
  static var actionType: Any.Type { Action.self }
}

extension Presentation {
  /// Returns a function that runs this feature's reducer and assigns identities to the alerts that it presents.
  @usableFromInline
  func presentingAlerts(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action, Never>
  ) -> @Sendable (inout State, Action, Environment) -> Effect<Action, Never> {
    guard alerts != nil else { return reduce }
    return { state, action, environment in
      // An alert from another source is already visible.
      self.changeAlert(&state, .keep)
      let effect = reduce(&state, action, environment)
      self.changeAlert(&state, .present)
      return effect
    }
  }

  func alertID(_ state: inout State) -> CancellationID? {
    guard let alerts else { return nil }
    return child.place.optional.look(in: &state) { optional in
      child.place.isThere(optional) ? alerts.id(UnsafeMutableRawPointer(optional)) : nil
    }
  }

  @usableFromInline
  func isAnswer(_ action: ChildAction, _ state: inout State) -> Bool {
    guard let alerts else { return false }
    return child.place.optional.look(in: &state) { optional in
      withUnsafePointer(to: action) { action in
        child.place.isThere(optional)
          && alerts.isAnswer(UnsafeRawPointer(action), to: UnsafeMutableRawPointer(optional))
      }
    }
  }

  private func changeAlert(_ state: inout State, _ change: PresentedAlerts.Change) {
    guard let alerts else { return }
    // Check first, because a modification would call the setter of a computed property.
    let isNeeded = child.place.optional.look(in: &state) { optional in
      child.place.isThere(optional) && alerts.change(UnsafeMutableRawPointer(optional), nil)
    }
    guard isNeeded else { return }
    child.place.optional.modifyInMemory(&state) { _ = alerts.change($0, change) }
  }
}
