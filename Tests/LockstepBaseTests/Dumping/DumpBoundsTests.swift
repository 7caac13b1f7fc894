// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Synchronization
import Testing

private struct Endless: CustomReflectable {
  var customMirror: Mirror {
    Mirror(self, children: ["a": self, "b": self], displayStyle: .struct)
  }
}

private struct EndlessOptional: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["some": self], displayStyle: .optional) }
}

private struct Countless: CustomReflectable {
  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: 0..<Int.max, displayStyle: .collection)
  }
}

private struct Renamed: CustomReflectable {
  var secret = 1
  var customMirror: Mirror { Mirror(self, children: ["shown": "\(secret)"]) }
}

private struct Printing: CustomStringConvertible, CustomDebugStringConvertible {
  var number = 1
  var description: String { Dump(self).text + " described" }
  var debugDescription: String { description }
}

private final class Node {
  let name: String
  var nodes: [Node] = []
  weak var parent: Node?
  init(_ name: String) { self.name = name }
}

private indirect enum List {
  case end
  case link(Int, List)
}

private final class Locked {
  let mutex = Mutex(1)
  let count = Atomic(2)
  let text = "text"
}

private actor Account {
  var balance = 1
}

private struct Lazy {
  lazy var first = 1
  var second = 2
}

@Suite struct DumpBoundsTests {
  @Test func `the dump of an endless mirror is truncated`() {
    let endless = Dump(Endless(), limit: 2_000)
    #expect(endless.allLines.count > 2_000)
    let lines = endless.lines()
    #expect(lines.count == 401)
    #expect(lines[0] == "Endless(")
    #expect(lines[1] == "  a: Endless(")
    #expect(Dump(EndlessOptional()).text == "EndlessOptional(…)")
    let countless = Dump(Countless()).lines()
    #expect(countless.count == 103)
    #expect(countless.suffix(3) == ["  99,", "  … (9223372036854775707 more)", "]"])
  }

  @Test func `a dump uses custom mirrors and ignores custom descriptions that dump the value`() {
    #expect(Dump(Renamed()).text == "Renamed(\n  shown: \"1\"\n)")
    #expect(Dump(Printing()).text == "Printing(\n  number: 1\n)")
    var lazy = Lazy()
    #expect(Dump(lazy).text == "Lazy(\n  first: nil,\n  second: 2\n)")
    #expect(lazy.first == 1)
    #expect(Dump(lazy).text == "Lazy(\n  first: 1,\n  second: 2\n)")
  }

  @Test func `a dump abbreviates cycles through collections and weak references`() {
    let root = Node("root")
    let child = Node("child")
    root.nodes = [child, child]
    child.parent = root
    child.nodes = [child]
    let childText = """
      Node(
            name: "child",
            nodes: [
              Node(…),
            ],
            parent: Node(…)
          ),
      """
    #expect(
      Dump(root).text == """
        Node(
          name: "root",
          nodes: [
            \(childText)
            \(childText)
          ],
          parent: nil
        )
        """
    )
    root.nodes = []
    child.nodes = []
  }

  @Test func `the dump of objects that are shared at each level is truncated`() {
    // Each level refers twice to the next level, so there are 2^40 paths.
    var node = Node("0")
    for number in 1...40 {
      let next = Node("\(number)")
      next.nodes = [node, node]
      node = next
    }
    let lines = Dump(node, limit: 2_000).lines()
    #expect(lines.count == 401)
    #expect(lines.last?.hasSuffix("more lines)") == true)
  }

  @Test func `the depth of a dump is limited`() {
    var list = List.end
    for number in 0..<10_000 { list = .link(number, list) }
    let lines = Dump(list).allLines
    #expect(lines.filter { $0.hasSuffix("List.link(") }.count == 64)
    #expect(lines.count == 64 * 3 + 1)
    #expect(lines[128].trimmingPrefix(while: \.isWhitespace) == "List.link(…)")
  }

  @Test func `properties that only their owner may read are not dumped`() {
    #expect(Dump(Account()).text == "Account(…)")
    #expect(Dump(Locked()).text == "Locked(\n  mutex: (),\n  count: (),\n  text: \"text\"\n)")
  }

  @Test func `a dump truncates long collections, long lines and many lines`() {
    let array = Dump(Array(0..<1_097)).lines()
    #expect(array.count == 103)
    #expect(array.suffix(3) == ["  99,", "  … (997 more)", "]"])
    let set = Dump(Set(0..<101)).lines()
    #expect(set.suffix(2) == ["  … (1 more)", "])"])
    let dictionary = Dump(Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, "a") })).lines()
    #expect(dictionary.suffix(3) == ["  99: \"a\",", "  … (100 more)", "]"])
    let text = Dump(Array(repeating: "line", count: 150).joined(separator: "\n")).lines()
    #expect(text.suffix(3) == ["  line", "  … (50 more)", "  \"\"\""])
    let long = Dump(String(repeating: "a", count: 1_000_000)).text
    #expect(long == "\"" + String(repeating: "a", count: 499) + " … (999502 more characters)")
    let rows = Dump(Array(repeating: [1, 2, 3], count: 90)).lines()
    #expect(rows.count == 401)
    #expect(rows.last == "… (52 more lines)")
    #expect(Dump(Array(repeating: [1, 2, 3], count: 90)).allLines.count == 452)
  }

  @Test func `the lines of a dump can have an indentation and a suffix`() {
    #expect(Dump([1]).lines(indentation: 4, suffix: ",") == ["    [", "      1,", "    ],"])
    #expect(Dump(1).lines(indentation: 2, suffix: ",") == ["  1,"])
  }
}
