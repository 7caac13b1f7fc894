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

  /// Whether the members are to be told of this turn; asked once in each.
  private(set) var hasChanged: (UnsafeRawPointer) -> Bool
  /// Whether they are still to be told of what has changed.
  private(set) var isOutdated: (UnsafeRawPointer) -> Bool
  /// Where those find it who observe the same part.
  var place: ObserverList.Place?
  /// The ids ascend.
  private(set) var members: [Member] = []

  private var gapCount = 0
  private var tellAlone: ObserverList.Observer?
  private var founderID: Int?

  init(_ comparison: PartComparison?) {
    hasChanged = comparison?.update ?? { _ in true }
    isOutdated = comparison?.isOutdated ?? { _ in true }
    tellAlone = comparison?.tellAlone
  }

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
      removed.append(tellAlone as Any)
      tellAlone = nil
    }
    if isEmpty {
      removed += [hasChanged, isOutdated]
      hasChanged = { _ in false }
      isOutdated = { _ in true }
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
    return tellAlone ?? members[0].observer
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

  /// Tells the first members.
  func tell(_ state: UnsafeRawPointer, _ change: StoreChange, first count: Int) {
    for index in 0..<count { members[index].observer?(state, change) }
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
  let tellAlone: ObserverList.Observer

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
