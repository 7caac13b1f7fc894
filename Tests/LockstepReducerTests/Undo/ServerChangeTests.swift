// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

/// Undo and redo keep changes that the server made between the user's steps.
@Suite struct ServerChangeTests {
  struct Doc: Equatable {
    var count = 0
    var text = ""
    var server = 0
  }

  private let doc = Undoable(Doc())

  // MARK: Steps

  @Test func `a redo keeps the server's change`() {
    let redone = doc.after(.step { $0.count = 1 }, .undo, .server { $0.server = 2 }, .redo)
    #expect(redone.value == Doc(count: 1, server: 2))
    #expect(redone.after(.undo).value == Doc(server: 2))
  }

  @Test func `an undo keeps the server's changes`() {
    let changed = doc.after(
      .step { $0.count += 1 },
      .server { $0.server = 2 },
      .step { $0.count += 1 },
      .server { $0.server = 3 }
    )
    #expect(changed.after(.undo).value == Doc(count: 1, server: 3))
    #expect(changed.after(.undo, .undo).value == Doc(server: 3))
    #expect(changed.after(.undo, .undo, .redo, .redo).value == Doc(count: 2, server: 3))
  }

  @Test func `typing back leaves no step that undoes nothing of the user's`() {
    let typed = doc.after(
      .step { $0.count = 1 },
      .typing("text") { $0.text = "B" },
      .server { $0.server = 7 },
      .typing("text") { $0.text = "" }
    )
    #expect(typed.undoCount == 1)
    #expect(typed.after(.undo).value == Doc(server: 7))
  }

  @Test func `the step that the user is typing stays open`() {
    let typed = doc.after(
      .typing("text") { $0.text = "a" },
      .server { $0.server = 1 },
      .typing("text") { $0.text = "ab" }
    )
    #expect(typed.undoCount == 1)
    #expect(typed.after(.undo).value == Doc(server: 1))
  }

  @Test func `a part that a step has changed stays the user's`() {
    let changed = doc.after(
      .step { $0.text = "pie" },
      .server {
        $0.text = "Pie"
        $0.server = 1
      }
    )
    #expect(changed.after(.undo).value == Doc(server: 1))
    #expect(changed.after(.undo, .redo).value == Doc(text: "Pie", server: 1))
  }

  @Test func `a step that the server has taken back is dropped`() {
    let back = doc.after(.step { $0.count = 1 }, .step { $0.count = 2 }, .server { $0.count = 1 })
    #expect(back.undoCount == 1)
    #expect(back.after(.undo).value == Doc())
    let forward = doc.after(
      .step { $0.count = 1 },
      .step { $0.count = 2 },
      .undo,
      .undo,
      .server { $0.count = 1 }
    )
    #expect(forward.redoCount == 1)
    #expect(forward.after(.redo).value == Doc(count: 2))
  }

  // MARK: Parts

  /// Applies a change by the user and one by the server, and returns the value after an undo and after a redo.
  private func bothChanges<Value: Equatable & Sendable>(
    of value: Value,
    user: @escaping @Sendable (inout Value) -> Void,
    server: @escaping @Sendable (inout Value) -> Void
  ) -> (undone: Value, redone: Value) {
    let undone = Undoable(value).after(.step(user), .server(server), .undo)
    let late = Undoable(value).after(.step(user), .undo, .server(server), .redo)
    return (undone.value, late.value)
  }

  struct Row: Equatable, Identifiable {
    var id: Int
    var name = ""
    var price = 0
  }

  struct Parts: Equatable {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    var row: Row? = Row(id: 1)
    var prices = ["a": Row(id: 1), "b": Row(id: 2)]
    var tags: Set = ["a", "b"]
    var words = ["a", "b", "c"]
    var list = [Row(id: 1), Row(id: 2)]
    var pair = Pair()
    var path: StackState<Row> = [Row(id: 1), Row(id: 2)]

    struct Pair: Equatable {
      var pair: (name: String, price: Int) = ("", 0)

      static func == (lhs: Self, rhs: Self) -> Bool { lhs.pair == rhs.pair }
    }
  }

