// SPDX-License-Identifier: MIT

package struct UnequalPart {
  /// The path from the root value, such as `rows[3].ratio`, or empty for the root.
  package let path: String
  package let (old, value): (Any, Any)
  /// Whether the value is unequal to itself, such as not-a-number.
  package let isUnequalToItself: Bool

  package var text: String {
    "• \(path.isEmpty ? "the whole" : path): \(Dump(value).shortLine)"
  }

  /// Returns the innermost unequal parts of two values that print the same.
  package static func find(in old: Any, _ new: Any) -> [Self] {
    all(in: old, new).filter { Dump.diff($0.old, $0.value) == nil }
  }

  /// Returns the innermost unequal parts of two values.
  package static func all(in old: Any, _ new: Any) -> [Self] {
    var search = UnequalPartSearch()
    return search.find(old, new)
  }
}

/// A search for unequal parts that skips equal values, even if they contain not-a-number.
private struct UnequalPartSearch {
  private var remaining = 100_000
  /// The maximum depth, which bounds the time: each comparison may take as long as comparing the root values.
  private static let maximumDepth = 100
  private var reader = DumpReader()

  private struct Frame {
    let old: Any
    let new: Any
    var component: String
    let isUnequal: Bool
    var object: ObjectIdentifier?
    /// The remaining parts in reverse order.
    var parts: [Pair] = []
    var hasFound = false
  }

  private typealias Pair = (component: String, old: Any, new: Any)

  mutating func find(_ old: Any, _ new: Any) -> [UnequalPart] {
    var result: [UnequalPart] = []
    var frames: [Frame] = []
    if let frame = frame("", old, new) { frames.append(frame) }
    while var last = frames.popLast() {
      if let part = last.parts.popLast() {
        remaining -= 1
        guard remaining >= 0, frames.count < Self.maximumDepth else {
          // The rest is unknown, so the search does not report the enclosing values.
          last.parts = []
          last.hasFound = true
          frames.append(last)
          continue
        }
        frames.append(last)
        if let frame = frame(part.component, part.old, part.new) { frames.append(frame) }
        continue
      }
      if let object = last.object { reader.leave(object) }
      if last.isUnequal, last.hasFound == false {
        last.hasFound = true
        let path = Self.path((frames + [last]).map(\.component))
        let isEqual = (last.new as? any Equatable).map { Self.isEqual($0, last.new) }
        result.append(
          UnequalPart(
            path: path,
            old: last.old,
            value: last.new,
            isUnequalToItself: isEqual == false
          )
        )
      }
      if last.hasFound, frames.isEmpty == false { frames[frames.count - 1].hasFound = true }
    }
    return result
  }

  /// Returns two values with their parts, or `nil` if they are equal or have different types.
  private mutating func frame(_ component: String, _ old: Any, _ new: Any) -> Frame? {
    guard Swift.type(of: old) == Swift.type(of: new) else { return nil }
    var isUnequal = false
    if let value = old as? any Equatable {
      isUnequal = Self.isEqual(value, new) == false
      guard isUnequal else { return nil }
    }
    // `reader` detects cycles in the first value. `other` reads only one level of the second.
    var other = DumpReader()
    var frame = Frame(old: old, new: new, component: component, isUnequal: isUnequal)
    guard
      case .parts(let content) = reader.content(of: old),
      case .parts(let others) = other.content(of: new)
    else { return frame }
    frame.object = content.object
    if content.caseName == others.caseName {
      frame.component += content.caseName.map { ".\($0)" } ?? ""
      frame.parts = Self.parts(content, others).reversed()
    }
    return frame
  }

  private static func path(_ components: [String]) -> String {
    var components = components
    if components.last == "?" { components.removeLast() }
    if components.count > 40 {
      components.replaceSubrange(20..<(components.count - 20), with: ["…"])
    }
    let path = components.joined()
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value).map { value == $0 } ?? false
  }

  private static func parts(
    _ content: DumpParts,
    _ other: DumpParts
  ) -> [Pair] {
    let pairs = zip(content.children, other.children)
    switch content.kind {
    case .transparent:
      return pairs.map { ("", $0.value, $1.value) }
    case .optional:
      return pairs.map { ("?", $0.value, $1.value) }
    case .elements:
      return pairs.enumerated().map { ("[\($0)]", $1.0.value, $1.1.value) }
    case .fields:
      let isSinglePayload = content.caseName != nil && content.children.count == 1
      return pairs.enumerated().map { index, pair in
        let name = content.fieldName(pair.0.label)
        let isUnnamed = name == nil && isSinglePayload
        return (isUnnamed ? "" : ".\(name ?? "\(index)")", pair.0.value, pair.1.value)
      }
    case .entries:
      return entries(content.children, other.children)
    case .members:
      return members(other.children)
    case .entry, .range:
      return []
    }
  }

  /// Returns the elements of a set that are not equal to themselves, because elements of two sets cannot be paired.
  private static func members(_ children: Mirror.Children) -> [Pair] {
    children.compactMap { child in
      guard let value = child.value as? any Equatable, isEqual(value, value) == false else {
        return nil
      }
      return ("", value, value)
    }
    .sorted { Dump($0.new).line < Dump($1.new).line }
  }

  /// Returns the unequal values of two dictionaries under the same keys.
  private static func entries(
    _ old: Mirror.Children,
    _ new: Mirror.Children
  ) -> [Pair] {
    func pairs(_ children: Mirror.Children) -> [(key: AnyHashable, value: Any)] {
      children.compactMap { child in
        let pair = Array(Mirror(reflecting: child.value).children.prefix(2))
        guard pair.count == 2, let key = pair[0].value as? AnyHashable else { return nil }
        return (key, pair[1].value)
      }
    }
    let others = Dictionary(pairs(new)) { first, _ in first }
    return pairs(old)
      .compactMap { key, value in
        guard let other = others[key] else { return nil }
        if let value = value as? any Equatable, isEqual(value, other) { return nil }
        return (component: "[\(Dump(key).shortLine)]", old: value, new: other)
      }
      .sorted { $0.component < $1.component }
  }
}
