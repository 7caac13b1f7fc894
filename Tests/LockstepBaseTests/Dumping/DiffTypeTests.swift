// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Testing

private protocol Shape {}

private struct Square: Shape, Hashable {
  var side = 1
}

private struct Outer {
  struct Square: Shape, Hashable {
    var side = 1
  }
}

private func localSquare() -> any Shape {
  struct Square: Shape {
    var side = 1
  }
  return Square()
}

private func otherLocalSquare() -> any Shape {
  struct Square: Shape {
    var side = 1
  }
  return Square()
}

private struct Holder {
  var before = 0
  var value: Any
  var after = 0
}

private enum Event {
  case happened(Any, at: Int)
}

private struct Money: DumpTextConvertible {
  var dumpText: String { "1" }
}

private enum Player {}

/// Tests values that print the same but have different types.
@Suite struct DiffTypeTests {
  @Test func `a diff shows the types of simple values`() {
    #expect(diff(1 as Int8, 1 as Int16) == "- 1 as Int8\n+ 1 as Int16")
    #expect(diff(1.5 as Float, 1.5 as Double) == "- 1.5 as Float\n+ 1.5 as Double")
    #expect(diff("a", "a" as Substring) == "- \"a\" as String\n+ \"a\" as Substring")
    #expect(diff("a", "a" as Character) == "- \"a\" as String\n+ \"a\" as Character")
    #expect(diff(1, Money()) == "- 1 as Int\n+ 1 as Money")
    #expect(
      diff(1, Tagged<Player, Int>(rawValue: 1)) == "- 1 as Int\n+ 1 as Tagged<Player, Int>"
    )
    #expect(
      diff("a\nb", "a\nb" as Substring) == #"- """…""" as String"# + "\n"
        + #"+ """…""" as Substring"#
    )
    #expect(
      diff(1...2 as ClosedRange<Int>, (1 as Int8)...2)
        == "- 1...2 as ClosedRange<Int>\n+ 1...2 as ClosedRange<Int8>"
    )
  }

  @Test func `a diff shows the types of optionals and of wrapped values`() {
    #expect(
      diff(Int8?.none as Any, Int16?.none as Any)
        == "- nil as Optional<Int8>\n+ nil as Optional<Int16>"
    )
    #expect(
      diff(Int8?.some(1) as Any, Int16?.some(1) as Any)
        == "- 1 as Optional<Int8>\n+ 1 as Optional<Int16>"
    )
    #expect(diff(Int?.some(1) as Any, 1) == "- 1 as Optional<Int>\n+ 1 as Int")
  }

  @Test func `a diff shows the types of type-erased hashable values`() {
    #expect(
      diff(AnyHashable(1 as Int8), AnyHashable(1 as Int16)) == """
        - 1 as AnyHashable(Int8)
        + 1 as AnyHashable(Int16)
        """
    )
    #expect(diff(AnyHashable(1), 1) == "- 1 as AnyHashable(Int)\n+ 1 as Int")
    #expect(
      diff(
        [AnyHashable(1 as Int8): "a", AnyHashable("b"): "b"],
        [AnyHashable(1 as Int16): "a", AnyHashable("b"): "b"]
      ) == #"""
          [
            … (1 unchanged)
        -   1 as Int8: "a",
        +   1 as Int16: "a",
          ]
        """#
    )
    #expect(
      diff(Set([AnyHashable(0), AnyHashable(1 as Int8)]), Set([AnyHashable(1 as Int16), 2])) == """
          Set([
        -   0,
        -   1 as AnyHashable(Int8),
        +   1 as AnyHashable(Int16),
        +   2,
          ])
        """
    )
  }

  @Test func `a diff shows the types of properties, payloads and elements`() {
    #expect(
      diff(Holder(value: 1 as Int8), Holder(value: 1 as UInt8)) == """
          Holder(
            … (1 unchanged)
        -   value: 1 as Int8,
        +   value: 1 as UInt8,
            … (1 unchanged)
          )
        """
    )
    #expect(
      diff(Event.happened(1 as Int8, at: 1), Event.happened(1, at: 1)) == """
          Event.happened(
        -   1 as Int8,
        +   1 as Int,
            … (1 unchanged)
          )
        """
    )
    #expect(
      diff([1 as Int8, "a", 2] as [Any], [1, "a", 2 as Int8] as [Any]) == """
          [
        -   1 as Int8,
        +   1 as Int,
            … (1 unchanged)
        -   2 as Int,
        +   2 as Int8,
          ]
        """
    )
    #expect(
      diff(["a": 1 as Int8] as [String: Any], ["a": 1] as [String: Any]) == """
          [
        -   "a": 1 as Int8,
        +   "a": 1 as Int,
          ]
        """
    )
  }

  @Test func `collections are shown once, with their type`() {
    #expect(
      diff(Holder(value: [1, 2] as [Int8]), Holder(value: [1, 2])) == """
          Holder(
            … (1 unchanged)
        -   value: […] as Array<Int8>,
        +   value: […] as Array<Int>,
            … (1 unchanged)
          )
        """
    )
    #expect(diff([Int](), [Int8]()) == "- [] as Array<Int>\n+ [] as Array<Int8>")
    #expect(diff([1], [1] as [Any]) == "- […] as Array<Int>\n+ […] as Array<Any>")
    #expect(
      diff(Set([1]), Set([1 as Int8])) == "- Set([…]) as Set<Int>\n+ Set([…]) as Set<Int8>"
    )
    #expect(
      diff([1, 2], [1, 3] as [Int8]) == """
          [
        -   1 as Int,
        +   1 as Int8,
        -   2,
        +   3,
          ]
        """
    )
  }

  @Test func `a diff distinguishes types with the same name`() {
    let module = "LockstepBaseTests"
    #expect(
      diff([Square()] as [any Shape], [Outer.Square()] as [any Shape]) == """
          [
        -   Square(…) as \(module).Square,
        +   Square(…) as \(module).Outer.Square,
          ]
        """
    )
    #expect(
      diff(localSquare(), otherLocalSquare()) == """
        - Square(…) as Square
        + Square(…) as another Square
        """
    )
  }

  @Test func `a diff shows the type of a value in an optional of any type`() {
    struct Box { var value: Any? }
    #expect(
      diff(Box(value: 1 as Int8), Box(value: 1)) == """
          Box(
        -   value: 1 as Int8
        +   value: 1 as Int
          )
        """
    )
    #expect(diff(Box(value: 1), Box(value: 1)) == nil)
    #expect(diff(["a": 1 as Int8 as Any?], ["a": 1 as Any?]) != nil)
  }
}
