// SPDX-License-Identifier: MIT

/// Observers that are notified of the same turns: all turns, or the turns that change one part of the state.
@usableFromInline
final class ObserverGroup {
  struct Member {
    let id: Int
    var observer: ObserverList.Observer?
  }

  // NB: Exclusivity checks are off, for the same reason as in StoreRuntime.

  /// The comparison of the observed part; `nil` if the members are notified of every turn.
  @exclusivity(unchecked) private var comparison: PartComparison?
  /// The key by which observers of the same part find the group.
  var place: ObserverList.Place?
  var part: MissingPart?
  /// The members, in ascending order of their ids.
  @exclusivity(unchecked) private(set) var members: [Member] = []
  @exclusivity(unchecked) private(set) var isDue = false

  @exclusivity(unchecked) private var gapCount = 0
  private var founderID: Int?

  init(_ comparison: PartComparison?) {
    self.comparison = comparison
  }

  /// Returns whether this turn concerns the members; must be called once per turn.
  func look(at state: UnsafeRawPointer) -> Bool {
    isDue = isEmpty == false && comparison?.update(state) != false
    return isDue
  }

  func isOutdated(_ state: UnsafeRawPointer) -> Bool { comparison?.isOutdated(state) != false }

  var isEmpty: Bool { gapCount == members.count }

  func add(_ member: Member) {
    if founderID == nil { founderID = member.id }
    members.append(member)
  }

  /// Removes a member, and returns the objects that the caller must release.
  func remove(_ id: Int) -> [Any] {
    guard let index = index(of: id) else { return [] }
    var removed: [Any] = [members[index].observer as Any]
    members[index].observer = nil
    gapCount += 1
    if id == founderID {
      removed.append(comparison?.tellAlone as Any)
      comparison?.tellAlone = nil
    }
    if isEmpty {
      removed.append(comparison as Any)
      comparison = nil
    }
    return removed
  }

  /// Removes the gaps if they make up at least half of the list, at an amortized cost of O(1) each.
  func closeGaps() {
    guard gapCount > 0, 2 * gapCount >= members.count else { return }
    members.removeAll { $0.observer == nil }
    gapCount = 0
  }

  /// A function that compares and notifies in one step, if the group's first observer is its only member.
  var only: ObserverList.Observer? {
    guard members.count == 1, founderID == members[0].id else { return nil }
    return comparison?.tellAlone ?? members[0].observer
  }

  var firstID: Int { members.first?.id ?? 0 }

  var lastID: Int { members.last?.id ?? 0 }

  private func index(of id: Int) -> Int? {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low].id == id ? low : nil
  }

  /// Notifies the members with ids up to `last`, and skips members that an observer adds meanwhile.
  func tell(_ state: UnsafeRawPointer, _ change: StoreChange, upTo last: Int) {
    var index = 0
    while index < members.count, members[index].id <= last {
      members[index].observer?(state, change)
      index += 1
    }
  }
}

/// A comparison of a part of the state with its previous value.
///
/// Closures that are made where the type of the part is known are faster than a generic type.
@usableFromInline
struct PartComparison {
  /// Returns whether the part has changed, without recording the change.
  let isOutdated: (UnsafeRawPointer) -> Bool
  /// Returns whether the part has changed, and records the change.
  let update: (UnsafeRawPointer) -> Bool
  var tellAlone: ObserverList.Observer?

  @usableFromInline
  init(
    isOutdated: @escaping (UnsafeRawPointer) -> Bool,
    update: @escaping (UnsafeRawPointer) -> Bool,
    tellAlone: @escaping ObserverList.Observer
  ) {
    self.isOutdated = isOutdated
    self.update = update
    self.tellAlone = tellAlone
  }
}
