// SPDX-License-Identifier: MIT

/// Observers who are told of the same turns: of all, or of those that have changed one part of the
/// state.
///
/// Isolation: that of the store.
@usableFromInline
final class ObserverGroup {
  struct Member {
    let id: Int
    /// `nil` once it has been removed while others were told.
    var observer: ObserverList.Observer?
  }

  /// Whether the members are to be told of this turn; asked once in each.
  let hasChanged: (UnsafeRawPointer) -> Bool
  /// Whether they are still to be told of what has changed.
  let isOutdated: (UnsafeRawPointer) -> Bool
  /// Where those find it who observe the same part.
  var place: ObserverList.Place?
  /// The ids ascend.
  var members: [Member] = []

  private var tellAlone: ObserverList.Observer?
  private var founderID: Int?

  init(_ comparison: PartComparison?) {
    hasChanged = comparison?.update ?? { _ in true }
    isOutdated = comparison?.isOutdated ?? { _ in true }
    tellAlone = comparison?.tellAlone
  }

  func add(_ member: Member) {
    if founderID == nil { founderID = member.id }
    members.append(member)
  }

  /// Takes out what holds the observer who brought the comparison, when that one is removed.
  func takeFounder(_ id: Int) -> ObserverList.Observer? {
    guard id == founderID else { return nil }
    defer { tellAlone = nil }
    return tellAlone
  }

  /// What compares and tells in one, if there is one member that it is for.
  var only: ObserverList.Observer? {
    guard members.count == 1, founderID == members[0].id else { return nil }
    return tellAlone ?? members[0].observer
  }

  var firstID: Int { members.first?.id ?? 0 }

  var lastID: Int { members.last?.id ?? 0 }

  func index(of id: Int) -> Int? {
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
