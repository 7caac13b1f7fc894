// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTesting
import Testing

private enum Action: Equatable {
  case text(String)
  case number(Int)
  case other(Int)
  case tapped
  case child(Child)

  enum Child: Equatable {
    case count(Int)
    case done
  }
}

@Suite struct CasePathMatchingTests {
  @Test func `a path is a pattern`() {
    func name(_ action: Action) -> String {
      switch action {
      case /Action.text: "text"
      case /Action.number: "number"
      case /Action.tapped: "tapped"
      case /Action.child .. /Action.Child.done: "done"
      case /Action.child: "child"
      default: "default"
      }
    }
    let actions: [Action] = [
      .text("a"), .number(1), .other(1), .tapped, .child(.count(1)), .child(.done),
    ]
    for _ in 0..<3 {
      #expect(
        actions.map(name) == ["text", "number", "default", "tapped", "child", "done"]
      )
    }
  }

  @Test func `isMatching can be passed as a function`() {
    let actions: [Action] = [.text("a"), .number(1), .other(2), .tapped, .child(.done)]
    let number = /Action.number
    #expect(actions.filter(number.isMatching) == [.number(1)])
    let count = /Action.child .. /Action.Child.count
    #expect(actions.filter(count.isMatching) == [])
    #expect((actions + [.child(.count(1))]).filter(count.isMatching) == [.child(.count(1))])
    #expect(actions.filter((/Action.tapped).isMatching) == [.tapped])
  }

  @Test func `the identity path extracts and changes the value itself`() {
    let path = /Action.self
    #expect(path.extract(from: .tapped) == .tapped)
    #expect(path.embed(.number(1)) == .number(1))
    #expect(path.isMatching(.tapped))
    var action = Action.number(1)
    #expect(path.modify(&action) { $0 = .other(1) } != nil)
    #expect(action == .other(1))
    let explicit = CasePath<Action, Action>.`self`
    #expect(explicit.extract(from: .tapped) == .tapped)
    let child = /Action.self .. /Action.child .. /Action.Child.self .. /Action.Child.count
    #expect(child.extract(from: .child(.count(3))) == 3)
    #expect(child.extract(from: .child(.done)) == nil)
    #expect(child.extract(from: .tapped) == nil)
    #expect(child.embed(3) == .child(.count(3)))
  }

  @Test func `the description of a path names its case`() {
    enum Four {
      case a(Int)
      case b(Int)
      case c(Int)
      case d(Int)
    }
    #expect("\(/Action.text)" == "/Action.text")
    #expect("\(/Action.tapped)" == "/Action.tapped")
    #expect("\(/Action.child .. /Action.Child.count)" == "/Action.child .. /Child.count")
    #expect("\(/Four.c)" == "CasePath<Four, Int>")
    // Paths to cases with the same payload type are ambiguous until they meet a value of one of these cases.
    let (number, other) = (/Action.number, /Action.other)
    #expect(number.extract(from: .text("a")) == nil)
    #expect("\(number)" == "(/Action.number or /Action.other)")
    #expect(number.extract(from: .other(1)) == nil)
    #expect("\(number)" == "/Action.number")
    #expect(other.extract(from: .other(1)) == 1)
    #expect("\(other)" == "/Action.other")
  }

  @Test func `the path into an optional finds a value that is not nil`() {
    let path = CasePath<Action?, Action>.some
    #expect(path.extract(from: .tapped) == .tapped)
    #expect(path.extract(from: nil) == nil)
    #expect(path.embed(.tapped) == .some(.tapped))
    let number: CasePath<Action?, Int> = .some .. /Action.number
    #expect(number.extract(from: .number(4)) == 4)
    #expect(number.extract(from: .other(4)) == nil)
    var action: Action? = .number(4)
    #expect(number.modify(&action) { $0 += 1 } != nil)
    #expect(action == .number(5))
    action = nil
    #expect(number.modify(&action) { $0 += 1 } == nil)
    #expect(action == nil)
  }

  @Test func `the path into an optional function finds the function`() {
    let path = CasePath<(@Sendable () -> Int)?, @Sendable () -> Int>.some
    #expect(path.extract(from: { 3 })?() == 3)
    #expect(path.isMatching(nil) == false)
    #expect(path.embed { 4 }?() == 4)
  }
}
