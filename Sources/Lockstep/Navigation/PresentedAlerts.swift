// SPDX-License-Identifier: MIT

/// Gives the alerts of a presented state their identities: the state is an alert, or an enum some of whose cases contain
/// one.
///
/// An alert is often a constant, so it has the same identity each time it is assigned. The reducer that presents it gives it
/// a new one, in the turn in which it appears.
@usableFromInline
struct PresentedAlerts: Sendable {
  /// The change of an alert that has not got the identity of a presentation yet.
  @usableFromInline
  enum Change: Sendable {
    /// It is already shown, so it keeps the identity that it has.
    case keep
    /// It has just been presented.
    case present
  }

  /// The functions for alerts of one type in memory.
  private struct Alert: Sendable {
    // `nonisolated(unsafe)` because the closures capture a type and its conformance, which the compiler cannot prove to be
    // sendable. Only `AlertState` conforms to the protocol, and its conformance is isolated to no actor. The closures
    // capture nothing else; the caller owns the memory that it passes.
    /// Changes an alert that has not got the identity of a presentation yet; returns whether it had not.
    nonisolated(unsafe) let change: (UnsafeMutableRawPointer, Change?) -> Bool
    /// Returns the identity of an alert.
    nonisolated(unsafe) let id: (UnsafeMutableRawPointer) -> CancellationID
    /// The tags of the actions that the buttons of the alert send, if the actions are an enum.
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

  /// The enum that the state is; `nil` if the state itself is an alert.
  private let metadata: EnumMetadata?
  /// The functions for the cases that contain an alert, by their tags; for an alert alone, under zero.
  private let alerts: [UInt32: Alert]
  /// The enum of the actions; `nil` if the state itself is an alert, or the type of the actions is not an enum.
  private let actions: EnumMetadata?

  /// Creates the value for a type of states and one of actions; `nil` if the states contain no alerts.
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

  /// Changes the alert that a state is or contains, if it has not got the identity of a presentation yet.
  ///
  /// - Parameters:
  ///   - state: The location of the state, which nothing else uses.
  ///   - change: The change; `nil` to find out whether there is such an alert.
  /// - Returns: Whether there is such an alert.
  func change(_ state: UnsafeMutableRawPointer, _ change: Change?) -> Bool {
    visit(state) { $0.change($1, change) } ?? false
  }

  /// Returns the identity of the alert that a state is or contains; `nil` if there is none.
  ///
  /// - Parameter state: The location of the state, which nothing else uses.
  /// - Returns: The identity.
  func id(_ state: UnsafeMutableRawPointer) -> CancellationID? {
    visit(state) { $0.id($1) }
  }

  /// Returns whether an action is one that a button of the presented alert sends.
  ///
  /// - Parameters:
  ///   - action: The location of the action.
  ///   - state: The location of the state, which nothing else uses.
  /// - Returns: Whether it is one.
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

/// An alert with actions of any type.
protocol PresentedAlert: Identifiable {
  /// The type of the actions that the buttons send.
  static var actionType: Any.Type { get }

  /// Whether the alert has the identity of a presentation.
  var isPresented: Bool { get }

  /// Notes that the alert is shown under the identity that it has.
  mutating func keepIdentity()

  /// Gives the alert the identity of a new presentation.
  mutating func present()
}

extension AlertState: PresentedAlert {
  static var actionType: Any.Type { Action.self }
}

extension Presentation {
  /// Returns a function that runs this feature's reducer, and gives the alerts that it presents their identities.
  @usableFromInline
  func presentingAlerts(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action, Never>
  ) -> @Sendable (inout State, Action, Environment) -> Effect<Action, Never> {
    guard alerts != nil else { return reduce }
    return { state, action, environment in
      // An alert that was put there elsewhere is already shown.
      self.changeAlert(&state, .keep)
      let effect = reduce(&state, action, environment)
      self.changeAlert(&state, .present)
      return effect
    }
  }

  /// Returns the identity of the presented alert; `nil` if there is none.
  func alertID(_ state: inout State) -> CancellationID? {
    guard let alerts else { return nil }
    return child.place.optional.look(in: &state) { optional in
      child.place.isThere(optional) ? alerts.id(UnsafeMutableRawPointer(optional)) : nil
    }
  }

  /// Returns whether an action is one that a button of the presented alert sends.
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

  /// Changes the presented alert, if there is one that has not got the identity of a presentation yet.
  private func changeAlert(_ state: inout State, _ change: PresentedAlerts.Change) {
    guard let alerts else { return }
    // Only a change calls the setter of a computed property.
    let isNeeded = child.place.optional.look(in: &state) { optional in
      child.place.isThere(optional) && alerts.change(UnsafeMutableRawPointer(optional), nil)
    }
    guard isNeeded else { return }
    child.place.optional.modifyInMemory(&state) { _ = alerts.change($0, change) }
  }
}
