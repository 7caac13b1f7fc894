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

  @Test func `typing and deleting text leaves no step, even if the server has changed the value`() {
    let typed = doc.after(
      .step { $0.count = 1 },
      .typing("text") { $0.text = "B" },
      .server { $0.server = 7 },
      .typing("text") { $0.text = "" }
    )
    #expect(typed.undoCount == 1)
    #expect(typed.after(.undo).value == Doc(server: 7))
  }

  @Test func `a server change does not end the typing step`() {
    let typed = doc.after(
      .typing("text") { $0.text = "a" },
      .server { $0.server = 1 },
      .typing("text") { $0.text = "ab" }
    )
    #expect(typed.undoCount == 1)
    #expect(typed.after(.undo).value == Doc(server: 1))
  }

  @Test func `an undo reverts a property that both the user and the server changed`() {
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

  @Test func `a step is dropped if the server makes the same change`() {
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

  @Test func `the elements of an identified array are merged by id`() {
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

  @Test func `the server's order is kept if the user adds and removes no elements`() {
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

  @Test func `an optional value is merged unless the user or the server replaces it`() {
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

  @Test func `a dictionary is merged by key and a set by element`() {
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

  @Test func `the elements of an array are merged by value`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.words = ["b", "c", "e"]
    } server: {
      $0.words.removeAll { $0 == "c" }
      $0.words.insert("d", at: $0.words.firstIndex(of: "b").map { $0 + 1 } ?? 0)
    }
    #expect(undone.words == ["a", "b", "d"])
    #expect(redone.words == ["b", "d", "e"])
  }

  @Test func `an array element that both the user and the server change is merged by property`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.list[1].name = "two"
    } server: {
      $0.list[1].price = 2
      $0.list.append(Row(id: 3))
    }
    #expect(undone.list == [Row(id: 1), Row(id: 2, price: 2), Row(id: 3)])
    #expect(redone.list == [Row(id: 1), Row(id: 2, name: "two", price: 2), Row(id: 3)])
  }

  @Test func `an array that the server replaces is replaced in every step`() {
    let replaced = Undoable<[String]>([]).after(
      .step { $0.append("x") },
      .server { $0 = ["s", "t"] },
      .undo
    )
    #expect(replaced.value == ["s", "t"])
    #expect(replaced.canRedo == false)
  }

  @Test func `an undo restores the user's array if the server makes too many changes to merge`() {
    let (undone, _) = bothChanges(of: [0]) {
      $0.append(1)
    } server: {
      $0 = Array(1_000..<5_000)
    }
    #expect(undone == [0])
  }

  @Test func `the elements of a tuple are merged independently`() {
    let (undone, redone) = bothChanges(of: Parts()) {
      $0.pair.pair.name = "a"
    } server: {
      $0.pair.pair.price = 1
    }
    #expect(undone.pair.pair == ("", 1))
    #expect(redone.pair.pair == ("a", 1))
  }

  @Test func `the screens of a stack are merged by id`() {
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

  @Test func `values without reflected properties, enums and objects are restored as a whole`() {
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
  @Test func `a merge does not change references, functions and existential values`() {
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

  @Test func `the properties of a generic type are merged`() {
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

  @Test func `a nested value is merged up to a depth limit`() {
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
