// SPDX-License-Identifier: MIT

internal import Lockstep

struct StateChange {
  /// The code of the path to the part, one element per component: `.name`, `[id: 1]`, `?`.
  private var path: [String] = []
  private var value: Any

  private init(_ value: Any) {
    self.value = value
  }

  static func all(from before: Any, to after: Any) -> [Self] {
    areEqual(before, after) ? [] : parts(from: before, to: after) ?? [Self(after)]
  }

  /// Returns `nil` if code cannot access the parts.
  private static func parts(from before: Any, to after: Any) -> [Self]? {
    let old = Mirror(reflecting: before)
    let new = Mirror(reflecting: after)
    guard old.subjectType == new.subjectType, old.children.count == new.children.count else {
      return nil
    }
    let parts = Array(zip(old.children, new.children))
    var changes: [Self] = []
    for (old, new) in parts {
      let step: [String]
      if let change = screenChanges(from: old.value, to: new.value, in: after) {
        changes += change
        continue
      }
      if let id = elementID(of: old.value, and: new.value, in: after) {
        step = ["[id: \(id)]", "?"]
      } else if Mirror(reflecting: after).displayStyle == .optional {
        step = ["?"]
      } else if ValueCode.hasFields(after, Mirror(reflecting: after)), let name = new.label {
        step = [".\(name)"]
      } else {
        return nil
      }
      for var change in all(from: old.value, to: new.value) {
        // Code assigns a whole part without `?`, so that the assignment also works if the part was missing.
        change.path = (change.path.isEmpty ? step.filter { $0 != "?" } : step) + change.path
        changes.append(change)
      }
    }
    return changes.isEmpty ? nil : changes
  }

  private static func screenChanges(from old: Any, to new: Any, in stack: Any) -> [Self]? {
    guard ValueCode.isStack(stack), let old = ValueCode.screen(old),
      let new = ValueCode.screen(new),
      old.id == new.id
    else { return nil }
    return all(from: old.state, to: new.state).map { change in
      var change = change
      change.path = ["[id: \(new.id)]"] + (change.path.isEmpty ? [] : ["?"]) + change.path
      return change
    }
  }

  private static func elementID(of old: Any, and new: Any, in array: Any) -> String? {
    guard String(reflecting: type(of: array)).hasPrefix("LockstepBase.IdentifiedArray<"),
      let old = old as? any Identifiable, let new = new as? any Identifiable
    else { return nil }
    return areEqual(old.id, new.id) ? ValueCode.code(of: new.id) : nil
  }

  private static func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    if let lhs = lhs as? any Equatable { return lhs.equals(rhs) }
    return Dump(lhs) == Dump(rhs)
  }

  var isOfWhole: Bool { path.isEmpty }

  func overlaps(_ other: Self) -> Bool {
    zip(path, other.path).allSatisfy(==)
  }

  var code: String {
    let target = "$0" + path.joined()
    let code = ValueCode.code(of: value)
    return "\(target) = \(code.flatMap { $0.count > 100 ? nil : $0 } ?? "…")"
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool {
    other as? Self == self
  }
}
