// SPDX-License-Identifier: MIT

/// Applies a change of one value to other values of the same type, part by part.
///
/// If the other value still contains the old part, the new part replaces it. Otherwise the transfer continues with the
/// parts of that part: the stored properties of a struct, the value of an optional, or the elements of a collection. A
/// part that has no parts, or that has another id, stays unchanged.
final class ChangeTransfer {
  private static let maximumDepth = 100

  private var depth = 0
  private var knownParts: [ObjectIdentifier: [StoredPart]] = [:]

  func apply<Value>(from before: Value, to after: Value, in stored: inout Value) {
    withUnsafePointer(to: before) { before in
      withUnsafePointer(to: after) { after in
        withUnsafeMutablePointer(to: &stored) { apply(Value.self, before, after, $0) }
      }
    }
  }

  /// Returns a function that compares two parts, and looks up the conformance of their type only once.
  func changes<Part>(of type: Part.Type) -> (Part, Part) -> Bool {
    guard let type = type as? any Equatable.Type else { return { _, _ in true } }
    return { before, after in
      withUnsafePointer(to: before) { before in
        withUnsafePointer(to: after) { type.areEqual(before, $0) == false }
      }
    }
  }

  private func apply<Part>(
    _ type: Part.Type,
    _ before: UnsafeRawPointer,
    _ after: UnsafeRawPointer,
    _ stored: UnsafeMutableRawPointer
  ) {
    guard Self.areEqual(type, before, after) != true else { return }
    if Self.areEqual(type, before, stored) == true {
      stored.assumingMemoryBound(to: type).pointee = after.assumingMemoryBound(to: type).pointee
      return
    }
    if let type = type as? any Identifiable.Type, type.haveSameID(before, stored) == false {
      return
    }
    guard depth < Self.maximumDepth else { return }
    depth += 1
    defer { depth -= 1 }
    if let collection = type as? any MergedByElements.Type {
      collection.transfer(self, before, after, stored)
    } else {
      for part in parts(of: type) {
        let offset = part.offset
        apply(part.type, before + offset, after + offset, stored + offset)
      }
    }
  }

  /// Returns whether two parts are equal; `nil` if they cannot be compared.
  private static func areEqual(
    _ type: Any.Type,
    _ lhs: UnsafeRawPointer,
    _ rhs: UnsafeRawPointer
  ) -> Bool? {
    if let type = type as? any Equatable.Type { return type.areEqual(lhs, rhs) }
    guard type is AnyClass else { return nil }
    return lhs.load(as: UnsafeRawPointer.self) == rhs.load(as: UnsafeRawPointer.self)
  }

  private func parts(of type: Any.Type) -> [StoredPart] {
    if let parts = knownParts[ObjectIdentifier(type)] { return parts }
    let parts =
      Self.isWhole(type)
      ? []
      : StoredPart.all(of: type).filter { EnumMetadata.isStoredInFormOfItsOwn($0.type) == false }
    knownParts[ObjectIdentifier(type)] = parts
    return parts
  }

  /// Returns whether a type changes only as a whole, because its stored properties may depend on one another.
  private static func isWhole(_ type: Any.Type) -> Bool {
    if type is any CustomReflectable.Type || type is any Sequence.Type { return true }
    let name = String(reflecting: type)
    return ["Swift.", "Foundation", "__C."].contains { name.hasPrefix($0) }
  }
}

extension Equatable {
  fileprivate static func areEqual(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer) -> Bool {
    lhs.assumingMemoryBound(to: Self.self).pointee == rhs.assumingMemoryBound(to: Self.self).pointee
  }
}

extension Identifiable {
  fileprivate static func haveSameID(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer) -> Bool {
    lhs.assumingMemoryBound(to: Self.self).pointee.id
      == rhs.assumingMemoryBound(to: Self.self).pointee.id
  }
}

// MARK: Collections

/// A type whose parts are matched by key, id, or value instead of by memory location.
protocol MergedByElements {
  mutating func merge(_ before: Self, _ after: Self, _ transfer: ChangeTransfer)
}

extension MergedByElements {
  static func transfer(
    _ transfer: ChangeTransfer,
    _ before: UnsafeRawPointer,
    _ after: UnsafeRawPointer,
    _ stored: UnsafeMutableRawPointer
  ) {
    stored.assumingMemoryBound(to: Self.self).pointee.merge(
      before.assumingMemoryBound(to: Self.self).pointee,
      after.assumingMemoryBound(to: Self.self).pointee,
      transfer
    )
  }
}

extension Optional: MergedByElements {
  mutating func merge(_ before: Self, _ after: Self, _ transfer: ChangeTransfer) {
    guard let after else { return }
    guard let before else {
      if self == nil { self = after }
      return
    }
    guard var value = take() else { return }
    transfer.apply(from: before, to: after, in: &value)
    self = value
  }
}

