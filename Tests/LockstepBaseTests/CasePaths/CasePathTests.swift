// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTestSupport
import Testing

private enum Twins: Equatable {
  case first(Int)
  case second(Int)
  case third(Int)
  case other(String)
}

private indirect enum Tree: Equatable {
  case leaf(Int)
  case node(Tree, Tree)
  case empty
}

private enum Container<Element, Failure> {
  case element(Element)
  case elements([Element])
  case failure(Failure)
  case none

  enum Inner {
    case element(Element)
    case count(Int)
  }
}

private enum Alone: Equatable {
  case only(String)
}

private enum Route: Equatable {
  case past([Int])
  case home
}

@Suite struct CasePathTests {
  @Test(arguments: 0..<200)
  func `paths to cases with the same payload type find their case in any order of first use`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let paths = ["first": /Twins.first, "second": /Twins.second, "third": /Twins.third]
    let values = [
      "first": Twins.first(1), "second": .second(1), "third": .third(1), "other": .other("1"),
    ]
    var pairs = paths.keys.flatMap { path in values.keys.map { (path, $0) } }
    pairs.sort(by: <)
    pairs.shuffle(using: &random)
    for (path, value) in pairs {
      let isModified = random.next() % 2 == 0
      guard var root = values[value], let casePath = paths[path] else { continue }
      let expected = path == value ? 1 : nil
      if isModified {
        #expect(casePath.modify(&root) { $0 } == expected, "\(path) of \(value), seed \(seed)")
        #expect(root == values[value])
      } else {
        #expect(casePath.extract(from: root) == expected, "\(path) of \(value), seed \(seed)")
      }
    }
  }

  @Test func `case paths work on an enum that is indirect as a whole`() throws {
    let tree = Tree.node(.node(.leaf(1), .empty), .leaf(2))
    let children = try #require((/Tree.node).extract(from: tree))
    #expect(children == (.node(.leaf(1), .empty), .leaf(2)))
    #expect((/Tree.leaf).extract(from: children.1) == 2)
    #expect((/Tree.leaf).extract(from: tree) == nil)
    #expect((/Tree.leaf).extract(from: .empty) == nil)

    var copy = tree
    #expect((/Tree.node).modify(&copy) { $0.0 = .empty } != nil)
    #expect(copy == .node(.empty, .leaf(2)))
    #expect(tree == .node(.node(.leaf(1), .empty), .leaf(2)))
  }

  @Test func `case paths work on generic enums and on enums in generic types`() {
    func check<Element: Equatable & Sendable>(_ element: Element) {
      let path: CasePath<Container<Element, String>, Element> = /Container.element
      #expect(path.extract(from: .element(element)) == element)
      #expect(path.extract(from: .elements([element])) == nil)
      #expect(path.extract(from: .failure("none")) == nil)
      #expect(path.extract(from: .none) == nil)
      let elements: CasePath<Container<Element, String>, [Element]> = /Container.elements
      #expect(elements.extract(from: .elements([element])) == [element])
      let inner: CasePath<Container<Element, String>.Inner, Element> = /Container.Inner.element
      #expect(inner.extract(from: .element(element)) == element)
      #expect(inner.extract(from: .count(1)) == nil)
    }
    check(1)
    check("text")
    check([1.5])
    check(Twins.first(1))
    check(Optional("text"))
    check(Twins?.none)
  }

  @Test func `case paths work on enums of the standard library`() {
    #expect((/Result<Int, CancellationError>.success).extract(from: .success(1)) == 1)
    #expect((/Result<Int, CancellationError>.failure).extract(from: .success(1)) == nil)
    #expect((/Optional<String>.some).extract(from: "text") == "text")
    #expect((/Optional<String>.some).extract(from: nil) == nil)
  }

  @Test func `a case path works on an enum with one case`() {
    #expect((/Alone.only).extract(from: .only("text")) == "text")
    var alone = Alone.only("text")
    (/Alone.only).modify(&alone) { $0.append("!") }
    #expect(alone == .only("text!"))
  }

  @Test func `a constructor can be promoted to an optional root`() {
    let path: CasePath<Route?, [Int]> = CasePath(Route.past)
    #expect(path.extract(from: .past([3])) == [3])
    #expect(path.extract(from: .home) == nil)
    #expect(path.extract(from: nil) == nil)
    #expect(path.embed([3]) == .past([3]))
    var route: Route? = .past([3])
    #expect(path.modify(&route) { $0.append(4) } != nil)
    #expect(route == .past([3, 4]))
    route = nil
    #expect(path.modify(&route) { $0.append(4) } == nil)
    #expect(route == nil)
  }

  @Test func `paths compose`() {
    let path = /Result<Twins?, Problem>.success .. /Optional.some .. /Twins.second
    #expect(path.embed(1) == .success(.second(1)))
    #expect(path.extract(from: .success(.second(1))) == 1)
    #expect(path.extract(from: .success(.first(1))) == nil)
    #expect(path.extract(from: .success(nil)) == nil)
    #expect(path.extract(from: .failure(Problem())) == nil)
    let appended = (/Result<Twins?, Problem>.success).appending(path: /Optional.some)
      .appending(path: /Twins.second)
    #expect(appended.extract(from: .success(.second(1))) == 1)
  }

  @Test func `a path can be made from two functions`() {
    let even = CasePath<Int, Int>(embed: { $0 * 2 }, extract: { $0 % 2 == 0 ? $0 / 2 : nil })
    #expect(even.extract(from: 6) == 3)
    #expect(even.extract(from: 7) == nil)
    var number = 6
    #expect(even.modify(&number) { $0 += 1 } != nil)
    #expect(number == 8)
    number = 7
    #expect(even.modify(&number) { $0 += 1 } == nil)
    #expect(number == 7)
  }

  @Test(arguments: 0..<200) func `an extracted value embeds to the same case`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func tree(_ depth: Int) -> Tree {
      switch Int.random(in: depth > 4 ? 0...1 : 0...3, using: &random) {
      case 0: .leaf(.random(in: 0...9, using: &random))
      case 1: .empty
      default: .node(tree(depth + 1), tree(depth + 1))
      }
    }
    let root = tree(0)
    let leaf = (/Tree.leaf).extract(from: root).map((/Tree.leaf).embed)
    let node = (/Tree.node).extract(from: root).map((/Tree.node).embed)
    switch root {
    case .leaf: #expect(leaf == root && node == nil)
    case .node: #expect(leaf == nil && node == root)
    case .empty: #expect(leaf == nil && node == nil)
    }
  }
}
