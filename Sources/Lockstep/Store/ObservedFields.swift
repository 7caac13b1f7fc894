// SPDX-License-Identifier: MIT

internal import Observation

/// The properties of a store that were read since they last changed, for the Observation framework.
///
/// Each has a token of its own, so that only those who have read a property are woken when it
/// changes. The value that was read is kept to be compared, until it has changed.
final class ObservedFields<State> {
  private final class Field {
    let token = ObservationToken()
    /// Whether the value differs from when the property was read; `nil` until it is read again.
    var hasChanged: ((UnsafeRawPointer) -> Bool)?
  }

  private let view: StateView<State>
  private let root: UnsafeRawPointer
  private let observers: ObserverList
  private let probe = TrackingProbe()
  private let whole = Field()
  private var fields: [PartialKeyPath<State>: Field] = [:]
  /// Those that were read since they last changed.
  private var watched: [Field] = []
  private var id: Int?

  init(_ view: StateView<State>, _ root: UnsafeRawPointer, _ observers: ObserverList) {
    self.view = view
    self.root = root
    self.observers = observers
  }

  deinit {
    if let id { observers.departures.add(id) }
  }

  func accessWhole() {
    guard probe.isTracked else { return }
    if whole.hasChanged == nil {
      watch(whole, view.read(root)) { [view] root in view.read(root) }
    }
    whole.token.access()
  }

  func access<Value>(_ keyPath: KeyPath<State, Value>) {
    guard probe.isTracked else { return }
    let field = fields[keyPath] ?? makeField(keyPath)
    if field.hasChanged == nil {
      watch(field, view.read(root, keyPath)) { [view] root in view.read(root, keyPath) }
    }
    field.token.access()
  }

  private func makeField(_ keyPath: PartialKeyPath<State>) -> Field {
    let field = Field()
    fields[keyPath] = field
    return field
  }

  private func watch<Value>(
    _ field: Field,
    _ value: Value,
    _ read: @escaping (UnsafeRawPointer) -> Value
  ) {
    if let value = value as? any Equatable {
      field.hasChanged = value.makeComparison(read)
    } else {
      field.hasChanged = { root in hasOtherBytes(read(root), value) }
    }
    watched.append(field)
    guard id == nil else { return }
    id = observers.add { [weak self] root, _ in self?.turnEnded(root) }
  }

  private func turnEnded(_ root: UnsafeRawPointer) {
    guard watched.isEmpty == false else { return }
    var changed: [Field] = []
    for field in watched where field.hasChanged?(root) == true {
      field.hasChanged = nil
      changed.append(field)
    }
    guard changed.isEmpty == false else { return }
    watched.removeAll { $0.hasChanged == nil }
    // Turns cost nothing more here until something is read again.
    if watched.isEmpty, let id {
      observers.remove(id)
      self.id = nil
    }
    for field in changed { field.token.change() }
  }
}

extension Equatable {
  fileprivate func makeComparison<Value>(
    _ read: @escaping (UnsafeRawPointer) -> Value
  ) -> (UnsafeRawPointer) -> Bool {
    { root in read(root) as? Self != self }
  }
}

/// Whether two values are certainly not the same, although they cannot be compared otherwise.
private func hasOtherBytes<Value>(_ value: Value, _ other: Value) -> Bool {
  withUnsafeBytes(of: value) { bytes in
    withUnsafeBytes(of: other) { bytes.elementsEqual($0) == false }
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
