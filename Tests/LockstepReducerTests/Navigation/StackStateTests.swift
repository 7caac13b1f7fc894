// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct StackStateTests {
  @Test func `ids increase and are never reused`() {
    var stack: StackState<String> = ["a", "b"]
    #expect(stack.ids == [0, 1])
    #expect(stack.append("c") == 2)
    stack.pop(from: 1)
    #expect(stack.append("d") == 3)
    #expect(stack.ids == [0, 3])
    stack.removeAll()
    #expect(stack.append("e") == 4)
    #expect(stack.elements == ["e"])
    #expect(stack.nextID == 5)
  }

  @Test func `popping a screen also removes the screens above it`() {
    let full: StackState<Int> = [10, 11, 12, 13]
    var stack = full
    stack.pop(from: 2)
    #expect(stack.elements == [10, 11])
    stack = full
    stack.pop(to: 1)
    #expect(stack.elements == [10, 11])
    stack.pop(to: 1)
    #expect(stack.elements == [10, 11])
    #expect(stack.popLast() == 11)
    #expect(stack.popLast() == 10)
    #expect(stack.popLast() == nil)
    stack = full
    stack[id: 1] = nil
    #expect(stack.ids == [0])
    for id in [-1, 4, .max, .min] {
      stack = full
      stack.pop(from: id)
      stack.pop(to: id)
      #expect(stack == full)
      #expect(stack[id: id] == nil)
    }
  }

  @Test func `each screen is found by its id after random pops`() {
    var generator = SystemRandomNumberGenerator()
    var stack = StackState<Int>()
    var model: [(id: Int, state: Int)] = []
    for step in 0..<2_000 {
      if Int.random(in: 0..<10, using: &generator) > 0 {
        model.append((stack.append(step), step))
      } else if let screen = model.randomElement(using: &generator) {
        stack.pop(from: screen.id)
        model.removeAll { $0.id >= screen.id }
      }
      #expect(stack.ids == model.map(\.id))
      for (id, state) in model { #expect(stack[id: id] == state) }
      #expect(stack.top == model.last?.state)
      #expect(stack.count == model.count && stack.isEmpty == model.isEmpty)
      #expect(stack[id: (model.last?.id ?? -1) + 1] == nil)
    }
  }

  @Test func `a screen is changed in place`() {
    var stack: StackState<[Int]> = [Array(repeating: 0, count: 1_000), []]
    let address = stack.modify(id: 0) { array in
      array[0] = 1
      return array.withUnsafeBufferPointer { $0.baseAddress }
    }
    let second = stack.modify(id: 0) { array in
      array[1] = 1
      return array.withUnsafeBufferPointer { $0.baseAddress }
    }
    #expect(address == second)
    stack[id: 1]?.append(1)
    #expect(stack[id: 1] == [1])
    #expect(stack.modify(id: 2) { $0.append(1) } == nil)
  }

  @Test func `setting a screen for a missing id is reported`() {
    var stack: StackState<String> = ["a", "b"]
    stack.pop(from: 1)
    let before = stack
    let issues = withReportedIssues {
      stack[id: 1] = "c"
      stack[id: 7] = "c"
    }
    #expect(stack == before)
    #expect(
      issues.map(\.message) == [
        """
        A screen was set for an id that the stack does not contain.

        Id: 1
        Screens: [0]

        The stack has removed that screen. Add a screen with 'append', which returns its id.
        """,
        """
        A screen was set for an id that the stack does not contain.

        Id: 7
        Screens: [0]

        The stack never contained a screen with that id. Add a screen with 'append', which returns its id.
        """,
      ]
    )
  }

  @Test func `stacks are equal if their screens and ids are equal`() {
    var stack: StackState<String> = ["a"]
    var other = stack
    other.append("b")
    #expect(stack != other)
    other.popLast()
    // The next id does not affect equality.
    #expect(stack == other && stack.hashValue == other.hashValue)
    stack.removeAll()
    stack.append("a")
    #expect(stack != other)
  }

  @Test func `a message shows the screens under their ids`() {
    var stack: StackState<String> = ["a"]
    stack.append("b")
    #expect(Dump(stack).text == "[\n  0: \"a\",\n  1: \"b\",\n]")
  }

  @Test func `a test failure names the changed screen`() {
    struct State: Equatable { var path: StackState<Book> = [Book(), Book()] }
    let reducer = Reducer<State, Int, Void> { state, action, _ in
      switch action {
      case 0: return .merge(Effect(value: 1), Effect(value: 2))
      case 1: state.path[id: 1]?.title = "Persuasion"
      default: state.path.append(Book(title: "Sanditon"))
      }
      return .none
    }
    let issues = withReportedIssues {
      let store = TestStore(initialState: State(), reducer: reducer, environment: ())
      store.send(0)
    }
    #expect(
      issues.first?.message.contains("store.receive(1) { $0.path[id: 1]?.title = \"Persuasion\" }")
        == true
    )
    #expect(
      issues.first?.message.contains(
        """
        store.receive(2) { $0.path = […
        """
      ) == true || issues.first?.message.contains("store.receive(2) { $0.path = …") == true
    )
  }

  @Test func `a failure shows a stack as code only if a literal has the same ids`() {
    struct State: Equatable { var path: StackState<Int> = [1] }
    let reducer = Reducer<State, Int, Void> { state, action, _ in
      if action == 0 { return Effect(value: 1) }
      state.path.removeAll()
      state.path.append(2)
      return .none
    }
    func message(_ state: State) -> String {
      withReportedIssues {
        let store = TestStore(initialState: state, reducer: reducer, environment: ())
        store.send(0)
      }
      .map(\.message).joined()
    }
    #expect(message(State()).contains("store.receive(1) { $0.path = … }"))
    #expect(message(State(path: [])).contains("store.receive(1) { $0.path = [2] }"))
  }

  // MARK: Removing and moving

  @Test func `remove deletes a screen below other screens`() {
    var stack: StackState<String> = ["a", "b", "c"]
    #expect(stack.remove(id: 1) == "b")
    #expect(stack.remove(id: 1) == nil)
    #expect(stack.ids == [0, 2])
    #expect(stack.elements == ["a", "c"])
    #expect(stack.append("d") == 3)
    #expect(stack[id: 2] == "c")
    for id in [0, 2, 3] { stack.remove(id: id) }
    #expect(stack == [])
    #expect(stack.append("e") == 4)
  }

  @Test(arguments: [
    (0, 2, [1, 2, 0]), (2, 0, [2, 0, 1]), (1, 1, [0, 1, 2]), (1, .max, [0, 2, 1]),
    (1, .min, [1, 0, 2]), (7, 0, [0, 1, 2]),
  ])
  func `a moved screen is found by its id`(id: Int, position: Int, ids: [Int]) {
    var stack: StackState<Int> = [0, 1, 2]
    stack.move(id: id, to: position)
    #expect(stack.ids == ids)
    #expect(stack.elements == ids)
    for id in 0...2 {
      #expect(stack[id: id] == id)
      stack[id: id] = id * 10
    }
    #expect(stack.elements == ids.map { $0 * 10 })
    #expect(stack[id: 3] == nil)
    #expect(stack.append(30) == 3)
    stack.pop(from: 3)
    #expect(stack.ids == ids)
  }

  @Test func `random changes have the same result as changes of a list`() {
    for seed in 0..<200 {
      var generator = SplitMix64(seed: UInt64(seed))
      var (stack, list, next) = (StackState<Int>(), [(id: Int, state: Int)](), 0)
      for _ in 0..<60 {
        let id = Int.random(in: 0...max(next, 1), using: &generator)
        let index = list.firstIndex { $0.id == id }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
          #expect(stack.append(next) == next)
          list.append((next, next))
          next += 1
        case 2:
          stack.remove(id: id)
          list.removeAll { $0.id == id }
        case 3:
          stack.pop(from: id)
          if let index { list.removeSubrange(index...) }
        case 4:
          let position = Int.random(in: 0...5, using: &generator)
          stack.move(id: id, to: position)
          if let index { list.insert(list.remove(at: index), at: min(position, list.count)) }
        default:
          stack.modify(id: id) { $0 += 1000 }
          if let index { list[index].state += 1000 }
        }
        #expect(stack.ids == list.map(\.id))
        #expect(stack.elements == list.map(\.state))
      }
    }
  }

  // MARK: Coding

  @Test func `a stack is restored with its ids`() throws {
    var stack: StackState<String> = ["a", "b", "c"]
    stack.pop(from: 1)
    stack.append("d")
    stack.append("e")
    stack.popLast()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(stack)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"nextID":5,"screens":[{"id":0,"state":"a"},{"id":3,"state":"d"}]}"#
    )
    var decoded = try JSONDecoder().decode(StackState<String>.self, from: data)
    #expect(decoded == stack)
    #expect(decoded.append("f") == 5)
    decoded.move(id: 0, to: 2)
    #expect(decoded.ids == [3, 5, 0])
    let moved = try JSONDecoder().decode(StackState<String>.self, from: encoder.encode(decoded))
    #expect(moved == decoded)
    #expect(moved.nextID == 6)
    let empty = try JSONDecoder().decode(
      StackState<String>.self,
      from: encoder.encode(StackState<String>())
    )
    #expect(empty == [])
  }

  @Test(
    arguments: [
      (
        #"{"nextID":2,"screens":[{"id":1,"state":"a"},{"id":1,"state":"b"}]}"#,
        "More than one screen has the id 1."
      ),
      (
        #"{"nextID":9,"screens":[{"id":-1,"state":"a"}]}"#,
        "The screen id -1 is negative."
      ),
      (
        #"{"nextID":1,"screens":[{"id":1,"state":"a"}]}"#,
        "The next id, 1, is not greater than every screen id."
      ),
      (
        #"{"nextID":0,"screens":[{"id":9223372036854775807,"state":"a"}]}"#,
        "The screen id 9223372036854775807 leaves no id for the next screen."
      ),
    ]
  )
  func `a stack that cannot be is not decoded`(json: String, problem: String) {
    #expect {
      try JSONDecoder().decode(StackState<String>.self, from: Data(json.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription == problem
    }
  }

  @Test func `a stack whose ids are used up takes no more screens`() throws {
    let json = #"{"nextID":9223372036854775807,"screens":[]}"#
    var stack = try JSONDecoder().decode(StackState<String>.self, from: Data(json.utf8))
    let issues = withReportedIssues { _ = stack.append("a") }
    #expect(stack.isEmpty)
    #expect(
      issues.map(\.message) == [
        """
        A stack cannot add a screen: its next id is the greatest integer. Fix the data that the stack was decoded from.
        """
      ]
    )
  }
}