  @Test func `the elements of an identified array are changed by their ids`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.rows.remove(id: 1)
      $0.rows[id: 2]?.name = "two"
      $0.rows.append(Row(id: 4))
    } server: {
      $0.rows[id: 2]?.price = 2
      $0.rows.remove(id: 3)
      if let place = $0.rows.index(id: 2) { $0.rows.insert(Row(id: 5), at: place + 1) }
    }
    #expect(undone.rows.elements == [Row(id: 1), Row(id: 2, price: 2), Row(id: 5)])
    #expect(
      redone.rows.elements == [Row(id: 2, name: "two", price: 2), Row(id: 5), Row(id: 4)]
    )
  }

  @Test func `the order of a server is kept if the user has not changed which elements there are`()
  {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.rows[id: 1]?.name = "one"
    } server: {
      $0.rows.reverse()
      $0.rows.insert(Row(id: 4), at: 1)
    }
    #expect(undone.rows.ids == [3, 4, 2, 1])
    #expect(redone.rows.ids == [3, 4, 2, 1])
    #expect(redone.rows[id: 1]?.name == "one")
  }

  @Test func `the value of an optional is changed, unless it is another one`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.row?.name = "one"
    } server: {
      $0.row?.price = 1
    }
    #expect(undone.row == Row(id: 1, price: 1))
    #expect(redone.row == Row(id: 1, name: "one", price: 1))
    let (old, _) = bothChanges(of: Parts()) {
      $0.row = Row(id: 9)
    } server: {
      $0.row?.price = 1
    }
    #expect(old.row == Row(id: 1))
    let (missing, _) = bothChanges(of: Parts()) {
      $0.row = nil
    } server: {
      $0.row = Row(id: 9)
    }
    #expect(missing.row == Row(id: 1))
  }

  @Test func `the values of a dictionary are changed by their keys, and a set by its elements`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.prices["a"]?.name = "A"
      $0.prices["b"] = nil
      $0.tags = ["b", "c"]
    } server: {
      $0.prices["a"]?.price = 1
      $0.prices["d"] = Row(id: 4)
      $0.tags.remove("b")
      $0.tags.insert("d")
    }
    #expect(undone.prices == ["a": Row(id: 1, price: 1), "b": Row(id: 2), "d": Row(id: 4)])
    #expect(redone.prices == ["a": Row(id: 1, name: "A", price: 1), "d": Row(id: 4)])
    #expect(undone.tags == ["a", "d"])
    #expect(redone.tags == ["c", "d"])
  }

  @Test func `the elements of an array are changed by their values`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.words = ["b", "c", "e"]
    } server: {
      $0.words.removeAll { $0 == "c" }
      $0.words.insert("d", at: $0.words.firstIndex(of: "b").map { $0 + 1 } ?? 0)
    }
    #expect(undone.words == ["a", "b", "d"])
    #expect(redone.words == ["b", "d", "e"])
  }

  @Test func `an element of an array that both have changed is changed part by part`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.list[1].name = "two"
    } server: {
      $0.list[1].price = 2
      $0.list.append(Row(id: 3))
    }
    #expect(undone.list == [Row(id: 1), Row(id: 2, price: 2), Row(id: 3)])
    #expect(redone.list == [Row(id: 1), Row(id: 2, name: "two", price: 2), Row(id: 3)])
  }

  @Test func `a list that a server replaces is replaced in all steps`() {
    let replaced = Undoable<[String]>([]).after(
      .step { $0.append("x") },
      .server { $0 = ["s", "t"] },
      .undo
    )
    #expect(replaced.value == ["s", "t"])
    #expect(replaced.canRedo == false)
  }

  @Test func `an array with too many changes stays the user's`() {
    let (undone, _) = bothChanges(of: [0]) {
      $0.append(1)
    } server: {
      $0 = Array(1_000..<5_000)
    }
    #expect(undone == [0])
  }

  @Test func `the elements of a tuple are changed one by one`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.pair.pair.name = "a"
    } server: {
      $0.pair.pair.price = 1
    }
    #expect(undone.pair.pair == ("", 1))
    #expect(redone.pair.pair == ("a", 1))
  }

  @Test func `screens of a stack are changed by their ids`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.path[id: 0]?.name = "one"
    } server: {
      $0.path[id: 0]?.price = 1
      $0.path[id: 1]?.price = 2
    }
    #expect(undone.path.elements == [Row(id: 1, price: 1), Row(id: 2, price: 2)])
    #expect(redone.path.elements == [Row(id: 1, name: "one", price: 1), Row(id: 2, price: 2)])
  }

  // MARK: Types

  private struct Text: CustomReflectable, Equatable {
    var start = 0
    var end = 0
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  private enum Shape: Equatable {
    case circle(radius: Int, color: Int)
  }

  private final class Object: Equatable, Sendable {
    static func == (lhs: Object, rhs: Object) -> Bool { lhs === rhs }
  }

  @Test func `a value that hides its properties is one part, and so are enums and objects`() {
    let (text, _) = bothChanges(of: Text()) {
      $0.start = 1
    } server: {
      $0.end = 2
    }
    #expect(text == Text())
    let (range, _) = bothChanges(of: 0..<1) {
      $0 = 0..<9
    } server: {
      $0 = 5..<9
    }
    #expect(range == 0..<1)
    let (word, _) = bothChanges(of: "a") {
      $0 = "a long text that is stored elsewhere"
    } server: {
      $0 += " and longer"
    }
    #expect(word == "a")
    let (shape, _) = bothChanges(of: Shape.circle(radius: 1, color: 1)) {
      $0 = .circle(radius: 2, color: 1)
    } server: {
      $0 = .circle(radius: 2, color: 2)
    }
    #expect(shape == .circle(radius: 1, color: 1))
    let objects = (Object(), Object(), Object())
    let (object, _) = bothChanges(of: objects.0) {
      $0 = objects.1
    } server: {
      $0 = objects.2
    }
    #expect(object == objects.0)
  }

  private struct Mixed: Equatable {
    weak var weakObject: Object?
    unowned var object: Object
    unowned(unsafe) var unsafeObject: Object
    var action: @Sendable (Int) -> Int = { $0 }
    var actions: (@Sendable () -> Void)?
    var type: Any.Type = Int.self
    var any: any Sendable = 0
    var server = 0
    var user = 0

    static func == (lhs: Self, rhs: Self) -> Bool {
      (lhs.server, lhs.user) == (rhs.server, rhs.user)
    }
  }

  /// Returns a value whose unowned properties refer to a deallocated object.
  private func makeMixed(_ object: Object) -> Mixed {
    let released = Object()
    return Mixed(weakObject: object, object: released, unsafeObject: released)
  }

  /// The merge does not read weak or unowned references, functions or existential values.
  @Test func `properties of all kinds stand beside those that change`() {
    let object = Object()
    let boxed = Undoable(Sealed(value: makeMixed(object))).after(
      .step { $0.value.user = 1 },
      .server {
        $0.value.server = 2
        $0.value.action = { $0 + 1 }
        $0.value.any = "any"
      },
      .undo
    )
    #expect((boxed.value.value.server, boxed.value.value.user) == (2, 0))
    #expect(boxed.value.value.action(1) == 1)
    #expect(boxed.value.value.weakObject === object)
    withExtendedLifetime(object) {}
  }

  /// Makes a value `Sendable` whose type is not.
  private struct Sealed: Equatable, @unchecked Sendable {
    var value: Mixed
  }

  private struct Generic<Value: Equatable & Sendable>: Equatable {
    var first: Value
    var second: [Value]
    var date = Date(timeIntervalSince1970: 0)
  }

  @Test func `properties of generic types are found`() {
    let (undone, redone) = bothChanges(of: Generic(first: "a", second: ["b"])) {
      $0.first = "A"
      $0.second.append("c")
    } server: {
      $0.second[0] = "B"
      $0.date = Date(timeIntervalSince1970: 1)
    }
    let date = Date(timeIntervalSince1970: 1)
    #expect(undone == Generic(first: "a", second: ["B"], date: date))
    #expect(redone == Generic(first: "A", second: ["B", "c"], date: date))
  }

  private struct Tree: Equatable {
    var number = 0
    var other = 0
    var children: [Tree] = []
  }

  @Test func `a deep value is changed down to a limit`() {
    func tree(_ depth: Int, number: Int, other: Int) -> Tree {
      (0..<depth).reduce(Tree(number: number, other: other)) { tree, _ in Tree(children: [tree]) }
    }
    for (depth, isChanged) in [(10, true), (1_000, false)] {
      let before = tree(depth, number: 0, other: 0)
      let step = tree(depth, number: 1, other: 0)
      let server = tree(depth, number: 1, other: 1)
      let undone = Undoable(before).after(.step { $0 = step }, .server { $0 = server }, .undo)
      #expect(undone.value == (isChanged ? tree(depth, number: 0, other: 1) : before))
    }
  }
}
