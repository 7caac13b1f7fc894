// SPDX-License-Identifier: MIT

import Lockstep
import Shapes
import Testing

/// Case paths of enums from a module that is built for library evolution.
@Suite struct ShapesTests {
  private let sizes = (Size(width: 1, name: "one"), Size(width: 2, name: "a longer name than fits"))

  @Test func `a payload is read from each shape`() throws {
    let circle = /Shape.circle
    let box = /Shape.box
    let named = /Shape.named
    let group = /Shape.group
    // A path keeps its findings, so each is used twice.
    for _ in 0..<2 {
      #expect(circle.extract(from: .circle(radius: 1.5)) == 1.5)
      #expect(try #require(box.extract(from: .box(sizes.0, sizes.1))) == sizes)
      #expect(named.extract(from: .named("a name that is kept elsewhere")) != nil)
      let parts = try #require(group.extract(from: .group([.point, .empty], .named("last"))))
      #expect(parts.0 == [.point, .empty])
      #expect(parts.1 == .named("last"))
      for other in [Shape.point, .empty, .named(""), .group([], .point)] {
        #expect(circle.extract(from: other) == nil)
        #expect(box.isMatching(other) == false)
      }
      #expect((/Shape.point).isMatching(.point))
      #expect((/Shape.point).isMatching(.empty) == false)
    }
    #expect(circle.embed(2) == .circle(radius: 2))
  }

  @Test func `a payload is changed in place`() {
    let group = /Shape.group
    var shape = Shape.group([.point], .circle(radius: 1))
    let hasChanged: Void? = group.modify(&shape) { $0.0.append(.named("second")) }
    #expect(hasChanged != nil)
    #expect(shape == .group([.point, .named("second")], .circle(radius: 1)))
    var size = Shape.box(sizes.0, sizes.1)
    let width = (/Shape.box).modify(&size) { sizes in
      sizes.1.width = 7
      return sizes.1.width
    }
    #expect(width == 7)
    #expect(size == .box(sizes.0, Size(width: 7, name: sizes.1.name)))
  }

  @Test func `case paths work on a generic enum`() {
    func check<Left: Equatable & Sendable, Right: Equatable & Sendable>(
      _ left: Left,
      _ right: Right
    ) {
      let toLeft: CasePath<Choice<Left, Right>, Left> = /Choice.left
      let toRight: CasePath<Choice<Left, Right>, Right> = /Choice.right
      for _ in 0..<2 {
        #expect(toLeft.extract(from: .left(left)) == left)
        #expect(toLeft.extract(from: .right(right)) == nil)
        #expect(toRight.extract(from: .right(right)) == right)
        #expect(toRight.extract(from: .neither) == nil)
      }
    }
    check(1, "one")
    check(sizes.0, Shape.box(sizes.0, sizes.1))
    check([sizes.1], Label.hidden)
    let nested = /Choice<Shape, Label>.right .. /Label.text
    #expect(nested.extract(from: .right(.text("inner"))) == "inner")
    #expect(nested.extract(from: .right(.automatic)) == nil)
    #expect(nested.extract(from: .left(.point)) == nil)
  }

  @Test func `a reducer runs on a payload`() {
    let reducer = Reducer<Int, Shape, Void> { _, _, _ in .none }
    let counting = Reducer<Int, Double, Void> { state, radius, _ in
      state += Int(radius)
      return .none
    }
    let both = Reducer<Int, Shape, Void>.combine(
      reducer,
      counting.pullback(state: \.self, action: /Shape.circle)
    )
    var state = 0
    for shape in [Shape.point, .circle(radius: 2), .named("x"), .circle(radius: 3), .empty] {
      _ = both.run(&state, shape, ())
    }
    #expect(state == 5)
  }
}
