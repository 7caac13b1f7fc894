// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

private struct AppState: Equatable, Sendable {
  var route: Route?
  var screen = Route.help
  var name: String?

  enum Route: Equatable, Sendable {
    case pastGames(PastGames)
    case help
  }
}

private struct PastGames: Equatable, Sendable {
  var count = 0
  var selection: Int?
  var rows: [Int] = []
  var detail: Detail?

  enum Detail: Equatable, Sendable {
    case number(Int)
    case text(String)
  }
}

@Suite struct OptionalPathTests {
  /// Expects that a path finds and changes a value in `root`, and neither finds nor changes one in `missing`.
  private func expect<Root: Equatable, Value: Equatable>(
    _ path: OptionalPath<Root, Value>,
    finds value: Value?,
    in root: Root,
    setting newValue: Value,
    makes newRoot: Root,
    missing: Root?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(path.extract(from: root) == value, sourceLocation: sourceLocation)
    var changed = root
    path.set(into: &changed, newValue)
    #expect(changed == newRoot, sourceLocation: sourceLocation)
    changed = root
    let result = path.modify(&changed) { value in
      let old = value
      value = newValue
      return old
    }
    #expect(result == value, sourceLocation: sourceLocation)
    #expect(changed == newRoot, sourceLocation: sourceLocation)

    guard let missing else { return }
    #expect(path.extract(from: missing) == nil, sourceLocation: sourceLocation)
    changed = missing
    path.set(into: &changed, newValue)
    #expect(changed == missing, sourceLocation: sourceLocation)
    #expect(path.modify(&changed) { $0 = newValue } == nil, sourceLocation: sourceLocation)
    #expect(changed == missing, sourceLocation: sourceLocation)
  }

  private func state(_ games: PastGames) -> AppState {
    AppState(route: .pastGames(games), screen: .pastGames(games))
  }

  private let route = (\AppState.route).appending(path: /AppState.Route.pastGames)

  @Test func `an optional property becomes an optional path`() {
    expect(
      OptionalPath(\AppState.name),
      finds: "Blob",
      in: AppState(name: "Blob"),
      setting: "Blob Jr.",
      makes: AppState(name: "Blob Jr."),
      missing: AppState(screen: .pastGames(PastGames()))
    )
  }

  @Test func `from a case`() {
    expect(
      OptionalPath(/AppState.Route.pastGames),
      finds: PastGames(count: 1),
      in: .pastGames(PastGames(count: 1)),
      setting: PastGames(count: 2),
      makes: .pastGames(PastGames(count: 2)),
      missing: .help
    )
  }

  @Test func `from functions`() {
    let even = OptionalPath<Int, Int>(
      extract: { $0.isMultiple(of: 2) ? $0 / 2 : nil },
      set: { root, value in if root.isMultiple(of: 2) { root = value * 2 } }
    )
    expect(even, finds: 4, in: 8, setting: 5, makes: 10, missing: 7)
    let inPlace = OptionalPath<[Int], Int>(
      extract: { $0.first },
      set: { root, value in if root.isEmpty == false { root[0] = value } },
      modify: { root, body in if root.isEmpty == false { body(&root[0]) } }
    )
    expect(inPlace, finds: 1, in: [1, 2], setting: 5, makes: [5, 2], missing: [])
    #expect("\(even)" == "OptionalPath<Int, Int>")
  }

  @Test func `an optional path can lead to the root or to the value of an optional`() {
    expect(OptionalPath<Int, Int>.`self`, finds: 1, in: 1, setting: 2, makes: 2, missing: nil)
    expect(OptionalPath<Int?, Int>.some, finds: 1, in: 1, setting: 2, makes: 2, missing: Int?.none)
    expect(OptionalPath(\Int?.self), finds: 1, in: 1, setting: 2, makes: 2, missing: Int?.none)
    let name: OptionalPath<AppState, String> = (\AppState.name).appending(path: OptionalPath.some)
    #expect(name.extract(from: AppState(name: "Blob")) == "Blob")
    let same: OptionalPath<AppState, PastGames> = route.appending(path: OptionalPath.`self`)
    #expect(same.extract(from: state(PastGames(count: 3))) == PastGames(count: 3))
  }

  // MARK: Appending

  @Test func `an optional path finds a case of an optional property`() {
    expect(
      route,
      finds: PastGames(count: 1),
      in: AppState(route: .pastGames(PastGames(count: 1))),
      setting: PastGames(count: 2),
      makes: AppState(route: .pastGames(PastGames(count: 2))),
      missing: AppState(route: nil)
    )
    #expect(route.extract(from: AppState(route: .help)) == nil)
    var state = AppState(route: .help)
    route.set(into: &state, PastGames())
    #expect(state == AppState(route: .help))
  }

  @Test func `an optional path finds a case of a property`() {
    expect(
      (\AppState.screen).appending(path: /AppState.Route.pastGames),
      finds: PastGames(count: 1),
      in: AppState(screen: .pastGames(PastGames(count: 1))),
      setting: PastGames(count: 2),
      makes: AppState(screen: .pastGames(PastGames(count: 2))),
      missing: AppState(screen: .help)
    )
  }

