// SPDX-License-Identifier: MIT

public import Synchronization

/// The observers of a store's turns, in the order in which they were added.
///
/// Observers of the same part of the state share one comparison per turn.
@usableFromInline
final class ObserverList {
  @usableFromInline typealias Observer = (UnsafeRawPointer, StoreChange) -> Void

  /// The key of a part of the state: its offset and type, or the object that finds it.
  @usableFromInline
  struct Place: Hashable {
    let offset: Int
    let object: ObjectIdentifier

    @usableFromInline
    init(offset: Int, type: Any.Type) {
      self.offset = offset
      object = ObjectIdentifier(type)
    }

    @usableFromInline
    init(_ part: MissingPart) {
      offset = 0
      object = ObjectIdentifier(part)
    }
  }

  /// The groups, in the order of their first members.
  @exclusivity(unchecked) @usableFromInline var groups: [ObserverGroup] = []
  /// A fast path that notifies the only observer, if the list contains exactly one.
  @exclusivity(unchecked) @usableFromInline var only: Observer?
  /// The removable parts of the state that stores show, except parts that a group remembers.
  @exclusivity(unchecked) @usableFromInline private(set) var parts: [MissingPart] = []
  private var partLimit = 64
  private var groupsByPlace: [Place: ObserverGroup] = [:]
  private var groupsByID: [Int: ObserverGroup] = [:]
  @exclusivity(unchecked) @usableFromInline var isNotifying = false
  @exclusivity(unchecked) @usableFromInline var hasGaps = false
  private var emptyGroupCount = 0
  private var lastID = 0
  private var recorders: TurnRecorders?
  @exclusivity(unchecked) @usableFromInline private(set) var knownDepartures: Departures?

  init() {}

  // Stored, because every turn reads them.
  @exclusivity(unchecked) @usableFromInline private(set) var isEmpty = true
  @exclusivity(unchecked) @usableFromInline private(set) var hasParts = false

  private func noteContents() {
    hasParts = parts.isEmpty == false
    isEmpty = groups.isEmpty && hasParts == false
  }

  var departures: Departures {
    let departures = knownDepartures ?? Departures()
    knownDepartures = departures
    return departures
  }

  @inlinable
  var haveSomeDeparted: Bool { knownDepartures?.areThere == true }

  /// Adds a part, whose value the list remembers while anything else refers to the part.
  @usableFromInline
  func add(_ part: MissingPart) {
    if parts.count >= partLimit {
      dropReleasedParts()
      partLimit = max(64, 2 * parts.count)
    }
    parts.append(part)
    noteContents()
  }

  @usableFromInline
  func dropReleasedPart(at position: Int) {
    if parts.count == position + 1, isKnownUniquelyReferenced(&parts[position]) {
      parts.removeLast()
      noteContents()
    }
  }

  /// Removes the parts that no store shows, so that their values do not force a turn to copy shared storage.
  @usableFromInline
  func dropReleasedParts() {
    var released: [MissingPart] = []
    repeat {
      // Released only here: a part's value may access the list when it is released, and may refer to other parts.
      released = []
      var index = 0
      while index < parts.count {
        if isKnownUniquelyReferenced(&parts[index]) {
          parts.swapAt(index, parts.count - 1)
          released.append(parts.removeLast())
        } else {
          index += 1
        }
      }
    } while released.isEmpty == false
    noteContents()
  }

  @usableFromInline
  func add(_ observer: @escaping Observer) -> Int {
    if haveSomeDeparted { removeDeparted() }
    return add(observer, to: makeGroup(nil))
  }

  /// Adds an observer that is notified when a part of the state has changed.
  ///
  /// If the part may be removed, the comparison remembers its value. The comparison is unused if a group already
  /// compares the part.
  @usableFromInline
  func add(
    at place: Place,
    of state: UnsafeRawPointer,
    remembering part: MissingPart? = nil,
    _ comparison: PartComparison,
    _ observer: @escaping Observer
  ) -> Int {
    if haveSomeDeparted { removeDeparted() }
    // A group that has yet to notify its members of a change cannot take this observer, which has already seen the
    // change. Later observers join the new group.
    if let group = groupsByPlace[place], group.isOutdated(state) == false {
      return add(observer, to: group)
    }
    let group = makeGroup(comparison)
    group.place = place
    groupsByPlace[place] = group
    if let part {
      group.part = part
      if let index = parts.lastIndex(where: { $0 === part }) { parts.remove(at: index) }
      noteContents()
    }
    return add(observer, to: group)
  }

