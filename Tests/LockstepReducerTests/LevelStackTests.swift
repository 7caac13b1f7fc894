// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The stack between the reducer of a parent and that of its child, for each kind of composition.
///
/// The cost contract of instructions does not show it, and a feature that contains itself may be a hundred levels deep.
@Suite struct LevelStackTests {
  @Test(arguments: Level.all)
  private func `a level of a composition needs little stack`(level: Level) {
    let bytes = level.stack()
    #expect(bytes > 0)
    #expect(bytes <= level.limit, "\(level): \(bytes) bytes for each level")
  }
}

// MARK: Compositions

/// A kind of composition.
private struct Level: Sendable, CustomStringConvertible {
  let description: String
  /// The most bytes that a level may take in this build.
  let limit: Int
  /// Returns the bytes that a level takes.
  let stack: @Sendable () -> Int

  /// Compares three levels with one, to exclude the stack that their surroundings use.
  init<One, OneAction, Three, ThreeAction>(
    _ description: String,
    debug: Int,
    release: Int,
    _ one: @escaping @Sendable () -> (Reducer<One, OneAction, Probe>, One, OneAction),
    _ three: @escaping @Sendable () -> (Reducer<Three, ThreeAction, Probe>, Three, ThreeAction)
  ) {
    self.description = description
    #if DEBUG
    limit = debug
    #else
    limit = release
    #endif
    stack = { (run(one()) - run(three())) / 2 }
  }

  static let all = [
    Self(
      "pullback",
      debug: 2_600,
      release: 300,
      { (leaf.part, Part(child: Leaf()), .child(.tap)) },
      {
        (
          leaf.part.part.part, Part(child: Part(child: Part(child: Leaf()))),
          .child(.child(.child(.tap)))
        )
      }
    ),
    Self(
      "pullback with an identity",
      debug: 2_650,
      release: 300,
      { (leaf.named, Named(child: Leaf()), .child(.tap)) },
      {
        (
          leaf.named.named.named, Named(child: Named(child: Named(child: Leaf()))),
          .child(.child(.child(.tap)))
        )
      }
    ),
    Self(
      "optional",
      debug: 5_500,
      release: 440,
      { (leaf.maybe, Maybe(child: Leaf()), .child(.tap)) },
      {
        (
          leaf.maybe.maybe.maybe, Maybe(child: Maybe(child: Maybe(child: Leaf()))),
          .child(.child(.child(.tap)))
        )
      }
    ),
    Self(
      "optional with an identity",
      debug: 5_600,
      release: 460,
      { (leaf.someone, Maybe(child: Leaf()), .child(.tap)) },
      {
        (
          leaf.someone.someone.someone, Maybe(child: Maybe(child: Maybe(child: Leaf()))),
          .child(.child(.child(.tap)))
        )
      }
    ),
    Self(
      "case",
      debug: 4_700,
      release: 560,
      { (leaf.choice, .child(Leaf()), .child(.tap)) },
      { (leaf.choice.choice.choice, .child(.child(.child(Leaf()))), .child(.child(.child(.tap)))) }
    ),
    Self(
      "presenting",
      debug: 3_600,
      release: 300,
      { (leaf.sheet, Maybe(child: Leaf()), .child(.presented(.tap))) },
      {
        (
          leaf.sheet.sheet.sheet, Maybe(child: Maybe(child: Maybe(child: Leaf()))),
          .child(.presented(.child(.presented(.child(.presented(.tap))))))
        )
      }
    ),
    Self(
      "presenting with an identity",
      debug: 3_600,
      release: 300,
      { (leaf.visit, Maybe(child: Leaf()), .child(.presented(.tap))) },
      {
        (
          leaf.visit.visit.visit, Maybe(child: Maybe(child: Maybe(child: Leaf()))),
          .child(.presented(.child(.presented(.child(.presented(.tap))))))
        )
      }
    ),
    Self(
      "forEach of an identified array, and pullback",
      debug: 7_300,
      release: 1_300,
      { (leaf.row, Rows(rows: [Named(child: Leaf())]), .row(0, .child(.tap))) },
      {
        (
          leaf.row.row.row,
          Rows(rows: [Named(child: Rows(rows: [Named(child: Rows(rows: [Named(child: Leaf())]))]))]
          ),
          .row(0, .child(.row(0, .child(.row(0, .child(.tap))))))
        )
      }
    ),
    Self(
      "forEach of a dictionary",
      debug: 4_000,
      release: 520,
      { (leaf.value, Values(values: [0: Leaf()]), .row(0, .tap)) },
      {
        (
          leaf.value.value.value,
          Values(values: [0: Values(values: [0: Values(values: [0: Leaf()])])]),
          .row(0, .row(0, .row(0, .tap)))
        )
      }
    ),
    Self(
      "forEach of an array",
      debug: 3_900,
      release: 500,
      { (leaf.square, Squares(squares: [Leaf()]), .row(0, .tap)) },
      {
        (
          leaf.square.square.square,
          Squares(squares: [Squares(squares: [Squares(squares: [Leaf()])])]),
          .row(0, .row(0, .row(0, .tap)))
        )
      }
    ),
    Self(
      "forEach of a stack",
      debug: 4_300,
      release: 1_250,
      { (leaf.screen, Screens(path: [Leaf()]), .path(.element(id: 0, action: .tap))) },
      {
        (
          leaf.screen.screen.screen, Screens(path: [Screens(path: [Screens(path: [Leaf()])])]),
          .path(
            .element(
              id: 0,
              action: .path(.element(id: 0, action: .path(.element(id: 0, action: .tap))))
            )
          )
        )
      }
    ),
    Self(
      "pullback that shares, within another",
      debug: 6_600,
      release: 760,
      { (leaf.loan, Loan(child: Leaf()), .child(.tap)) },
      {
        (
          leaf.loan.loan.loan, Loan(child: Loan(child: Loan(child: Leaf()))),
          .child(.child(.child(.tap)))
        )
      }
    ),
  ]
}

