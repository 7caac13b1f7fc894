// SPDX-License-Identifier: MIT

import Dispatch
import LockstepTestSupport
import LockstepTesting
import Synchronization
import Testing

@testable import Lockstep

private enum GateAction: Equatable, Sendable {
  case first(Int)
  case second(Int)
  case third(Int)
  case text(String)
  case reset
}

private typealias Log = [String]

/// Returns a reducer that logs its name and the numbers of its actions.
private func logging(_ name: String) -> Reducer<Log, Int, Void> {
  Reducer { log, number, _ in
    log.append("\(name)\(number)")
    return .none
  }
}

private func logged<Action: Sendable>(
  _ name: String,
  _ path: CasePath<Action, Int>
) -> Reducer<Log, Action, Void> {
  logging(name).pullback(state: \.self, action: path, environment: { (_: Void) in })
}

/// Returns a reducer without a case path, which always runs.
private func always<Action: Sendable>(_ name: String) -> Reducer<Log, Action, Void> {
  Reducer { log, _, _ in
    log.append(name)
    return .none
  }
}

extension Reducer where State == Log, Environment == Void {
  fileprivate func log(_ actions: [Action]) -> Log {
    var log: Log = []
    for action in actions { _ = run(&log, action, ()) }
    return log
  }
}

/// Tests that `combine` skips the reducers of other cases without a visible difference.
@Suite struct CombineGateTests {
  private typealias GateReducer = Reducer<Log, GateAction, Void>

  @Test func `an action runs only the matching reducers, in order`() {
    let reducer = GateReducer.combine(
      logged("a", /GateAction.first),
      always("-"),
      logged("b", /GateAction.second),
      logged("c", /GateAction.first),
      logged("d", /GateAction.third),
      always("+")
    )
    // Each path learns its case from the first action.
    for _ in 0..<3 {
      #expect(reducer.log([.first(1)]) == ["a1", "-", "c1", "+"])
      #expect(reducer.log([.second(2)]) == ["-", "b2", "+"])
      #expect(reducer.log([.third(3)]) == ["-", "d3", "+"])
      #expect(reducer.log([.text("4")]) == ["-", "+"])
      #expect(reducer.log([.reset]) == ["-", "+"])
    }
  }

  @Test func `a reducer for another case is skipped once its case path knows its case`() {
    let visits = Recorder(0)
    // A path tries the constructor on each candidate until it knows its case.
    let path = CasePath<GateAction, Int> { number in
      visits.update { $0 += 1 }
      return .third(number)
    }
    let reducer = GateReducer.combine(logged("a", /GateAction.first), logged("c", path))
    func visited(_ action: GateAction) -> Int {
      let before = visits.value
      _ = reducer.log([action])
      return visits.value - before
    }
    #expect(visited(.text("0")) == 0)
    #expect(visited(.first(1)) == 1)
    #expect(visited(.first(1)) == 0)
    #expect(visited(.second(1)) == 1)
    #expect(visited(.second(1)) == 0)
    #expect(visited(.third(1)) == 1)
    for action in [GateAction.first(1), .second(1), .third(1), .reset] {
      #expect(visited(action) == 0)
    }
    #expect(reducer.log([.third(1)]) == ["c1"])
  }

  @Test func `a case path made from functions is tried for every action`() {
    let tries = Recorder(0)
    let path = CasePath<GateAction, Int>(
      embed: { .third($0) },
      extract: { action in
        tries.update { $0 += 1 }
        return if case .third(let number) = action { number } else { nil }
      }
    )
    let reducer = GateReducer.combine(logged("a", /GateAction.first), logged("c", path))
    #expect(reducer.log([.first(1), .text("2"), .third(3)]) == ["a1", "c3"])
    #expect(tries.value == 3)
  }

  @Test func `nested combinations run the matching reducers in order`() {
    let reducer = GateReducer.combine(
      .combine(logged("a", /GateAction.first), logged("b", /GateAction.first)),
      .combine(.combine(logged("c", /GateAction.second), always("-")), .empty),
      .combine([]),
      logged("d", /GateAction.first).filter { log, _ in log.count < 4 },
      logged("e", /GateAction.second).combined(with: logged("f", /GateAction.third))
    )
    for _ in 0..<2 {
      #expect(reducer.log([.first(1), .second(2)]) == ["a1", "b1", "-", "d1", "c2", "-", "e2"])
      #expect(reducer.log([.third(3), .first(1)]) == ["-", "f3", "a1", "b1", "-"])
    }
  }

