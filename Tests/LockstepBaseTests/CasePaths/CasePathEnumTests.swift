// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTestSupport
import LockstepTesting
import Testing

private enum Nested: Equatable {
  case point(at: (x: Int, y: Int))
  case points((Int, Int), (name: String, (Bool, UInt8)))
  case labelled(id: Int, value: (a: Int, b: [Int]))
  case inner(Inner)

  indirect enum Inner: Equatable {
    case text(String)
    case inner(Inner)
    case list([Nested])
  }

  static func == (lhs: Nested, rhs: Nested) -> Bool { "\(lhs)" == "\(rhs)" }
}

/// An enum that stores its tag in spare bits of its payloads.
private enum Packed: Equatable {
  case flag(Bool)
  case flags(Bool, Bool)
  case direction(Direction)
  case optionalDirection(Direction?)
  case nested(Deep)

  enum Direction: Equatable { case north, east, south, west }
  enum Deep: Equatable {
    case direction(Direction)
    case flag(Bool?)
    case none
  }
}

private struct Twice<Half: Equatable>: Equatable {
  var first: Half
  var second: Half
}

private typealias Big = Twice<Twice<Twice<Twice<Twice<Twice<Twice<Twice<String>>>>>>>>

private enum Sized: Equatable {
  case big(Big)
  case small(Int)
  case none
}

private final class Owner {}

private struct Weak {
  weak var owner: Owner?
  var text: String
}

private enum Referring {
  case weak(Weak)
  case other(Int)
}

private enum Keyed<Key: Hashable, Value> {
  case entries([Key: Value])
  case keys(Set<Key>)
}

private enum Impossible {
  case never(Never)
  case other(Never)
  case result(Result<Never, Problem>)
  case value(Int)
}