extension Reducer where Environment == Probe, State: Equatable & Sendable {
  fileprivate var part: Reducer<Part<State>, ChildAction<Action>, Probe> {
    pullback(state: \.child, action: /ChildAction.child)
  }

  fileprivate var named: Reducer<Named<State>, ChildAction<Action>, Probe> {
    pullback(state: \.child, action: /ChildAction.child, id: { _ in 1 })
  }

  fileprivate var maybe: Reducer<Maybe<State>, ChildAction<Action>, Probe> {
    optional().pullback(state: \.child, action: /ChildAction.child)
  }

  fileprivate var someone: Reducer<Maybe<State>, ChildAction<Action>, Probe> {
    optional(id: { _ in 1 }).pullback(state: \.child, action: /ChildAction.child)
  }

  fileprivate var choice: Reducer<Choice<State>, ChildAction<Action>, Probe> {
    pullback(state: /Choice.child, action: /ChildAction.child)
  }

  fileprivate var sheet: Reducer<Maybe<State>, PresentedAction<Action>, Probe> {
    .empty.presenting(\.child, action: /PresentedAction.child, self)
  }

  fileprivate var visit: Reducer<Maybe<State>, PresentedAction<Action>, Probe> {
    .empty.presenting(\.child, id: { _ in 1 }, action: /PresentedAction.child, self)
  }

  fileprivate var row: Reducer<Rows<State>, RowAction<ChildAction<Action>>, Probe> {
    pullback(state: \Named<State>.child, action: /ChildAction.child)
      .forEach(state: \.rows, action: /RowAction.row)
  }

  fileprivate var value: Reducer<Values<State>, RowAction<Action>, Probe> {
    forEach(state: \.values, action: /RowAction.row)
  }

  fileprivate var square: Reducer<Squares<State>, RowAction<Action>, Probe> {
    forEach(state: \.squares, action: /RowAction.row)
  }

  fileprivate var screen: Reducer<Screens<State>, PathAction<State, Action>, Probe> {
    forEach(stack: \.path, action: /PathAction.path)
  }

  fileprivate var loan: Reducer<Loan<State>, ChildAction<Action>, Probe> {
    Reducer<Sharing<State, Int>, Action, Probe> { state, action, environment in
      run(&state.local, action, environment)
    }
    .pullback(state: \.child, sharing: \.shared, action: /ChildAction.child)
  }
}

// MARK: Features

private struct Leaf: Equatable, Sendable { var taps = 0 }

private enum LeafAction: Sendable { case tap }

/// Records the address of the stack.
private final class Probe: Sendable {
  let address = Recorder(0)
}

private let leaf = Reducer<Leaf, LeafAction, Probe> { state, _, probe in
  probe.address.set(addressOfStack())
  state.taps += 1
  return .none
}

@inline(never)
private func addressOfStack() -> Int {
  var local = 0
  return withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
}

/// Runs a feature twice, and returns the address of the stack in the leaf's reducer the second time, when the paths know
/// their cases.
@inline(never)
private func run<State, Action>(_ feature: (Reducer<State, Action, Probe>, State, Action)) -> Int {
  var state = feature.1
  let probe = Probe()
  for _ in 0..<2 { _ = feature.0.run(&state, feature.2, probe) }
  return probe.address.value
}

private struct Part<Child: Equatable & Sendable>: Equatable, Sendable { var child: Child }

private struct Named<Child: Equatable & Sendable>: Equatable, Identifiable, Sendable {
  var id = 0
  var child: Child
}

private struct Maybe<Child: Equatable & Sendable>: Equatable, Sendable { var child: Child? }

private enum Choice<Child: Equatable & Sendable>: Equatable, Sendable {
  case child(Child)
  case nothing
}

private struct Rows<Child: Equatable & Sendable>: Equatable, Sendable {
  var rows: IdentifiedArrayOf<Named<Child>>
}

private struct Values<Child: Equatable & Sendable>: Equatable, Sendable {
  var values: [Int: Child]
}

private struct Squares<Child: Equatable & Sendable>: Equatable, Sendable {
  var squares: [Child]
}

private struct Screens<Child: Equatable & Sendable>: Equatable, Sendable {
  var path: StackState<Child>
}

private struct Loan<Child: Equatable & Sendable>: Equatable, Sendable {
  var child: Child
  var shared = 0
}

private enum ChildAction<Child: Sendable>: Sendable { case child(Child) }
private enum PresentedAction<Child: Sendable>: Sendable { case child(PresentationAction<Child>) }
private enum RowAction<Child: Sendable>: Sendable { case row(Int, Child) }
private enum PathAction<Screen: Sendable, Child: Sendable>: Sendable {
  case path(StackAction<Screen, Child>)
}
