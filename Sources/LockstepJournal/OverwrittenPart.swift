// SPDX-License-Identifier: MIT

package import Lockstep

/// A part of a child's state that the child's reducer changed in a turn, and that other code changed afterwards.
package struct OverwrittenPart: CustomStringConvertible {
  /// The path from the child's state, such as `rows[3].ratio`; empty for the whole state.
  private let path: String
  /// The value that the child's reducer set, and the final value.
  private let (set, final): (Any, Any)
  private let run: ChildRun

  package var description: String {
    let place = run.path.map { " at '\($0)'" } ?? ""
    let part = path.isEmpty ? "its state" : "'\(path)'"
    return """
      The child\(place), composed at \(run.site.location), set \(part) to \(Dump(set).boundedLine) in this turn. Code that ran \
      after its reducer changed it to \(Dump(final).boundedLine).
      """
  }

  static func all(in runs: [ChildRun]) -> [Self] {
    runs.flatMap { run -> [Self] in
      guard let states = run.states else { return [] }
      let set = UnequalPart.all(in: states.before, states.after).map(\.path)
      return UnequalPart.all(in: states.after, states.final)
        .filter { set.contains($0.path) }
        .map { Self(path: $0.path, set: $0.old, final: $0.value, run: run) }
    }
  }

  /// Returns the first part that an expected state, of the root or of the child, contains as the child's reducer set
  /// it.
  package static func first<Root>(
    in runs: [ChildRun],
    expectedIn state: Any,
    of root: Root.Type
  ) -> Self? {
    all(in: runs).first { part in
      guard let after = part.run.states?.after else { return false }
      var child: Any? = type(of: state) == type(of: after) ? state : nil
      if var root = state as? Root {
        child = withUnsafeMutablePointer(to: &root) { part.run.state(in: $0) }
      }
      guard let child else { return false }
      return UnequalPart.all(in: after, child).allSatisfy {
        $0.path.hasPrefix(part.path) == false && part.path.hasPrefix($0.path) == false
      }
    }
  }

  func isPart(at keyPath: String) -> Bool {
    guard let place = run.keyPath else { return false }
    let name = path.isEmpty ? place : "\(place).\(path)"
    return name.replacing("?", with: "") == keyPath.replacing("?", with: "")
  }
}

extension ChildRun {
  fileprivate var path: String? { site.path?() ?? parent?.path }

  /// The key path from the root's state, or `nil` if it contains an element or another kind of path.
  fileprivate var keyPath: String? {
    guard let path = site.path?() else { return parent?.keyPath }
    guard key.element == nil, path.hasPrefix("\\") else { return nil }
    guard let parent else { return path }
    return parent.keyPath.flatMap { name in path.split(separator: ".").last.map { "\(name).\($0)" }
    }
  }

  fileprivate func state(in root: UnsafeMutableRawPointer) -> Any? {
    func copy<State>(_ type: State.Type) -> Any? {
      var state: State?
      look(root) { state = $0?.load(as: State.self) }
      return state
    }
    return _openExistential(type, do: copy)
  }

  func isOfSameChild(_ other: ChildRun) -> Bool {
    guard site === other.site, key == other.key else { return false }
    guard let parent, let other = other.parent else { return parent == nil && other.parent == nil }
    return parent.isOfSameChild(other)
  }

  func isOverwritten(in root: UnsafeMutableRawPointer) -> Bool {
    states = finish(root)
    return states.map { isEqual($0.after, $0.final) } == false
  }

  private func isEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    func isEqual<Value: Equatable>(_ lhs: Value) -> Bool { lhs == rhs as? Value }
    return (lhs as? any Equatable).map { isEqual($0) } ?? true
  }
}