  @Test func `an optional path can follow a key path, a case path or an optional path`() {
    let selection = OptionalPath(\PastGames.selection)
    let promoted: CasePath<AppState.Route?, PastGames> = /AppState.Route.pastGames
    let paths: [OptionalPath<AppState, Int>] = [
      route.appending(path: selection),
      (\AppState.route).appending(path: promoted.appending(path: selection)),
      (\AppState.screen).appending(path: (/AppState.Route.pastGames).appending(path: selection)),
    ]
    for path in paths {
      var state = state(PastGames(selection: 4))
      #expect(path.extract(from: state) == 4)
      path.set(into: &state, 5)
      #expect(path.extract(from: state) == 5)
      state = self.state(PastGames())
      path.set(into: &state, 5)
      #expect(state == self.state(PastGames()))
    }
  }

  @Test func `a property can follow a case path`() {
    let count: OptionalPath<AppState.Route, Int> =
      (/AppState.Route.pastGames).appending(path: \.count)
    expect(
      count,
      finds: 1,
      in: .pastGames(PastGames(count: 1)),
      setting: 2,
      makes: .pastGames(PastGames(count: 2)),
      missing: .help
    )
    let selection: OptionalPath<AppState.Route, Int> =
      (/AppState.Route.pastGames).appending(path: \.selection)
    expect(
      selection,
      finds: 1,
      in: .pastGames(PastGames(selection: 1)),
      setting: 2,
      makes: .pastGames(PastGames(selection: 2)),
      missing: .pastGames(PastGames())
    )
  }

  @Test func `properties and cases can follow an optional path`() {
    let count = route.appending(path: \.count)
    expect(
      count,
      finds: 1,
      in: AppState(route: .pastGames(PastGames(count: 1))),
      setting: 2,
      makes: AppState(route: .pastGames(PastGames(count: 2))),
      missing: AppState()
    )
    // For an optional property, the compiler prefers the overload that leads to the wrapped value.
    let selection = route.appending(path: \.selection)
    #expect(type(of: selection) == OptionalPath<AppState, Int>.self)
    let number = route.appending(path: \.detail).appending(path: /PastGames.Detail.number)
    expect(
      number,
      finds: 1,
      in: AppState(route: .pastGames(PastGames(detail: .number(1)))),
      setting: 2,
      makes: AppState(route: .pastGames(PastGames(detail: .number(2)))),
      missing: AppState(route: .pastGames(PastGames(detail: .text("one"))))
    )
  }

  @Test func `appending is associative`() {
    let detail = OptionalPath(\PastGames.detail)
    let number = OptionalPath(/PastGames.Detail.number)
    let left = route.appending(path: detail).appending(path: number)
    let right = route.appending(path: detail.appending(path: number))
    let states = [
      AppState(), AppState(route: .help), state(PastGames()),
      state(PastGames(detail: .text("one"))), state(PastGames(detail: .number(1))),
    ]
    for state in states {
      #expect(left.extract(from: state) == right.extract(from: state))
      var (first, second) = (state, state)
      left.set(into: &first, 7)
      right.set(into: &second, 7)
      #expect(first == second)
      // If the path found a value before, it finds the new value.
      #expect(left.extract(from: first) == (left.extract(from: state) == nil ? nil : 7))
    }
  }

  @Test func `extract can be passed as a function`() {
    let games: (AppState) -> PastGames? = route.extract(from:)
    #expect([state(PastGames(count: 1)), AppState()].map(games) == [PastGames(count: 1), nil])
  }

  @Test func `a path is described by its steps`() {
    #expect(
      "\(route.appending(path: \.detail).appending(path: /PastGames.Detail.number))"
        == #"\AppState.route .. /Route.pastGames .. \PastGames.detail .. /Detail.number"#
    )
  }

  // MARK: In place

  /// Returns whether a million rows keep their address in memory when one row changes.
  private func staysInPlace<Root>(
    _ root: consuming Root,
    _ path: OptionalPath<Root, [Int]>
  ) -> Bool {
    func address(_ rows: [Int]) -> UInt {
      rows.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    path.modify(&root) { $0[0] = 1 }
    let before = path.modify(&root) { address($0) }
    path.modify(&root) { $0[999_999] = 1 }
    #expect(path.extract(from: root)?.last == 1)
    return before != nil && path.modify(&root) { address($0) } == before
  }

  @Test func `a million rows are changed in place`() {
    let games = PastGames(rows: Array(repeating: 0, count: 1_000_000))
    let rows: OptionalPath<PastGames, [Int]> =
      OptionalPath<PastGames, PastGames>.`self`.appending(path: \.rows)
    #expect(staysInPlace(games, rows))
    #expect(staysInPlace(games as PastGames?, OptionalPath.some.appending(path: \.rows)))
    #expect(staysInPlace(state(games), route.appending(path: \.rows)))
    #expect(
      staysInPlace(
        state(games),
        (\AppState.screen).appending(path: /AppState.Route.pastGames).appending(path: \.rows)
      )
    )
    #expect(staysInPlace(.pastGames(games), (/AppState.Route.pastGames).appending(path: \.rows)))
    let optional = OptionalPath(\(rows: [Int]?, Int).rows)
    #expect(staysInPlace((rows: games.rows, 1), optional))
  }
}
