// SPDX-License-Identifier: MIT

/// What is due at one instant of a test scheduler, where random schedules decide what comes next.
///
/// What one source has scheduled stays in its order. All that belongs to no effect of a store with a
/// random schedule is one source. Which source comes next the random schedule decides of the store
/// whose source it found first.
///
/// Complexity: adding and taking are O(1), besides the work of the same source that waits; removing is
/// O(*n*) in the number of sources.
struct DueWork {
  var instant: Int64 = 0
  private(set) var count = 0
  private var ids: [WorkSource: [Int]] = [:]
  private var ready: [WorkSource] = []
  /// What waits until nothing else is ready, or much has been taken.
  private var setAside: [WorkSource] = []
  /// How much has been taken since everything that was set aside has come back.
  private var steps = 0

  var isEmpty: Bool { count == 0 }

  mutating func add(_ id: Int, of source: WorkSource) {
    if ids[source] == nil { ready.append(source) }
    ids[source, default: []].append(id)
    count += 1
  }

  /// Takes work out, if it is here.
  mutating func remove(_ id: Int, of source: WorkSource) {
    guard let index = ids[source]?.firstIndex(of: id) else { return }
    ids[source]?.remove(at: index)
    count -= 1
    guard ids[source]?.isEmpty == true else { return }
    ids[source] = nil
    ready.removeAll { $0 == source }
    setAside.removeAll { $0 == source }
  }

  /// Takes what comes next; returns `nil` if nothing is due.
  mutating func takeNext() -> Int? {
    steps += 1
    if steps == 1_000 { bringBack() }
    while isEmpty == false {
      if ready.isEmpty { bringBack() }
      // Without one there is only one source.
      let order = ready.lazy.compactMap(\.order).first
      let choice = order?.chooseDue(among: ready.count) ?? RandomSchedule.Choice(index: 0)
      let source = ready[choice.index]
      guard choice.isSetAside == false else {
        setAside.append(ready.remove(at: choice.index))
        continue
      }
      guard let id = ids[source]?.first else { return nil }
      remove(id, of: source)
      return id
    }
    return nil
  }

  private mutating func bringBack() {
    steps = 0
    ready += setAside
    setAside.removeAll()
  }
}

/// Who has scheduled work: a part of an effect of a store with a random schedule, or anybody else.
struct WorkSource: Sendable, Hashable {
  /// The executor of the store; it decides what comes next.
  let order: ManualExecutor?
  private let number: UInt64

  init(_ scope: EffectScope?) {
    order = scope?.context.randomExecutor
    number = order == nil ? 0 : scope?.number ?? 0
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.order === rhs.order && lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(order.map(ObjectIdentifier.init))
    hasher.combine(number)
  }
}
