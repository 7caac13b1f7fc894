// SPDX-License-Identifier: MIT

/// A search for the stacks in a value, whose ids must not be reused after an undo or a redo.
///
/// The documentation of ``Undoable`` lists the parts that the search covers.
final class StackSearch {
  private(set) var nextID: Int
  private var raises = false
  private var known: [ObjectIdentifier: Bool] = [:]

  private static let maximumDepth = 100
  private var depth = 0

  init(nextID: Int) {
    self.nextID = nextID
  }

  func note<Value>(_ value: inout Value) {
    raises = false
    visit(&value)
  }

  /// Raises the next ids of a value's stacks above all used ids.
  func raise<Value>(_ value: inout Value) {
    raises = true
    visit(&value)
  }

  func visit<Part>(_ part: inout Part) {
    guard canHoldStack(Part.self) else { return }
    withUnsafeMutablePointer(to: &part) { visit(Part.self, $0) }
  }

  func visit(nextID: inout Int) {
    if raises { nextID = max(nextID, self.nextID) } else { self.nextID = max(nextID, self.nextID) }
  }

  private func visit(_ type: Any.Type, _ place: UnsafeMutableRawPointer) {
    guard canHoldStack(type), depth < Self.maximumDepth else { return }
    depth += 1
    defer { depth -= 1 }
    if let holder = type as? any StackHolder.Type {
      holder.visitStacks(at: place, self)
    } else if let metadata = EnumMetadata(type) {
      let tag = metadata.tag(of: place)
      guard let payload = payloads(of: metadata).first(where: { $0.tag == tag }) else { return }
      metadata.project(place)
      visit(payload.type, place)
      metadata.inject(tag, into: place)
    } else {
      for part in StoredPart.all(of: type) { visit(part.type, place + part.offset) }
    }
  }

  private func payloads(of metadata: EnumMetadata) -> [(tag: UInt32, type: Any.Type)] {
    metadata.cases.compactMap { value in
      value.isIndirect ? nil : value.payload.map { (value.tag, $0) }
    }
  }

  func canHoldStack(_ type: Any.Type) -> Bool {
    if isWithoutReferences(type) { return false }
    let id = ObjectIdentifier(type)
    if let known = known[id] { return known }
    // Recursive types, and types with endlessly nested generic arguments, count as able to contain a stack.
    known[id] = true
    guard depth < Self.maximumDepth else { return true }
    depth += 1
    defer { depth -= 1 }
    let canHold: Bool
    if let holder = type as? any StackHolder.Type {
      canHold = holder.heldType.map(canHoldStack) ?? true
    } else if let metadata = EnumMetadata(type) {
      canHold = payloads(of: metadata).contains { canHoldStack($0.type) }
    } else {
      canHold = StoredPart.all(of: type).contains { canHoldStack($0.type) }
    }
    known[id] = canHold
    return canHold
  }
}

private func isWithoutReferences<Part>(_ type: Part.Type) -> Bool { _isPOD(type) }

/// A stack of screens, or a collection whose elements may contain stacks.
protocol StackHolder {
  /// The type of the elements; `nil` for a stack.
  static var heldType: Any.Type? { get }

  mutating func visitStacks(_ search: StackSearch)
}

extension StackHolder {
  static func visitStacks(at place: UnsafeMutableRawPointer, _ search: StackSearch) {
    place.assumingMemoryBound(to: Self.self).pointee.visitStacks(search)
  }
}

extension Array: StackHolder {
  static var heldType: Any.Type? { Element.self }

  mutating func visitStacks(_ search: StackSearch) {
    for position in indices { search.visit(&self[position]) }
  }
}

extension IdentifiedArray: StackHolder {
  static var heldType: Any.Type? { Element.self }

  mutating func visitStacks(_ search: StackSearch) { storage.visitStacks(search) }
}

extension Dictionary: StackHolder {
  static var heldType: Any.Type? { Value.self }

  mutating func visitStacks(_ search: StackSearch) {
    for index in indices { search.visit(&values[index]) }
  }
}

extension StackState: StackHolder {
  static var heldType: Any.Type? { nil }

  mutating func visitStacks(_ search: StackSearch) {
    changeNextID { search.visit(nextID: &$0) }
    if search.canHoldStack(Element.self) { changeStates { search.visit(&$0) } }
  }
}
