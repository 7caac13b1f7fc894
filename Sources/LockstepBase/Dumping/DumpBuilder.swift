// SPDX-License-Identifier: MIT

/// A builder that describes a value and its contents without recursion.
///
/// Client types may reflect themselves endlessly, as themselves, or as an infinite collection. A limit therefore bounds
/// the number of described values.
struct DumpBuilder {
  private let depth: Int
  private var remaining: Int
  private(set) var isCut = false
  private var reader = DumpReader()
  private let hasIdentifiers: Bool

  init(limit: Int, depth: Int = .max, hasIdentifiers: Bool = true) {
    remaining = limit
    self.depth = depth
    self.hasIdentifiers = hasIdentifiers
  }

  private final class Frame {
    let content: DumpParts
    let label: String?
    let type: Any.Type
    let id: Dump?
    private(set) var taken = 0
    private var children: Mirror.Children.Iterator
    var parts: [Dump] = []

    init(_ content: DumpParts, _ label: String?, _ type: Any.Type, id: Dump?) {
      self.content = content
      self.label = label
      self.type = content.type ?? type
      self.id = id
      children = content.children.makeIterator()
    }

    func next() -> Mirror.Child? {
      while let child = children.next() {
        taken += 1
        guard case .fields = content.kind else { return (nil, child.value) }
        if DumpParts.isHidden(child.label) == false {
          return (content.fieldName(child.label), child.value)
        }
      }
      return nil
    }
  }

  mutating func dump(_ value: Any) -> Dump {
    var frames: [Frame] = []
    var child: Mirror.Child = (nil, value)
    while true {
      let type = Swift.type(of: child.value)
      var result: Dump?
      let whole = frames.last
      if let whole, case .entries = whole.content.kind {
        let pair = DumpParts(.entry, Mirror(reflecting: child.value).children, empty: "…")
        frames.append(Frame(pair, nil, type, id: nil))
      } else {
        remaining -= 1
        let id = identifier(of: child.value, type, whole?.content.identify)
        switch reader.content(of: child.value) {
        case .text(var dump):
          dump.label = child.label
          dump.type = type
          if let id { dump.id = id }
          result = dump
        case .parts(let parts) where frames.count >= depth:
          if let object = parts.object { reader.leave(object) }
          if parts.children.isEmpty == false { isCut = true }
          result = Dump(parts.brief)
          result?.label = child.label
        case .parts(let parts):
          frames.append(Frame(parts, child.label, type, id: id))
        }
      }
      while true {
        let whole = frames.last
        if let result {
          guard let whole else { return result }
          whole.parts.append(result)
        }
        if remaining > 0, let next = whole?.next() {
          child = next
          break
        }
        result = finish(frames.removeLast())
      }
    }
  }

  private mutating func finish(_ frame: Frame) -> Dump {
    let content = frame.content
    if let object = content.object { reader.leave(object) }
    let omitted = remaining > 0 ? 0 : content.children.count - frame.taken
    if omitted > 0 { isCut = true }
    let rest = omitted > 0 ? [Dump.omission(omitted)] : []
    var dump =
      switch content.kind {
      case .transparent:
        frame.parts.first ?? Dump(content.empty)
      case .optional:
        optional(frame)
      case .range(let symbol):
        Dump(
          content.opening + frame.parts.map(\.line).joined(separator: symbol) + content.closing
        )
      case .entry:
        entry(frame)
      case .fields, .entries, .elements, .members:
        nested(content, sorted(frame) + rest)
      }
    if case .entry = content.kind { return dump }
    dump.label = frame.label
    dump.type = frame.type
    // The type inside an optional distinguishes values that print the same.
    if case .optional = content.kind, let inner = frame.parts.first?.type,
      let wrapped = EnumMetadata.wrapped(ofOptional: frame.type), inner != wrapped
    {
      dump.type = inner
    }
    if let id = frame.id {
      dump.id = id
    } else if case .fields = content.kind, let id = frame.parts.first(where: { $0.label == "id" }) {
      dump.id = id
    }
    return dump
  }

  private func nested(_ content: DumpParts, _ parts: [Dump]) -> Dump {
    guard parts.isEmpty == false else { return Dump(content.empty) }
    let style: Dump.Style =
      switch content.kind {
      case .elements: .elements
      case .members: .members
      case .entries: .entries
      default: .fields
      }
    return Dump(content.opening, parts, content.closing, style: style)
  }

  private func optional(_ frame: Frame) -> Dump {
    guard let wrapped = frame.parts.first else { return Dump(frame.content.empty) }
    // A wrapped `nil` differs from `nil` itself.
    let isNil =
      wrapped.isNested == false
      && (wrapped.opening == "nil" || wrapped.opening.hasPrefix(".some("))
    let isOptional = wrapped.type.flatMap(EnumMetadata.wrapped(ofOptional:)) != nil
    return isNil && isOptional ? Dump(".some(\(wrapped.opening))") : wrapped
  }

  private func entry(_ frame: Frame) -> Dump {
    guard var value = frame.parts.last, let key = frame.parts.first, frame.parts.count == 2 else {
      return Dump(frame.content.empty, style: .omission)
    }
    value.label = key.line
    if let type = key.type as? any HashableBoxType.Type, type.isToldByText == false {
      value.label = "\(key.line) as \(Dump.name(type.base))"
    }
    return value
  }

  private func sorted(_ frame: Frame) -> [Dump] {
    let keys =
      switch frame.content.kind {
      case .members: frame.parts.map { SortingKey($0.line) }
      case .entries: frame.parts.map { SortingKey($0.label ?? "") }
      default: [SortingKey]()
      }
    guard keys.isEmpty == false else { return frame.parts }
    return zip(keys, frame.parts).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns the identifier of a value, or `nil` if it is the object or the value itself.
  private mutating func identifier(
    of value: Any,
    _ type: Any.Type,
    _ identify: ((Any) -> Any?)?
  ) -> Dump? {
    guard hasIdentifiers else { return nil }
    var id = identify?(value)
    if id == nil, reader.isIdentifiable(type) { id = (value as? any Identifiable)?.id }
    guard let id, id is ObjectIdentifier == false, Swift.type(of: id) != type else { return nil }
    var builder = DumpBuilder(limit: 100, depth: DumpLimits.depth, hasIdentifiers: false)
    var dump = builder.dump(id)
    dump.label = "id"
    return dump
  }
}

private struct SortingKey {
  private let number: Double
  private let text: String

  init(_ text: String) {
    let number = Double(text) ?? .infinity
    self.number = number.isNaN ? .infinity : number
    self.text = text
  }

  static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.number == rhs.number ? lhs.text < rhs.text : lhs.number < rhs.number
  }
}
