// SPDX-License-Identifier: MIT

internal import Foundation

/// A closed presentation, for the failures of test stores.
package struct ClosedChild: Sendable, CustomStringConvertible {
  fileprivate let site: ChildSite
  /// `true` if an alert's button closed the child, `false` if `closesAfter` did, and `nil` if a dismissal did.
  fileprivate let isAnswer: Bool?

  package var description: String {
    let reason =
      switch isAnswer {
      case true?: "because one of its buttons was tapped"
      case false?: "by 'closesAfter'"
      case nil: "by its dismissal"
      }
    return
      "\(site.presenter.map { "'\($0.keyPath.text)'" } ?? "The child") was closed \(reason), at \(site.location)"
  }
}

extension StoreTurn {
  @usableFromInline
  static func noteTaken() { TurnRecorders.current?.changeTurn { $0.isTaken = true } }

  @usableFromInline
  static func noteClosing(of site: ChildSite, isAnswer: Bool?) {
    let child = ClosedChild(site: site, isAnswer: isAnswer)
    TurnRecorders.current?.changeTurn { $0.closedChildren.append(child) }
  }
}

/// A run of a child's reducer in a recorded turn of a debug build.
///
/// `@unchecked` because the states and the closure are written only during the turn and read only after it.
@usableFromInline
package final class ChildRun: @unchecked Sendable {
  /// The child's state before and after the reducer ran, and at the end of the turn.
  package typealias States = (before: Any, after: Any, final: Any)

  package let site: ChildSite
  package let key: ChildKey
  /// The run of the parent's reducer, or `nil` if the parent is the root.
  package let parent: ChildRun?
  /// Returns the states, given the root state at the end of the turn, or `nil` if nothing changed the child afterward.
  package private(set) var finish: (UnsafeMutableRawPointer) -> States? = { _ in nil }
  package var states: States?
  package let type: Any.Type

  private init(_ site: ChildSite, _ key: ChildKey, _ type: Any.Type) {
    (self.site, self.key, self.type) = (site, key, type)
    parent = TurnRecorders.current?.childRun
  }

  /// Calls a function with the address of the child's state, or with `nil` if the child is missing.
  package func look(_ root: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Void) {
    guard let parent else { return site.look(root, key, body) }
    parent.look(root) { if let state = $0 { site.look(state, key, body) } }
  }

  #if DEBUG
  @usableFromInline static var areNoted: Bool {
    get { TurnRecorders.current?.notesChildren == true }
    set { TurnRecorders.current?.notesChildren = newValue }
  }

  static func note<Child, ParentState, Result>(
    of child: Child.Type,
    _ site: ChildSite,
    _ key: ChildKey,
    _ state: inout ParentState,
    _ reduce: (inout ParentState) -> Result
  ) -> Result {
    // A reducer may drive another store, which is not recorded. The children there have other sites.
    guard let recorders = TurnRecorders.current,
      let sites = recorders.childRun.map(\.site.children) ?? recorders.sites, sites.contains(site)
    else { return reduce(&state) }
    let run = ChildRun(site, key, child)
    recorders.childRun = run
    defer { recorders.childRun = run.parent }
    return withUnsafeMutablePointer(to: &state) { state in
      var before: Child?
      site.look(state, key) { before = $0?.load(as: Child.self) }
      defer {
        site.look(state, key) { after in
          guard let before, let after, site.isWhole == false else { return }
          let copy = after.load(as: Child.self)
          run.finish = { [unowned run] root in
            var states: States?
            run.look(root) { final in
              guard let final, isChanged(copy, final) else { return }
              states = (before, copy, final.load(as: Child.self))
            }
            return states
          }
          recorders.changeTurn { $0.childRuns.append(run) }
        }
      }
      return reduce(&state.pointee)
    }
  }

  /// Returns `false` if two values have the same memory representation and are therefore equal.
  private static func isChanged<Value>(_ old: Value, _ new: UnsafeMutableRawPointer) -> Bool {
    withUnsafePointer(to: old) { memcmp($0, new, MemoryLayout<Value>.size) != 0 }
  }
  #endif
}