extension Dictionary: MergedByElements {
  mutating func merge(_ before: Self, _ after: Self, _ transfer: ChangeTransfer) {
    let hasChanged = transfer.changes(of: Value.self)
    for (key, old) in before {
      guard let index = index(forKey: key) else { continue }
      guard let new = after.index(forKey: key).map({ after[$0].value }) else {
        remove(at: index)
        continue
      }
      if hasChanged(old, new) { transfer.apply(from: old, to: new, in: &values[index]) }
    }
    for (key, new) in after where before.index(forKey: key) == nil && index(forKey: key) == nil {
      updateValue(new, forKey: key)
    }
  }
}

extension Set: MergedByElements {
  mutating func merge(_ before: Self, _ after: Self, _ transfer: ChangeTransfer) {
    subtract(before.subtracting(after))
    formUnion(after.subtracting(before))
  }
}

extension StackState: MergedByElements {
  mutating func merge(_ before: Self, _ after: Self, _ transfer: ChangeTransfer) {
    guard before.ids == after.ids else { return }
    let hasChanged = transfer.changes(of: Element.self)
    for (id, (old, new)) in zip(before.ids, zip(before.elements, after.elements))
    where hasChanged(old, new) {
      modify(id: id) { transfer.apply(from: old, to: new, in: &$0) }
    }
  }
}

extension IdentifiedArray: MergedByElements {
  mutating func merge(_ before: Self, _ after: Self, _ transfer: ChangeTransfer) {
    let hasChanged = transfer.changes(of: Element.self)
    let (oldIDs, newIDs) = (before.ids, after.ids)
    let isSameOrder = oldIDs == newIDs
    for (position, id) in newIDs.enumerated() {
      let new = after[position]
      guard
        let old = isSameOrder ? before[position] : before[id: id],
        hasChanged(old, new)
      else { continue }
      modify(id: id) { transfer.apply(from: old, to: new, in: &$0) }
    }
    guard isSameOrder == false else { return }
    let ids = self.ids
    // Each new element is inserted after the element that it follows in `after`.
    var added: [ID?: [Element]] = [:]
    var last: ID?
    for (id, new) in zip(newIDs, after) {
      if contains(id: id) {
        last = id
      } else if before.contains(id: id) == false {
        added[last, default: []].append(new)
      }
    }
    let order =
      ids == oldIDs
      ? newIDs.filter { contains(id: $0) }
      : ids.filter { after.contains(id: $0) || before.contains(id: $0) == false }
    var elements = added[nil] ?? []
    for id in order {
      if let element = self[id: id] { elements.append(element) }
      elements += added[id] ?? []
    }
    removeAll()
    append(contentsOf: elements)
  }
}

extension Array: MergedByElements where Element: Equatable {
  /// The number of changed elements above which an array counts as a single part, because a diff takes quadratic time.
  private static var changeLimit: Int { 500 }

  mutating func merge(_ before: Self, _ after: Self, _ transfer: ChangeTransfer) {
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = zip(before[start...].reversed(), after[start...].reversed()).prefix { $0 == $1 }.count
    let (old, new) = (before[start..<before.count - end], after[start..<after.count - end])
    guard old.count + new.count <= Self.changeLimit else { return }
    var (removals, insertions) = (Set<Int>(), Set<Int>())
    for change in Array(new).difference(from: Array(old)) {
      switch change {
      case .remove(let offset, _, _): removals.insert(start + offset)
      case .insert(let offset, _, _): insertions.insert(start + offset)
      }
    }
    // The elements that were removed at this position, and the position of the last inserted element.
    var (removed, last) = (ArraySlice<Element>(), Int?.none)
    var (position, newPosition) = (start, start)
    while position < old.endIndex || newPosition < new.endIndex {
      if removals.contains(position) {
        removed.append(before[position])
        position += 1
      } else if insertions.contains(newPosition) {
        let place = last.map { $0 + 1 } ?? place(behind: after[..<newPosition])
        let element = after[newPosition]
        last = put(element, at: place, insteadOf: removed.popFirst(), before, transfer)
        newPosition += 1
      } else {
        remove(removed)
        (removed, last) = ([], nil)
        position += 1
        newPosition += 1
      }
    }
    remove(removed)
  }

  private mutating func remove(_ elements: ArraySlice<Element>) {
    for element in elements {
      if let position = firstIndex(of: element) { remove(at: position) }
    }
  }

  private mutating func put(
    _ new: Element,
    at place: Int,
    insteadOf old: Element?,
    _ before: Self,
    _ transfer: ChangeTransfer
  ) -> Int {
    if let position = old.flatMap({ firstIndex(of: $0) }) {
      self[position] = new
      return position
    }
    if before.contains(new) == false, let position = firstIndex(of: new) { return position }
    // One of the user's steps may have changed the element that the new one replaces.
    if let old, place < count, before.contains(self[place]) == false {
      transfer.apply(from: old, to: new, in: &self[place])
    } else {
      insert(new, at: place)
    }
    return place
  }

  /// Returns the position after the last of the given elements that this array contains.
  private func place(behind elements: ArraySlice<Element>) -> Int {
    for element in elements.suffix(100).reversed() {
      if let position = firstIndex(of: element) { return position + 1 }
    }
    return Swift.min(elements.count, count)
  }
}
