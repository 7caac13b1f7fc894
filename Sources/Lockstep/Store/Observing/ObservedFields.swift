// SPDX-License-Identifier: MIT

/// The properties of a store that were read since they last changed, for the Observation framework.
///
/// Each has a token of its own, so that only those who have read a property are woken when it
/// changes. The value that was read is kept to be compared, until it has changed, or until a turn in which
/// nobody tracks it any more: who tracks several properties is told of one change of them.
///
/// Memory is O(*n*) in the properties that somebody tracks.
final class ObservedFields<State> {
  private typealias Comparison = (UnsafeRawPointer) -> Bool

  private final class Field {
    let token = ObservationToken()
    /// Whether the value differs from when the property was read; `nil` until it is read again.
    var hasChanged: Comparison?
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
  /// How many fields there may be before those are forgotten that nobody tracks.
  private var limit = 32

  /// How many properties have a token.
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
    if fields.count >= limit { forgetUntracked() }
    let field = Field()
    fields[keyPath] = field
    return field
  }

  /// Forgets the fields that nobody tracks.
  ///
  /// It is done when there are twice as many as were left the last time, so that it costs O(1) for each.
  private func forgetUntracked() {
    let (all, comparisons) = (fields, unwatch { $0.token.isTracked == false })
    fields = all.filter { $0.value.token.isTracked }
    limit = max(32, 2 * fields.count)
    withExtendedLifetime((all, comparisons)) {}
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

  /// Compares some no more; returns what has kept their values, which may read the store when they are let
  /// go of, and so have to be where nothing is being changed.
  private func unwatch(where isOver: (Field) -> Bool) -> [Comparison] {
    var comparisons: [Comparison] = []
    for field in watched where isOver(field) {
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
    // Turns cost nothing more here until something is read again.
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
