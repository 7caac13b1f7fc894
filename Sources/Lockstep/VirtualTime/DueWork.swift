// SPDX-License-Identifier: MIT

/// The work due at one instant of a test scheduler, if stores with random schedules have scheduled some of it.
///
/// The work of one store stays in order, and so does all work outside stores with a random schedule. The first random
/// schedule that is found chooses the next work.
struct DueWork {
  var instant: Int64 = 0
  private var rows: [(order: ManualExecutor?, ids: ArraySlice<Int>)] = []

  var count: Int { rows.reduce(0) { $0 + $1.ids.count } }

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ id: Int, of order: ManualExecutor?) {
    if let index = rows.firstIndex(where: { $0.order === order }) {
      rows[index].ids.append(id)
    } else {
      rows.append((order, [id]))
    }
  }

  mutating func remove(_ id: Int, of order: ManualExecutor?) {
    guard let index = rows.firstIndex(where: { $0.order === order }) else { return }
    rows[index].ids.removeAll { $0 == id }
    if rows[index].ids.isEmpty { rows.remove(at: index) }
  }

  func only(of order: ManualExecutor) -> Int? {
    rows.count == 1 && rows[0].order === order ? rows[0].ids.first : nil
  }

  mutating func takeNext() -> Int? {
    // First in, first out: earlier work has a lower id.
    rows.sort { ($0.ids.first ?? 0) < ($1.ids.first ?? 0) }
    // Without a random schedule, only one row exists.
    let order = rows.lazy.compactMap(\.order).first
    let index = order?.chooseDue(among: rows.count) ?? 0
    guard rows.indices.contains(index), let id = rows[index].ids.popFirst() else { return nil }
    if rows[index].ids.isEmpty { rows.remove(at: index) }
    return id
  }
}

/// The source of scheduled work: an effect of a store with a random schedule, or any other code.
struct WorkSource: Sendable, Hashable {
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
