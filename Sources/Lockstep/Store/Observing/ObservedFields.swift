// SPDX-License-Identifier: MIT

/// The properties of a store that have been read since they last changed, for the Observation framework.
///
/// Each has a token of its own, so that only observations that have read a property are woken when it
/// changes. The value that was read is kept for comparison until it has changed, or until a turn in which
/// nothing tracks it any more: an observation that tracks several properties is notified of one change among
/// them.
///
/// Memory use is O(*n*) in the number of tracked properties.
final class ObservedFields<State> {
  private typealias Comparison = (UnsafeRawPointer) -> Bool

  private final class Field {
    let token = ObservationToken()
    /// Whether the value differs from when the property was read; `nil` until the property is read again.
    var hasChanged: Comparison?
  }

  private let view: StateView<State>
  private let root: UnsafeRawPointer
  private let observers: ObserverList
  private let probe = TrackingProbe()
  private let whole = Field()
  private var fields: [PartialKeyPath<State>: Field] = [:]
  /// The fields that have been read since they last changed.
  private var watched: [Field] = []
  private var id: Int?
  /// The number of fields at which fields that are not tracked are forgotten.
  private var limit = 32

  /// The number of properties that have a token.
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

  /// Forgets the fields that are not tracked.
  ///
  /// This is done when there are twice as many fields as were left the last time, so it costs O(1) for each
  /// field.
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

  /// Stops comparing some fields, and returns the comparisons that have kept their values.
  ///
  /// Releasing a kept value may read the store, so it must be done where nothing is being changed.
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
    // From here on, turns cost nothing more until something is read again.
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

/// Returns whether two values that cannot be compared otherwise are certainly not the same.
private func hasOtherBytes<Value>(_ value: Value, _ other: Value) -> Bool {
  withUnsafeBytes(of: value) { bytes in
    withUnsafeBytes(of: other) { bytes.elementsEqual($0) == false }
  }
}
