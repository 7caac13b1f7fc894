// SPDX-License-Identifier: MIT

/// A part by which two values are not equal.
package struct UnequalPart {
  /// The path from the whole, as in `rows[3].ratio`; empty for the whole.
  package let path: String
  package let (old, value): (Any, Any)
  /// Whether the value is not even equal to itself, such as not-a-number.
  package let isUnequalToItself: Bool

  /// The path, with the value: `• rows[3].ratio: nan`.
  package var text: String {
    "• \(path.isEmpty ? "the whole" : path): \(Dump(value).shortLine)"
  }

  /// Returns the innermost parts by which two values are not equal, although they print the same.
  package static func find(in old: Any, _ new: Any) -> [Self] {
    all(in: old, new).filter { Dump.diff($0.old, $0.value) == nil }
  }

  /// Returns the innermost parts by which two values are not equal.
  package static func all(in old: Any, _ new: Any) -> [Self] {
    var search = UnequalPartSearch()
    return search.find(old, new)
  }
}

/// A search for the parts by which two values are not equal.
///
/// Only parts whose wholes are not equal are searched: a value that is equal as a whole does not matter, even
/// if it contains not-a-number, as an array does that is compared with itself.
private struct UnequalPartSearch {
  /// The number of parts that are compared.
  private var remaining = 100_000
  /// How deep parts are compared, which bounds the time: each comparison may take as long as that of the whole.
  private static let maximumDepth = 100
  private var reader = DumpReader()

  /// Two values whose parts are being compared.
  private struct Frame {
    let old: Any
    let new: Any
    /// The path component.
    var component: String
    let isUnequal: Bool
    /// The object whose properties are being compared.
    var object: ObjectIdentifier?
    /// The parts that remain, the next one last.
    var parts: [Pair] = []
    /// Whether a part is not equal.
    var hasFound = false
  }

  private typealias Pair = (component: String, old: Any, new: Any)

  /// Returns the parts in their order.
  mutating func find(_ old: Any, _ new: Any) -> [UnequalPart] {
    var result: [UnequalPart] = []
    var frames: [Frame] = []
    if let frame = frame("", old, new) { frames.append(frame) }
    while var last = frames.popLast() {
      if let part = last.parts.popLast() {
        remaining -= 1
        guard remaining >= 0, frames.count < Self.maximumDepth else {
          // Nothing is known of the rest, so nothing is said of the values around it.
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

  /// Returns two values with their parts; `nil` if they are equal, or are of different types.
  private mutating func frame(_ component: String, _ old: Any, _ new: Any) -> Frame? {
    guard Swift.type(of: old) == Swift.type(of: new) else { return nil }
    var isUnequal = false
    if let value = old as? any Equatable {
      isUnequal = Self.isEqual(value, new) == false
      guard isUnequal else { return nil }
    }
    // Cycles are noticed in the first value; of the second, only one level is read at a time.
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

  /// Returns the path, without its middle if it is long.
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

  /// Returns the parts of two values that belong together, with the path components.
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

  /// Returns the elements of a set that are not equal to themselves.
  ///
  /// The elements of two sets cannot be paired.
  private static func members(_ children: Mirror.Children) -> [Pair] {
    children.compactMap { child in
      guard let value = child.value as? any Equatable, isEqual(value, value) == false else {
        return nil
      }
      return ("", value, value)
    }
    .sorted { Dump($0.new).line < Dump($1.new).line }
  }

  /// Returns the values of two dictionaries that have the same keys.
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
