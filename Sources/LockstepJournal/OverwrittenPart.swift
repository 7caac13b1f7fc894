// SPDX-License-Identifier: MIT

package import Lockstep

/// A part of a child's state that the child's reducer has changed in a turn, and that other code has changed after it.
package struct OverwrittenPart: CustomStringConvertible {
  /// The path from the child's state, as in `rows[3].ratio`; empty for the whole.
  private let path: String
  /// The values that the child's reducer and the other code have left.
  private let (set, final): (Any, Any)
  private let run: ChildRun

  /// A sentence for each of the two values.
  package var description: String {
    let place = run.path.map { " at '\($0)'" } ?? ""
    let part = path.isEmpty ? "its state" : "'\(path)'"
    return """
      The child\(place), composed at \(run.site.location), set \(part) to \(Dump(set).boundedLine) in this turn. Code that ran \
      after its reducer changed it to \(Dump(final).boundedLine).
      """
  }

  /// Returns the parts that were overwritten, in the order of the runs.
  static func all(in runs: [ChildRun]) -> [Self] {
    runs.flatMap { run -> [Self] in
      guard let states = run.states else { return [] }
      let set = UnequalPart.all(in: states.before, states.after).map(\.path)
      return UnequalPart.all(in: states.after, states.final)
        .filter { set.contains($0.path) }
        .map { Self(path: $0.path, set: $0.old, final: $0.value, run: run) }
    }
  }

  /// Returns the first part that is in an expected state as the child's reducer has set it.
  ///
  /// - Parameters:
  ///   - runs: The runs of a turn.
  ///   - state: The expected state: that of the root, or that of the child itself.
  ///   - root: The type of the root's state.
  /// - Returns: The part; `nil` if there is none.
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

  /// Returns whether this is the part at the end of a key path from the state of the root.
  func isPart(at keyPath: String) -> Bool {
    guard let place = run.keyPath else { return false }
    let name = path.isEmpty ? place : "\(place).\(path)"
    return name.replacing("?", with: "") == keyPath.replacing("?", with: "")
  }
}

extension ChildRun {
  /// The path to the child, from the nearest parent that has one.
  fileprivate var path: String? { site.path?() ?? parent?.path }

  /// The key path to the child from the state of the root; `nil` if another path or an element is on the way.
  fileprivate var keyPath: String? {
    guard let path = site.path?() else { return parent?.keyPath }
    guard key.element == nil, path.hasPrefix("\\") else { return nil }
    guard let parent else { return path }
    return parent.keyPath.flatMap { name in path.split(separator: ".").last.map { "\(name).\($0)" }
    }
  }

  /// Returns the child's state in that of a root; `nil` if there is no child.
  fileprivate func state(in root: UnsafeMutableRawPointer) -> Any? {
    func copy<State>(_ type: State.Type) -> Any? {
      var state: State?
      look(root) { state = $0?.load(as: State.self) }
      return state
    }
    return _openExistential(type, do: copy)
  }

  /// Returns whether two runs are of the same child.
  func isOfSameChild(_ other: ChildRun) -> Bool {
    guard site === other.site, key == other.key else { return false }
    guard let parent, let other = other.parent else { return parent == nil && other.parent == nil }
    return parent.isOfSameChild(other)
  }

  /// Returns whether other code has changed the child's state by the end of the turn.
  func isOverwritten(in root: UnsafeMutableRawPointer) -> Bool {
    states = finish(root)
    return states.map { isEqual($0.after, $0.final) } == false
  }

  private func isEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    func isEqual<Value: Equatable>(_ lhs: Value) -> Bool { lhs == rhs as? Value }
    return (lhs as? any Equatable).map { isEqual($0) } ?? true
  }
}
