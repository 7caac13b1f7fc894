// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Testing

private struct Comment: Identifiable {
  var id: Int
  var text = "text"
  var replies: [Comment] = []

  /// Returns a thread of nested replies in which only the last comment has a text.
  static func thread(depth: Int, last: String) -> Self {
    (1..<depth).reversed().reduce(Self(id: depth, text: last)) { reply, id in
      Self(id: id, replies: [reply])
    }
  }
}

private indirect enum Nested: Sendable {
  case end(Int)
  case link(Nested)
  case numbered(Int, Nested)
  case identified(id: Nested)

  static func links(_ count: Int, end: Int) -> Self {
    (0..<count).reduce(.end(end)) { rest, _ in .link(rest) }
  }
}

private struct Row: Identifiable {
  var id: Int
  var title = "row"
  var isDone = false
}

private final class Node {
  var value: Int
  var next: Node?
  init(_ value: Int) { self.value = value }
}

/// Releases a nested value level by level, without recursion.
private final class Chain: @unchecked Sendable {
  private(set) var nested: Nested

  init(_ count: Int, end: Int, _ link: (Int, Nested) -> Nested) {
    nested = .end(end)
    for number in 0..<count { nested = link(number, nested) }
  }

  deinit {
    while true {
      switch nested {
      case .end: return
      case .link(let rest), .numbered(_, let rest), .identified(let rest): nested = rest
      }
    }
  }
}

/// Runs a function on a thread with the stack size of secondary threads on Apple platforms.
///
/// The stack has room for 26 bytes for each of 20,000 levels.
private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let end = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    end.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  end.wait()
}

