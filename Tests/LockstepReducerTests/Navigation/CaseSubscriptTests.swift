// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The payload of a case of a screen or an element.
@Suite struct CaseSubscriptTests {
  enum Shape: Equatable, Identifiable {
    case circle(Circle)
    case square(Int)

    var id: Int {
      switch self {
      case .circle(let circle): circle.id
      case .square(let id): id
      }
    }
  }

  struct Circle: Equatable {
    var id = 0
    var marks: [Int] = []
  }

  // MARK: Stacks

  @Test func `the subscript reads and changes the payload of a screen`() {
    var stack: StackState<Shape> = [.circle(Circle()), .square(1), .circle(Circle(id: 2))]
    stack[id: 2, /Shape.circle]?.marks.append(7)
    #expect(stack[id: 2, /Shape.circle] == Circle(id: 2, marks: [7]))
    #expect(stack.elements == [.circle(Circle()), .square(1), .circle(Circle(id: 2, marks: [7]))])
  }

  @Test func `the subscript does not change a missing screen or a screen in another case`() {
    var stack: StackState<Shape> = [.square(1)]
    let issues = withReportedIssues {
      stack[id: 0, /Shape.circle]?.marks.append(7)
      stack[id: 9, /Shape.circle]?.marks.append(7)
      stack[id: 0, /Shape.circle] = nil
      stack[id: 9, /Shape.circle] = nil
    }
    #expect(issues.isEmpty)
    #expect(stack[id: 0, /Shape.circle] == nil)
    #expect(stack.elements == [.square(1)])
  }

  @Test
  func `setting a payload replaces the screen, and setting nil pops it and the screens above`() {
    var stack: StackState<Shape> = [.square(1), .square(2), .square(3)]
    stack[id: 1, /Shape.circle] = Circle(id: 5)
    #expect(stack.elements == [.square(1), .circle(Circle(id: 5)), .square(3)])
    #expect(stack.ids == [0, 1, 2])
    stack[id: 1, /Shape.circle] = nil
    #expect(stack.elements == [.square(1)])
  }

  @Test func `setting the payload of a missing screen is reported`() {
    var stack: StackState<Shape> = [.square(1)]
    let issues = withReportedIssues { stack[id: 4, /Shape.circle] = Circle() }
    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("A screen was set for an id") == true)
    #expect(stack.elements == [.square(1)])
  }

  // MARK: Identified arrays

  @Test func `the subscript reads, changes, sets and removes the payload of an element`() {
    var shapes: IdentifiedArrayOf<Shape> = [.circle(Circle(id: 1)), .square(2), .square(3)]
    shapes[id: 1, /Shape.circle]?.marks = [1, 2]
    shapes[id: 2, /Shape.circle]?.marks = [3]
    #expect(shapes == [.circle(Circle(id: 1, marks: [1, 2])), .square(2), .square(3)])
    shapes[id: 2, /Shape.circle] = Circle(id: 2)
    shapes[id: 3, /Shape.circle] = nil
    shapes[id: 4, /Shape.circle] = Circle(id: 4)
    #expect(
      shapes == [
        .circle(Circle(id: 1, marks: [1, 2])), .circle(Circle(id: 2)), .square(3),
        .circle(Circle(id: 4)),
      ]
    )
    shapes[id: 1, /Shape.circle] = nil
    #expect(shapes.ids == [2, 3, 4])
  }

  @Test func `setting a payload with a different id is reported and ignored`() {
    var shapes: IdentifiedArrayOf<Shape> = [.square(2)]
    let issues = withReportedIssues { shapes[id: 5, /Shape.circle] = Circle(id: 6) }
    #expect(issues.count == 1)
    #expect(shapes == [.square(2)])
  }

  @Test func `an array in the payload of an element is changed in place`() {
    var shapes: IdentifiedArrayOf<Shape> = [
      .circle(Circle(id: 1, marks: Array(0..<100))), .square(2),
    ]
    func address() -> UnsafeRawPointer? {
      shapes[id: 1, /Shape.circle]?.marks.withUnsafeBytes { $0.baseAddress }
    }
    let before = address()
    shapes[id: 1, /Shape.circle]?.marks[3] = 9
    #expect(address() == before)
    #expect(shapes[id: 1, /Shape.circle]?.marks[3] == 9)
  }
}
