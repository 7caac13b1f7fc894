// SPDX-License-Identifier: MIT

internal import Observation

/// The properties of a store that were read since they last changed, for the Observation framework.
///
/// Each has a token of its own, so that only those who have read a property are woken when it
/// changes.
final class ObservedFields<State> {
  private struct Field {
    let token = ObservationToken()
    /// Whether the value differs from when the property was read; `nil` until it is read again.
    var hasChanged: ((State) -> Bool)?
  }

  private let observers: ObserverList
  private let readState: () -> State
  private var fields: [PartialKeyPath<State>: Field] = [:]
  private var watched = 0
  private var id: Int?

  init<Action: Sendable>(_ core: StoreCore<State, Action>) {
    observers = core.observers
    readState = { core.state }
  }

  func stop() {
    if let id { observers.remove(id) }
    id = nil
  }

  func access<Value>(_ keyPath: KeyPath<State, Value>) {
    var field = fields[keyPath] ?? Field()
    if field.hasChanged == nil {
      field.hasChanged = makeComparison(keyPath)
      fields[keyPath] = field
      watched += 1
      startWatching()
    }
    field.token.access()
  }

  private func makeComparison<Value>(_ keyPath: KeyPath<State, Value>) -> (State) -> Bool {
    let value = readState()[keyPath: keyPath]
    guard let value = value as? any Equatable else { return { _ in true } }
    return value.makeComparison(keyPath)
  }

  private func startWatching() {
    guard id == nil else { return }
    id = observers.add { [weak self] _ in self?.turnEnded() }
  }

  private func turnEnded() {
    guard watched > 0 else { return }
    let state = readState()
    var changed: [ObservationToken] = []
    for (keyPath, field) in fields where field.hasChanged?(state) == true {
      fields[keyPath]?.hasChanged = nil
      watched -= 1
      changed.append(field.token)
    }
    for token in changed { token.change() }
  }
}

extension Equatable {
  fileprivate func makeComparison<State, Value>(
    _ keyPath: KeyPath<State, Value>
  ) -> (State) -> Bool {
    { state in state[keyPath: keyPath] as? Self != self }
  }
}

/// Something that the Observation framework can track.
final class ObservationToken: Observable, Sendable {
  private static let keyPath: any KeyPath<ObservationToken, Void> & Sendable = \.value

  private let registrar = ObservationRegistrar()

  private var value: Void { () }

  func access() {
    registrar.access(self, keyPath: Self.keyPath)
  }

  func change() {
    registrar.withMutation(of: self, keyPath: Self.keyPath) {}
  }
}