  @Test func `optional actions run the matching reducers`() {
    let reducer = Reducer<Log, GateAction?, Void>.combine(
      logged("a", /GateAction.first),
      logged("b", .some .. /GateAction.second),
      logged("c", (/GateAction?.none).count)
    )
    for _ in 0..<2 {
      #expect(
        reducer.log([.first(1), .second(2), nil, .text("3"), .some(.first(4))])
          == ["a1", "b2", "c0", "a4"]
      )
    }
  }

  @Test func `an action that is not an enum runs all reducers`() {
    let reducer = Reducer<Log, Int, Void>.combine(logged("a", .`self`), logged("b", .`self`))
    #expect(reducer.log([1, 2]) == ["a1", "b1", "a2", "b2"])
  }

  // MARK: Many cases

  private static func manyReducer() -> Reducer<Log, Many, Void> {
    .combine(
      logged("000 ", /Many.c000),
      logged("063 ", /Many.c063),
      logged("064 ", /Many.c064),
      logged("065 ", /Many.c065),
      always("-"),
      logged("255 ", /Many.c255),
      logged("256 ", /Many.c256),
      logged("299 ", /Many.c299)
    )
  }

  private static let many: [(action: Many, log: Log)] = [
    (.c000(1), ["000 1", "-"]),
    (.c001(1), ["-"]),
    (.c063(1), ["063 1", "-"]),
    (.c064(1), ["064 1", "-"]),
    (.c065(1), ["065 1", "-"]),
    (.c255(1), ["-", "255 1"]),
    (.c256(1), ["-", "256 1"]),
    (.c299(1), ["-", "299 1"]),
    (.text("1"), ["-"]),
    (.nothing, ["-"]),
  ]

  @Test func `an enum with 300 equal payloads runs the matching reducers`() {
    let reducer = Self.manyReducer()
    for _ in 0..<3 {
      for (action, log) in Self.many { #expect(reducer.log([action]) == log) }
    }
  }

  @Test func `a case path tries each other case of a large enum only once`() {
    let visits = Recorder(0)
    let path = CasePath<Many, Int> { number in
      visits.update { $0 += 1 }
      return .c000(number)
    }
    let reducer = Reducer<Log, Many, Void>.combine(
      logged("a", path),
      logged("b", /Many.c256),
      logged("c", /Many.c299)
    )
    for _ in 0..<5 {
      #expect(reducer.log([.c256(1), .c299(2)]) == ["b1", "c2"])
    }
    #expect(visits.value == 2)
  }

  @Test func `a combination runs the matching reducers on eight threads at once`() async {
    for seed in 0..<20 as Range<UInt64> {
      let reducer = Self.manyReducer()
      let logs = await withTaskGroup(of: Bool.self) { group in
        for thread in 0..<8 as Range<UInt64> {
          group.addTask {
            var generator = SplitMix64(seed: seed * 8 + thread)
            return (0..<50).allSatisfy { _ in
              guard let (action, log) = Self.many.randomElement(using: &generator) else {
                return false
              }
              return reducer.log([action]) == log
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(logs == Array(repeating: true, count: 8))
    }
  }

  // MARK: The law

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a combination behaves like its reducers run one after another`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func makeReducer(_ depth: Int) -> GateReducer {
      let number = Int.random(in: 0..<100, using: &generator)
      switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
      case 0: return logged("a\(number):", /GateAction.first)
      case 1: return logged("b\(number):", /GateAction.second)
      case 2: return logged("c\(number):", /GateAction.third)
      case 3: return always("-\(number)")
      case 4: return logged("x", (/GateAction.text).count)
      case 5: return logged("r\(number):", (/GateAction.reset).count)
      default:
        let parts = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
          makeReducer(depth - 1)
        }
        return .combine(parts)
      }
    }
    let parts = (0..<6).map { _ in makeReducer(3) }
    let reducer = GateReducer.combine(parts)
    for _ in 0..<40 {
      let number = Int.random(in: 0..<9, using: &generator)
      let actions: [GateAction] = [
        .first(number), .second(number), .third(number), .text("\(number)"), .reset,
      ]
      let action = actions[Int.random(in: 0..<5, using: &generator)]
      // A reducer that is not combined has no gate.
      #expect(reducer.log([action]) == parts.flatMap { $0.log([action]) })
    }
  }

  @Test func `eight threads share one row, which is released with its table`() {
    for _ in 0..<50 {
      let path = /GateAction.second
      #expect(path.extract(from: .second(1)) == 1)
      var table = DispatchTable([path.gate, nil, path.gate])
      #expect(table != nil)
      let action = GateAction.second(2)
      let tag = withUnsafePointer(to: action) { table?.reader.tag(of: $0) ?? 0 }
      let rows = Mutex<[DispatchTable.Row]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { [table] _ in
        guard let row = table?.row(tag) else { return }
        rows.withLock { $0.append(row) }
      }
      weak var first: DispatchTable.Row?
      rows.withLock { rows in
        #expect(rows.map(\.members) == Array(repeating: [0, 1, 2], count: 8))
        #expect(Set(rows.map(ObjectIdentifier.init)).count == 1)
        first = rows.first
        rows = []
      }
      #expect(first != nil)
      table = nil
      #expect(first == nil)
    }
  }
}

extension CasePath where Value == Void {
  /// The path with the number 0 as its value.
  fileprivate var count: CasePath<Root, Int> {
    CasePath<Root, Int>(embed: { _ in embed(()) }, extract: { extract(from: $0).map { 0 } })
  }
}

extension CasePath where Value == String {
  /// The path with the length of the text as its value.
  fileprivate var count: CasePath<Root, Int> {
    CasePath<Root, Int>(
      embed: { embed("\($0)") },
      extract: { extract(from: $0).map { $0.count } }
    )
  }
}
