// SPDX-License-Identifier: MIT

/// Observers who are told of the same turns: of all, or of those that have changed one part of the
/// state.
///
/// Isolation: that of the store.
@usableFromInline
final class ObserverGroup {
  struct Member {
    let id: Int
    /// `nil` once it has been removed: a gap.
    var observer: ObserverList.Observer?
  }

  // NB: Not checked for exclusive access while the program runs, as in StoreRuntime, and for the same reason.

  /// What the members observe; `nil` if they are told of each turn.
  @exclusivity(unchecked) private var comparison: PartComparison?
  /// Where those find it who observe the same part.
  var place: ObserverList.Place?
  /// The ids ascend.
  @exclusivity(unchecked) private(set) var members: [Member] = []
  /// Whether the members are to be told of the turn that was looked at last.
  @exclusivity(unchecked) private(set) var isDue = false

  @exclusivity(unchecked) private var gapCount = 0
  private var founderID: Int?

  init(_ comparison: PartComparison?) {
    self.comparison = comparison
  }

  /// Looks whether the members are to be told of this turn; once in each.
  func look(at state: UnsafeRawPointer) -> Bool {
    isDue = isEmpty == false && comparison?.update(state) != false
    return isDue
  }

  /// Whether they are still to be told of what has changed.
  func isOutdated(_ state: UnsafeRawPointer) -> Bool { comparison?.isOutdated(state) != false }

  /// Whether all have been removed.
  var isEmpty: Bool { gapCount == members.count }

  func add(_ member: Member) {
    if founderID == nil { founderID = member.id }
    members.append(member)
  }

  /// Removes a member, and leaves a gap.
  ///
  /// - Returns: What is let go of.
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

  /// Closes the gaps if they are as many as the others, so that each costs as much as one look.
  func closeGaps() {
    guard gapCount > 0, 2 * gapCount >= members.count else { return }
    members.removeAll { $0.observer == nil }
    gapCount = 0
  }

  /// What compares and tells in one, if there is one member that it is for.
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

  /// Tells the members up to the one with an id, to whom others may be added meanwhile.
  func tell(_ state: UnsafeRawPointer, _ change: StoreChange, upTo last: Int) {
    var index = 0
    while index < members.count, members[index].id <= last {
      members[index].observer?(state, change)
      index += 1
    }
  }
}

/// Compares a part of the state with what it was.
///
/// Functions, made where the type of the part is known, since that is faster than a generic type.
@usableFromInline
struct PartComparison {
  /// Whether the part has changed, without noting it.
  let isOutdated: (UnsafeRawPointer) -> Bool
  /// Whether the part has changed; notes it.
  let update: (UnsafeRawPointer) -> Bool
  /// Compares and tells in one, for as long as the observer who brought this is the only one.
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
