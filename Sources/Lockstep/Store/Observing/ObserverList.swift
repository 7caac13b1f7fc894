// SPDX-License-Identifier: MIT

public import Synchronization

/// The observers of a store's turns, in the order in which they were added.
///
/// Observers of the same part of the state share one comparison in each turn.
///
/// Isolation: that of the store.
@usableFromInline
final class ObserverList {
  /// A function that is called with the location of the store's state, and with how the change came about.
  @usableFromInline typealias Observer = (UnsafeRawPointer, StoreChange) -> Void

  /// A part of the state: one that has a fixed place, or one that may be removed.
  @usableFromInline
  struct Place: Hashable {
    let offset: Int
    /// The type of the value at the offset, or what finds the part.
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
  /// A function that notifies the only observer, if there is just one, on a fast path.
  @exclusivity(unchecked) @usableFromInline var only: Observer?
  /// The removable parts of the state that a store shows, except those that observers remember.
  @exclusivity(unchecked) @usableFromInline private(set) var parts: [MissingPart] = []
  /// The number of parts at which those that nothing shows any more are dropped.
  private var partLimit = 64
  private var groupsByPlace: [Place: ObserverGroup] = [:]
  private var groupsByID: [Int: ObserverGroup] = [:]
  @exclusivity(unchecked) @usableFromInline var isNotifying = false
  /// Whether an observer was removed during a notification.
  @exclusivity(unchecked) @usableFromInline var hasGaps = false
  private var emptyGroupCount = 0
  private var lastID = 0
  private var recorders: TurnRecorders?
  @exclusivity(unchecked) @usableFromInline private(set) var knownDepartures: Departures?

  init() {}

  // Kept, because each turn asks for them.
  @exclusivity(unchecked) @usableFromInline private(set) var isEmpty = true
  /// Whether there are parts to remember.
  @exclusivity(unchecked) @usableFromInline private(set) var hasParts = false

  private func noteContents() {
    hasParts = parts.isEmpty == false
    isEmpty = groups.isEmpty && hasParts == false
  }

  /// The place where observers that end elsewhere leave word.
  var departures: Departures {
    let departures = knownDepartures ?? Departures()
    knownDepartures = departures
    return departures
  }

  @inlinable
  var haveSomeDeparted: Bool { knownDepartures?.areThere == true }

  /// Adds a part to remember, as long as anything else refers to it.
  @usableFromInline
  func add(_ part: MissingPart) {
    if parts.count >= partLimit {
      dropReleasedParts()
      partLimit = max(64, 2 * parts.count)
    }
    parts.append(part)
    noteContents()
  }

  /// Drops the last part, at a position, unless it is still shown.
  @usableFromInline
  func dropReleasedPart(at position: Int) {
    if parts.count == position + 1, isKnownUniquelyReferenced(&parts[position]) {
      parts.removeLast()
      noteContents()
    }
  }

  /// Drops the parts that nothing shows any more, so that their values are not shared when a turn changes them.
  @usableFromInline
  func dropReleasedParts() {
    var released: [MissingPart] = []
    repeat {
      // Released only here, since what they remember may access the list; they may refer to others.
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

  /// Adds an observer that is notified of each turn.
  @usableFromInline
  func add(_ observer: @escaping Observer) -> Int {
    if haveSomeDeparted { removeDeparted() }
    return add(observer, to: makeGroup(nil))
  }

  /// Adds an observer that is notified when a part of the state has changed.
  ///
  /// - Parameters:
  ///   - place: The location of the part.
  ///   - state: The location of the store's state.
  ///   - part: The part, if it may be removed: the comparison remembers it.
  ///   - comparison: Compares the part with its current value, unless that is being done already.
  ///   - observer: The observer.
  /// - Returns: The id to remove the observer by.
  @usableFromInline
  func add(
    at place: Place,
    of state: UnsafeRawPointer,
    remembering part: MissingPart? = nil,
    _ comparison: PartComparison,
    _ observer: @escaping Observer
  ) -> Int {
    if haveSomeDeparted { removeDeparted() }
    // Members that were added before a change may still have to be notified of what this observer has already
    // seen. Observers that are added next have seen it as well.
    if let group = groupsByPlace[place], group.isOutdated(state) == false {
      return add(observer, to: group)
    }
    let group = makeGroup(comparison)
    group.place = place
    groupsByPlace[place] = group
    if let part {
      group.part = part
      // Usually the last one.
      if let index = parts.lastIndex(where: { $0 === part }) { parts.remove(at: index) }
      noteContents()
    }
    return add(observer, to: group)
  }

  /// Adds a recorder to some; it is removed as an observer is.
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

  /// Removes an observer or a recorder.
  ///
  /// - Complexity: O(log *n*) in the number of observers, on average.
  func remove(_ id: Int) {
    guard let group = groupsByID.removeValue(forKey: id) else {
      recorders?.remove(id)
      return
    }
    // Released when the list is not being changed, because what it holds may access the list.
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

  /// Removes groups without members if they make up at least half of the groups.
  private func removeEmptyGroups() {
    guard emptyGroupCount > 0, 2 * emptyGroupCount >= groups.count else { return }
    groups.removeAll { $0.isEmpty }
    emptyGroupCount = 0
    noteContents()
  }

  /// Keeps further observers from joining a group that has no members any more.
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
      // An observer that is notified may add others, which come last.
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

/// The observers that must not be notified any more, until the list has removed them.
///
/// An observation that ends with its owner ends wherever the owner is released, which need not be the store's
/// actor. It therefore only leaves word here, and the list removes it before it next notifies or adds an
/// observer.
///
/// Isolation: any thread.
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
