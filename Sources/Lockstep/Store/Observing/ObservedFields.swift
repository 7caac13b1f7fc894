// SPDX-License-Identifier: MIT

/// The properties of a store that observations have read since the properties last changed.
///
/// Each property has its own token, so a change wakes only the observations that have read that property. The value
/// that was read is kept and compared after each turn, until it changes or the framework stops tracking it. The
/// framework stops tracking all properties of an observation when one of them changes.
final class ObservedFields<State> {
  private typealias Comparison = (UnsafeRawPointer) -> Bool

  private final class Field {
    let token = ObservationToken()
    /// Returns whether the value has changed since it was read; `nil` if it has not been read since its last change.
    var hasChanged: Comparison?
  }

  private let view: StateView<State>
  private let root: UnsafeRawPointer
  private let observers: ObserverList
  private let probe = TrackingProbe()
  private let whole = Field()
  private var fields: [PartialKeyPath<State>: Field] = [:]
  private var watched: [Field] = []
  private var id: Int?
  private var limit = 32

  var count: Int { fields.count }

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
      watch(whole, view.read(root)) { [view] root in view.current(root) }
    }
    whole.token.access()
  }

  func access<Value>(_ keyPath: KeyPath<State, Value>) {
    guard probe.isTracked else { return }
    let field = fields[keyPath] ?? makeField(keyPath)
    if field.hasChanged == nil {
      watch(field, view.read(root, keyPath)) { [view] root in view.current(root, keyPath) }
    }
    field.token.access()
  }

  private func makeField(_ keyPath: PartialKeyPath<State>) -> Field {
    if fields.count >= limit { forgetUntracked() }
    let field = Field()
    fields[keyPath] = field
    return field
  }

  /// Removes untracked fields, at an amortized cost of O(1) for each field.
  private func forgetUntracked() {
    let (all, comparisons) = (fields, unwatch { $0.token.isTracked == false })
    fields = all.filter { $0.value.token.isTracked }
    limit = max(32, 2 * fields.count)
    withExtendedLifetime((all, comparisons)) {}
  }

  private func watch<Value>(
    _ field: Field,
    _ value: Value,
    _ read: @escaping (UnsafeRawPointer) -> Value?
  ) {
    if let value = value as? any Equatable {
      field.hasChanged = value.makeComparison(read)
    } else {
      field.hasChanged = { root in read(root).map { hasOtherBytes($0, value) } ?? false }
    }
    watched.append(field)
    guard id == nil else { return }
    id = observers.add { [weak self] root, _ in self?.turnEnded(root) }
  }

  /// Stops comparing the fields that match a predicate, and returns their comparisons.
  ///
  /// Releasing a comparison releases a value, which may read the store. The caller must not do so during a mutation.
  private func unwatch(where isFinished: (Field) -> Bool) -> [Comparison] {
    var comparisons: [Comparison] = []
    for field in watched where isFinished(field) {
      if let comparison = field.hasChanged { comparisons.append(comparison) }
      field.hasChanged = nil
    }
    if comparisons.isEmpty == false { watched.removeAll { $0.hasChanged == nil } }
    return comparisons
  }

  private func turnEnded(_ root: UnsafeRawPointer) {
    guard watched.isEmpty == false else { return }
    var changed: [Field] = []
    let comparisons = unwatch { field in
      guard field.token.isTracked else { return true }
      guard field.hasChanged?(root) == true else { return false }
      changed.append(field)
      return true
    }
    guard comparisons.isEmpty == false else { return }
    // Turns cost nothing until a property is read again.
    if watched.isEmpty, let id {
      observers.remove(id)
      self.id = nil
    }
    for field in changed { field.token.change() }
    withExtendedLifetime(comparisons) {}
  }
}

extension Equatable {
  fileprivate func makeComparison<Value>(
    _ read: @escaping (UnsafeRawPointer) -> Value?
  ) -> (UnsafeRawPointer) -> Bool {
    { root in
      guard let value = read(root) else { return false }
      return (value as? Self).map { ObservedComparison.areAlike($0, self) } != true
    }
  }
}

private func hasOtherBytes<Value>(_ value: Value, _ other: Value) -> Bool {
  withUnsafeBytes(of: value) { bytes in
    withUnsafeBytes(of: other) { bytes.elementsEqual($0) == false }
  }
}
