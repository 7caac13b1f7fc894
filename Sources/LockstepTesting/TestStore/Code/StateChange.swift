// SPDX-License-Identifier: MIT

internal import Lockstep

/// A change of one part of a state.
struct StateChange {
  /// The names of the properties that lead to the part; a name that follows an optional begins with a question
  /// mark.
  private var path: [String] = []
  private var value: Any

  private init(_ value: Any) {
    self.value = value
  }

  /// Returns the changes of the parts that differ between two states; none if the same parts make them up.
  static func all(from before: Any, to after: Any) -> [Self] {
    if areEqual(before, after) { return [] }
    let old = Mirror(reflecting: before)
    let new = Mirror(reflecting: after)
    guard old.subjectType == new.subjectType else { return [Self(after)] }
    if new.displayStyle == .optional {
      guard let old = old.children.first, let new = new.children.first else { return [Self(after)] }
      let changes = all(from: old.value, to: new.value)
      guard changes.allSatisfy({ $0.path.isEmpty == false }) else { return [Self(after)] }
      return changes.map { change in
        var change = change
        change.path[0] = "?\(change.path[0])"
        return change
      }
    }
    guard ValueCode.hasFields(after, new), ValueCode.hasFields(before, old) else {
      return [Self(after)]
    }
    let changes = zip(old.children, new.children).flatMap { old, new in
      all(from: old.value, to: new.value).map { change in
        var change = change
        change.path.insert(new.label ?? "", at: 0)
        return change
      }
    }
    return changes.isEmpty ? [Self(after)] : changes
  }

  private static func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    if let lhs = lhs as? any Equatable { return lhs.equals(rhs) }
    return Dump(lhs) == Dump(rhs)
  }

  /// Returns whether one of two changes is of a part that contains that of the other.
  func overlaps(_ other: Self) -> Bool {
    zip(path, other.path).allSatisfy(==)
  }

  /// The assignment in the closure of a step, with an ellipsis for a value that would be too long, or cannot be
  /// written.
  var code: String {
    let target = path.reduce("$0") { target, name in
      name.hasPrefix("?") ? "\(target)?.\(name.dropFirst())" : "\(target).\(name)"
    }
    let code = ValueCode.code(of: value)
    return "\(target) = \(code.flatMap { $0.count > 100 ? nil : $0 } ?? "…")"
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool {
    other as? Self == self
  }
}