@Suite struct CasePathEnumTests {
  @Test func `a case path reads nested tuples, with and without labels`() throws {
    let point = CasePath(Nested.point(at:))
    #expect(try #require(point.extract(from: .point(at: (1, 2)))) == (1, 2))
    let points = /Nested.points
    let extracted = try #require(points.extract(from: .points((1, 2), ("a", (true, 3)))))
    #expect(extracted.0 == (1, 2))
    #expect(extracted.1.name == "a")
    #expect(extracted.1.1 == (true, 3))
    let labelled = CasePath(Nested.labelled(id:value:))
    var root = Nested.labelled(id: 1, value: (2, [3]))
    for _ in 0..<2 { #expect(labelled.modify(&root) { $0.1.b.append($0.0) } != nil) }
    #expect(root == .labelled(id: 1, value: (2, [3, 1, 1])))
    #expect(point.extract(from: root) == nil)
  }

  @Test func `a case path reads and changes nested indirect enums`() {
    let path = /Nested.inner .. /Nested.Inner.inner .. /Nested.Inner.text
    for _ in 0..<3 {
      #expect(path.extract(from: .inner(.inner(.text("deep")))) == "deep")
      #expect(path.extract(from: .inner(.text("deep"))) == nil)
      #expect(path.extract(from: .point(at: (1, 2))) == nil)
    }
    let list = /Nested.inner .. /Nested.Inner.list
    var root = Nested.inner(.list([.inner(.text("a"))]))
    let copy = root
    #expect(list.modify(&root) { $0.append(.inner(.list([]))) } != nil)
    #expect(list.extract(from: root) == [.inner(.text("a")), .inner(.list([]))])
    #expect(list.extract(from: copy) == [.inner(.text("a"))])
  }

  @Test func `case paths find payloads that share their bits with the tag`() {
    let values: [Packed] = [
      .flag(false), .flag(true), .flags(true, false), .direction(.west), .optionalDirection(nil),
      .optionalDirection(.north), .nested(.direction(.south)), .nested(.flag(nil)),
      .nested(.flag(true)), .nested(.none),
    ]
    let direction = /Packed.nested .. /Packed.Deep.direction
    let flag = CasePath<Packed.Deep, Bool?>(Packed.Deep.flag)
    let deepFlag = /Packed.nested .. flag
    let optional = CasePath<Packed, Packed.Direction?>(Packed.optionalDirection)
    for _ in 0..<2 {
      #expect(values.compactMap((/Packed.flag).extract(from:)) == [false, true])
      #expect(values.compactMap((/Packed.flags).extract(from:)).map(\.0) == [true])
      #expect(values.compactMap((/Packed.direction).extract(from:)) == [.west])
      #expect(values.compactMap(optional.extract(from:)) == [nil, .north])
      #expect(values.compactMap(direction.extract(from:)) == [.south])
      #expect(values.compactMap(deepFlag.extract(from:)) == [nil, true])
    }
    for var value in values {
      let before = value
      for path in [direction, /Packed.direction] { path.modify(&value) { _ in } }
      #expect(value == before)
    }
    var value = Packed.nested(.flag(nil))
    #expect(deepFlag.modify(&value) { $0 = true } != nil)
    #expect(value == .nested(.flag(true)))
  }

  @Test func `a case path reads and changes a payload of four kilobytes`() {
    func twice<Half: Equatable>(_ half: Half) -> Twice<Half> { Twice(first: half, second: half) }
    let text = "a text that is too long to be stored inside of a string value"
    let big: Big = twice(twice(twice(twice(twice(twice(twice(twice(text))))))))
    #expect(MemoryLayout<Big>.size == 4_096)
    let path = /Sized.big
    var root = path.embed(big)
    for _ in 0..<3 {
      #expect(path.extract(from: root) == big)
      #expect(path.extract(from: .small(1)) == nil)
      #expect((/Sized.small).extract(from: root) == nil)
    }
    path.modify(&root) { $0.first.first.first.first.first.first.first.first = "b" }
    #expect(path.extract(from: root) != big)
    #expect(path.extract(from: root)?.second == big.second)
  }

  @Test func `a case path reads a payload with a weak reference`() {
    let path = /Referring.weak
    let owner = Owner()
    let root = Referring.weak(Weak(owner: owner, text: "text"))
    for _ in 0..<3 {
      #expect(path.extract(from: root)?.owner === owner)
      #expect(path.extract(from: root)?.text == "text")
      #expect(path.extract(from: .other(1)) == nil)
    }
  }

  @Test func `case paths work on enums with uninhabited cases`() {
    for _ in 0..<2 {
      #expect((/Impossible.value).extract(from: .value(1)) == 1)
      #expect((/Impossible.value).extract(from: .result(.failure(Problem()))) == nil)
      let failure = /Impossible.result .. /Result.failure
      #expect(failure.extract(from: .result(.failure(Problem(code: 2)))) == Problem(code: 2))
      #expect((/Impossible.never).extract(from: .value(1)) == nil)
    }
  }

  @Test func `case paths work on enums of other modules`() throws {
    let context = DecodingError.Context(codingPath: [], debugDescription: "missing")
    let corrupted = /DecodingError.dataCorrupted
    let missing = /DecodingError.valueNotFound
    for _ in 0..<2 {
      let error = DecodingError.dataCorrupted(context)
      #expect(corrupted.extract(from: error)?.debugDescription == "missing")
      #expect(missing.isMatching(error) == false)
      let value = try #require(missing.extract(from: .valueNotFound(Int.self, context)))
      #expect(ObjectIdentifier(value.0) == ObjectIdentifier(Int.self))
    }
    typealias Strategy = JSONEncoder.NonConformingFloatEncodingStrategy
    let convert = /Strategy.convertToString
    let text = Strategy.convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    for _ in 0..<2 {
      #expect(try #require(convert.extract(from: text)) == ("+", "-", "?"))
      #expect(convert.isMatching(.throw) == false)
    }
    #expect((/Decimal.RoundingMode.down).isMatching(.down))
    #expect((/Decimal.RoundingMode.down).isMatching(.bankers) == false)
    let result = /Result<Void, Problem>.success
    #expect(result.isMatching(.success(())))
    #expect(result.isMatching(.failure(Problem())) == false)
  }

  @Test func `case paths work on generic enums with constrained parameters`() {
    func check<Key: Hashable & Sendable>(_ key: Key) {
      let keyed: CasePath<Keyed<Key, String>, [Key: String]> = /Keyed.entries
      let only: CasePath<Keyed<Key, String>, Set<Key>> = /Keyed.keys
      for _ in 0..<2 {
        #expect(keyed.extract(from: .entries([key: "a"])) == [key: "a"])
        #expect(keyed.extract(from: .keys([key])) == nil)
        #expect(only.extract(from: .keys([key])) == [key])
      }
    }
    check(1)
    check("text")
    check([1, 2])
  }
}
