// SPDX-License-Identifier: MIT

/// Observers that are notified of the same turns: of all, or of those that have changed one part of the
/// state.
///
/// Isolation: that of the store.
@usableFromInline
final class ObserverGroup {
  struct Member {
    let id: Int
    /// The observer; `nil` once it has been removed, which leaves a gap.
    var observer: ObserverList.Observer?
  }

  // NB: Exclusive access is not checked at run time, as in StoreRuntime, and for the same reason.

  /// The comparison of the part that the members observe; `nil` if they are notified of each turn.
  @exclusivity(unchecked) private var comparison: PartComparison?
  /// The place under which observers of the same part find the group.
  var place: ObserverList.Place?
  /// The part that the comparison remembers.
  var part: MissingPart?
  /// The members, in ascending order of their ids.
  @exclusivity(unchecked) private(set) var members: [Member] = []
  /// Whether the members are to be notified of the turn that was checked last.
  @exclusivity(unchecked) private(set) var isDue = false

  @exclusivity(unchecked) private var gapCount = 0
  private var founderID: Int?

  init(_ comparison: PartComparison?) {
    self.comparison = comparison
  }

  /// Checks whether the members are to be notified of this turn; called once in each turn.
  func look(at state: UnsafeRawPointer) -> Bool {
    isDue = isEmpty == false && comparison?.update(state) != false
    return isDue
  }

  /// Returns whether the members are still to be notified of a change.
  func isOutdated(_ state: UnsafeRawPointer) -> Bool { comparison?.isOutdated(state) != false }

  /// Whether all members have been removed.
  var isEmpty: Bool { gapCount == members.count }

  func add(_ member: Member) {
    if founderID == nil { founderID = member.id }
    members.append(member)
  }

  /// Removes a member, and leaves a gap.
  ///
  /// - Returns: The objects to release.
  /// - Complexity: O(log *n*) in the number of members.
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

  /// Closes the gaps if they make up at least half of the list, so the amortized cost of each is O(1).
  func closeGaps() {
    guard gapCount > 0, 2 * gapCount >= members.count else { return }
    members.removeAll { $0.observer == nil }
    gapCount = 0
  }

  /// A function that compares and notifies in one step, if there is a single member that it is for.
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

  /// Notifies the members up to the one with an id; others may be added meanwhile.
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
/// It consists of functions made where the type of the part is known, which is faster than a generic type.
@usableFromInline
struct PartComparison {
  /// Whether the part has changed; does not note the change.
  let isOutdated: (UnsafeRawPointer) -> Bool
  /// Whether the part has changed; notes the change.
  let update: (UnsafeRawPointer) -> Bool
  /// A function that compares and notifies in one step, for as long as the observer that provided it is the
  /// only one.
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
