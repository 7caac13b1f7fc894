// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

private enum Action: Equatable {
  case number(Int)
  case text(String)
  case first(Double)
  case second(Double)
  case tapped
  case child(Child)
  indirect case boxed([Int])

  enum Child: Equatable {
    case text(String)
    case done
  }
}

@Suite struct CaseTagTests {
  private let actions: [Action] = [
    .number(1), .text("a"), .first(1), .second(1), .tapped, .child(.text("b")), .child(.done),
    .boxed([1]),
  ]

  @Test func `a tag that is read once identifies all matching paths`() throws {
    func tag<Value>(_ path: CasePath<Action, Value>) throws -> CaseTag {
      try #require(path.tagTest)
    }
    let tags = [
      try tag(/Action.number), try tag(/Action.text), try tag(/Action.tapped),
      try tag(/Action.child .. /Action.Child.text), try tag(/Action.boxed),
    ]
    let matching = actions.map { action in
      let tag = withUnsafePointer(to: action) { tags[0].tag(of: $0) }
      return tags.indices.filter { tags[$0].tag == tag }
    }
    #expect(matching == [[0], [1], [], [], [2], [3], [3], [4]])
    for tag in tags {
      for action in actions {
        withUnsafePointer(to: action) { #expect(tag.matches($0) == (tag.tag(of: $0) == tag.tag)) }
      }
    }
  }

  @Test func `a path with an unknown tag has no tag test`() {
    #expect((/Action.first).tagTest == nil)
    let path = /Action.second
    #expect(path.extract(from: .second(1)) == 1)
    #expect(path.tagTest == nil)
    #expect(CasePath<Action, Int>(embed: Action.number, extract: { _ in nil }).tagTest == nil)
    #expect((/Action.self).tagTest == nil)
    #expect((/Action.self .. /Action.number).tagTest == nil)
    #expect(CasePath<Action, Int8> { .number(Int($0)) }.tagTest == nil)
  }

  @Test func `a promoted path has the tag of the optional`() {
    let path: CasePath<Action?, Int> = CasePath(Action.number)
    let tests = [Action.number(1), .tapped, nil].map { root in
      withUnsafePointer(to: root) { path.tagTest?.matches($0) }
    }
    #expect(tests == [true, true, false])
  }
}