/// Tests differences on deep levels, at the end of long collections, and among many other differences.
@Suite struct DiffDepthTests {
  @Test func `a diff shows a change to the last of many numbers`() {
    let old = Array(0..<65_536)
    var new = old
    new[65_535] = -1
    #expect(
      diff(old, new) == """
          [
            … (65535 unchanged)
        -   65535,
        +   -1,
          ]
        """
    )
  }

  @Test func `a diff shows a change to the last of many rows`() {
    let old = (0..<4_000).map { Row(id: $0) }
    var new = old
    new[3_999].isDone = true
    #expect(
      diff(old, new) == """
          [
            … (3999 unchanged)
            Row(
              id: 3999,
              … (1 unchanged)
        -     isDone: false
        +     isDone: true
            ),
          ]
        """
    )
  }

  @Test func `a diff shows a change in a deep thread of comments`() {
    #expect(
      diff(Comment.thread(depth: 50, last: "a"), Comment.thread(depth: 50, last: "b")) == """
          Comment(
            id: 1,
            … (1 unchanged)
            replies: [
              Comment(
                id: 2,
                … (1 unchanged)
                replies: [
                  Comment(
                    id: 3,
                    … (1 unchanged)
                    replies: [
                      Comment(
                        id: 4,
                        … (1 unchanged)
                        replies: [
                          … (80 levels)
                          Comment(
                            id: 45,
                            … (1 unchanged)
                            replies: [
                              Comment(
                                id: 46,
                                … (1 unchanged)
                                replies: [
                                  Comment(
                                    id: 47,
                                    … (1 unchanged)
                                    replies: [
                                      Comment(
                                        id: 48,
                                        … (1 unchanged)
                                        replies: [
                                          Comment(
                                            id: 49,
                                            … (1 unchanged)
                                            replies: [
                                              Comment(
                                                id: 50,
        -                                       text: "a",
        +                                       text: "b",
                                                … (1 unchanged)
                                              ),
                                            ]
                                          ),
                                        ]
                                      ),
                                    ]
                                  ),
                                ]
                              ),
                            ]
                          ),
                        ]
                      ),
                    ]
                  ),
                ]
              ),
            ]
          )
        """
    )
  }

  @Test func `a diff omits the middle levels of deeply nested cases`() {
    #expect(
      diff(Nested.links(100, end: 1), Nested.links(100, end: 2)) == """
          Nested.link(
            Nested.link(
              Nested.link(
                Nested.link(
                  Nested.link(
                    Nested.link(
                      Nested.link(
                        Nested.link(
                          … (82 levels)
                          Nested.link(
                            Nested.link(
                              Nested.link(
                                Nested.link(
                                  Nested.link(
                                    Nested.link(
                                      Nested.link(
                                        Nested.link(
                                          Nested.link(
                                            Nested.link(
                                              Nested.end(
        -                                       1
        +                                       2
                                              )
                                            )
                                          )
                                        )
                                      )
                                    )
                                  )
                                )
                              )
                            )
                          )
                        )
                      )
                    )
                  )
                )
              )
            )
          )
        """
    )
    // The first count is the largest that a diff shows without omitting levels.
    for (count, note) in [(19, nil), (20, "… (2 levels)")] {
      let lines = (diff(Nested.links(count, end: 1), Nested.links(count, end: 2)) ?? "")
        .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.first { $0.contains("level") } == note)
      #expect(lines.count == (note == nil ? 42 : 41))
    }
  }

  /// Returns the changed lines of a diff without spaces.
  private func changes(in lines: [Substring]) -> [String] {
    lines.filter { $0.hasPrefix("-") || $0.hasPrefix("+") }.map { $0.filter { $0 != " " } }
  }

  @Test func `a diff omits the middle levels of several deep differences`() {
    let old = (1...2).map { Nested.links(30, end: $0) }
    let new = (1...2).map { Nested.links(30, end: -$0) }
    let lines = (diff(old, new) ?? "").split(separator: "\n")
    #expect(lines.filter { $0.contains("levels)") }.count == 2)
    #expect(changes(in: lines) == ["-1", "+-1", "-2", "+-2"])
  }

  @Test func `a diff with a difference on each of many levels is truncated`() {
    let lines = (diff(numbered(60, from: 0), numbered(60, from: 1)) ?? "").split(separator: "\n")
    #expect(lines.count == 121)
    #expect(lines[0...3] == ["  Nested.numbered(", "-   59,", "+   60,", "    Nested.numbered("])
    #expect(lines[120] == "  … (71 more lines)")
  }

  @Test func `a diff with differences on too many levels ends with a note`() {
    let (old, new) = (numbered(60, from: 0), numbered(60, from: 1))
    let diff = Dump.diff(old, new, limit: .max) ?? ""
    let lines = diff.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count == 191)
    #expect(lines[141...143] == ["Nested.numbered(", "… (differs further inside)", ")"])
  }

  private func numbered(_ count: Int, from first: Int) -> Nested {
    (0..<count).reduce(.end(0)) { rest, number in .numbered(number + first, rest) }
  }

  // MARK: Bounds

  @Test func `a diff of twenty thousand levels fits on a small stack`() {
    let old = Chain(20_000, end: 1) { _, rest in .link(rest) }
    let new = Chain(20_000, end: 2) { _, rest in .link(rest) }
    let numbers = Chain(20_000, end: 1) { .numbered($0, $1) }
    let others = Chain(20_000, end: 1) { .numbered(-$0, $1) }
    let identified = Chain(20_000, end: 1) { _, rest in .identified(id: rest) }
    onSmallStack {
      let lines = (diff(old.nested, new.nested) ?? "").split(separator: "\n")
      #expect(lines.count == 41)
      #expect(lines[8] == "                  … (19982 levels)")
      #expect(diff(old.nested, old.nested) == nil)
      #expect(diff(numbers.nested, others.nested)?.hasSuffix("more lines)") == true)
      #expect(diff(identified.nested, identified.nested) == nil)
      #expect(String(dumping: old.nested).split(separator: "\n").count == 129)
    }
  }

  @Test func `a diff compares objects in a long list and in a cycle`() {
    func list(_ count: Int, last: Int) -> Node {
      (0..<count).reduce(Node(last)) { rest, number in
        let node = Node(number)
        node.next = rest
        return node
      }
    }
    let lines = (diff(list(1_000, last: -1), list(1_000, last: -2)) ?? "").split(separator: "\n")
    #expect(changes(in: lines) == ["-value:-1,", "+value:-2,"])
    let (old, new) = (list(2, last: 1), list(2, last: 2))
    old.next?.next?.next = old
    new.next?.next?.next = new
    defer { (old.next, new.next) = (nil, nil) }
    #expect(
      diff(old, new) == """
          Node(
            … (1 unchanged)
            next: Node(
              … (1 unchanged)
              next: Node(
        -       value: 1,
        +       value: 2,
                … (1 unchanged)
              )
            )
          )
        """
    )
  }

  @Test func `a diff shows that two cycles end at different objects`() {
    let (old, new) = (Node(1), Node(1))
    (old.next, new.next) = (Node(2), Node(2))
    old.next?.next = old
    new.next?.next = new.next
    defer {
      new.next?.next = nil
      old.next = nil
    }
    #expect(
      diff(old, new) == """
          Node(
            … (1 unchanged)
            next: Node(
              … (1 unchanged)
        -     next: Node(…), 2 objects further out
        +     next: Node(…), 1 object further out
            )
          )
        """
    )
  }

  @Test func `a diff notes that it did not compare all values`() {
    let old = Array(0..<100)
    let new = Array(old.dropLast()) + [-1]
    #expect(
      Dump.diff(old, new, compared: 50)
        == "  … (no difference, but only the first 50 values, at most 200000 levels deep, were compared)"
    )
    #expect(
      Dump.diff(old, [-1] + Array(old.dropFirst()), compared: 50) == """
          [
        -   0,
        +   -1,
            … (49 unchanged)
          ]
          … (only the first 50 values, at most 200000 levels deep, were compared)
        """
    )
    #expect(Dump.diff(old, old, compared: 101) == nil)
    let (short, long) = (Nested.links(20, end: 1), Nested.links(20, end: 2))
    #expect(
      Dump.diff(short, long, compared: 50, depth: 10)
        == "  … (no difference, but only the first 50 values, at most 10 levels deep, were compared)"
    )
    #expect(Dump.diff(short, short, depth: 21) == nil)
    #expect(
      Dump.diff(Endless(), Endless(), compared: 1_000)
        == "  … (no difference, but only the first 1000 values, at most 200000 levels deep, were compared)"
    )
  }
}

/// A value whose mirror contains the value itself.
private struct Endless: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["a": self, "b": self]) }
}