  func add(_ recorder: any TurnFollower, to recorders: TurnRecorders, firstTurn: Int) -> Int {
    if haveSomeDeparted { removeDeparted() }
    self.recorders = recorders
    lastID += 1
    recorders.add(recorder, id: lastID, firstTurn: firstTurn)
    return lastID
  }

  private func makeGroup(_ comparison: PartComparison?) -> ObserverGroup {
    let group = ObserverGroup(comparison)
    groups.append(group)
    noteContents()
    return group
  }

  private func add(_ observer: @escaping Observer, to group: ObserverGroup) -> Int {
    lastID += 1
    group.add(ObserverGroup.Member(id: lastID, observer: observer))
    groupsByID[lastID] = group
    noteOnly()
    return lastID
  }

  func remove(_ id: Int) {
    guard let group = groupsByID.removeValue(forKey: id) else {
      recorders?.remove(id)
      return
    }
    // Released after the list has changed, because objects that the observer captures may access the list.
    let removed = (group.remove(id), only)
    only = nil
    if group.isEmpty {
      emptyGroupCount += 1
      if let part = group.part.take() { add(part) }
      forgetPlace(of: group)
    }
    if isNotifying {
      hasGaps = true
    } else {
      group.closeGaps()
      removeEmptyGroups()
      noteOnly()
    }
    withExtendedLifetime(removed) {}
  }

  private func removeEmptyGroups() {
    guard emptyGroupCount > 0, 2 * emptyGroupCount >= groups.count else { return }
    groups.removeAll { $0.isEmpty }
    emptyGroupCount = 0
    noteContents()
  }

  /// Prevents later observers from joining an empty group.
  private func forgetPlace(of group: ObserverGroup) {
    guard let place = group.place, groupsByPlace[place] === group else { return }
    groupsByPlace[place] = nil
  }

  private func noteOnly() {
    only = groups.count == 1 ? groups[0].only : nil
  }

  @usableFromInline
  func removeDeparted() {
    for id in departures.take() { remove(id) }
  }

  @inlinable
  func notify(_ state: UnsafeRawPointer, _ change: StoreChange) {
    if haveSomeDeparted { removeDeparted() }
    if hasParts { for part in parts { part.turnEnded?(state) } }
    isNotifying = true
    // An observer added during a notification is first called for the next turn.
    if let only {
      only(state, change)
    } else {
      notifyGroups(state, change)
    }
    isNotifying = false
    if hasGaps { closeGaps() }
  }

  @usableFromInline
  func notifyGroups(_ state: UnsafeRawPointer, _ change: StoreChange) {
    var isInOrder = true
    var lastOfBefore = 0
    for group in groups where group.look(at: state) {
      isInOrder = isInOrder && lastOfBefore < group.firstID
      lastOfBefore = group.lastID
    }
    if isInOrder {
      let last = lastID
      for index in groups.indices where groups[index].isDue {
        groups[index].tell(state, change, upTo: last)
      }
    } else {
      let members = groups.filter(\.isDue).flatMap { group in
        group.members.indices.map { (id: group.members[$0].id, group: group, index: $0) }
      }
      for member in members.sorted(by: { $0.id < $1.id }) {
        member.group.members[member.index].observer?(state, change)
      }
    }
  }

  @usableFromInline
  func closeGaps() {
    hasGaps = false
    for group in groups { group.closeGaps() }
    removeEmptyGroups()
    noteOnly()
  }
}

/// The ids of observations that were released, until the list removes their observers.
///
/// An observation may be released on any thread, outside the store's actor, so it only records its id here. The list
/// removes the observer before it next notifies or adds one.
@usableFromInline
final class Departures: Sendable {
  @usableFromInline let hasIDs = Atomic(false)
  private let ids = Mutex<[Int]>([])

  @inlinable
  var areThere: Bool { hasIDs.load(ordering: .acquiring) }

  func add(_ id: Int) {
    ids.withLock {
      $0.append(id)
      hasIDs.store(true, ordering: .releasing)
    }
  }

  func take() -> [Int] {
    ids.withLock { ids in
      hasIDs.store(false, ordering: .releasing)
      defer { ids = [] }
      return ids
    }
  }
}
