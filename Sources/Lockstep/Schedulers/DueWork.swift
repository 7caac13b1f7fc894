// SPDX-License-Identifier: MIT

/// The work due at one instant of a test scheduler, where random schedules decide what runs next.
///
/// Work scheduled by one source stays in order. All work that does not belong to an effect of a store with a
/// random schedule forms one source. Which source comes next is decided by the random schedule of the store
/// whose source is found first.
///
/// Complexity: adding and taking are O(1), plus the waiting work of the same source; removing is O(*n*) in
/// the number of sources.
struct DueWork {
  var instant: Int64 = 0
  private(set) var count = 0
  private var ids: [WorkSource: [Int]] = [:]
  private var ready: [WorkSource] = []
  /// The sources that wait until nothing else is ready or much work has been taken.
  private var setAside: [WorkSource] = []
  /// The amount of work taken since the sources set aside were last brought back.
  private var steps = 0

  var isEmpty: Bool { count == 0 }

  mutating func add(_ id: Int, of source: WorkSource) {
    if ids[source] == nil { ready.append(source) }
    ids[source, default: []].append(id)
    count += 1
  }

  /// Removes a piece of work if it is present.
  mutating func remove(_ id: Int, of source: WorkSource) {
    guard let index = ids[source]?.firstIndex(of: id) else { return }
    ids[source]?.remove(at: index)
    count -= 1
    guard ids[source]?.isEmpty == true else { return }
    ids[source] = nil
    ready.removeAll { $0 == source }
    setAside.removeAll { $0 == source }
  }

  /// Takes the next piece of work; returns `nil` if nothing is due.
  mutating func takeNext() -> Int? {
    steps += 1
    if steps == 1_000 { bringBack() }
    while isEmpty == false {
      if ready.isEmpty { bringBack() }
      // Without an order, there is only one source.
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

/// The source of scheduled work: a part of an effect of a store with a random schedule, or any other code.
struct WorkSource: Sendable, Hashable {
  /// The executor of the store; it decides what runs next.
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
