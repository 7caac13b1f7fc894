// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

private enum Counter {
  struct State {
    var count = 1
  }

  enum Action {
    case set(Int)
    case tapped
  }

  final class Session {
    var count = 1
  }

  struct Row<Value> {
    var value: Value
  }

  enum Inner {
    struct State {}
  }
}

private enum Event {
  case happened

  struct Place {}
}

/// Tests that the name of a type includes its namespace, which is an enum without cases.
@Suite struct TypeNamespaceTests {
  private enum Local {
    struct State {}
  }

  struct Nested {}

  @Test func `a type in an enum without cases is shown with the name of the enum`() {
    #expect(Dump(Counter.State()).boundedLine == "Counter.State(count: 1)")
    #expect(Dump(Counter.Action.set(2)).boundedLine == "Counter.Action.set(2)")
    #expect(Dump(Counter.Action.tapped).text == "Counter.Action.tapped")
    #expect(Dump(Counter.Row(value: 1)).boundedLine == "Counter.Row<Int>(value: 1)")
    #expect(Dump(Local.State()).text == "Local.State()")
    #expect(Dump(Counter.Action.self).text == "Counter.Action.self")
  }

  @Test func `only the innermost namespace is named`() {
    #expect(Dump(Counter.Inner.State()).boundedLine == "Inner.State()")
  }

  @Test func `classes and types nested in other types are shown without a namespace`() {
    #expect(Dump(Event.Place()).text == "Place()")
    #expect(Dump(Nested()).text == "Nested()")
    #expect(Dump(Counter.Session()).boundedLine == "Session(count: 1)")
    #expect(Dump(TypeNamespaceTests.self).text == "TypeNamespaceTests.self")
  }

  @Test func `a case is found in a namespace`() throws {
    let tapped = try #require(Dump.enumCase(of: Counter.Action.tapped))
    #expect(tapped.name == "tapped")
    let set = try #require(Dump.enumCase(of: Counter.Action.set(3)))
    #expect(set.name == "set")
    #expect(set.payload as? Int == 3)
  }

  @Test func `a key path names the namespace of its root`() {
    let path: AnyKeyPath = \Counter.State.count
    #expect(path.text == #"\Counter.State.count"#)
  }

  @Test func `a diff shows the namespace of a type`() {
    #expect(
      diff(Counter.State(count: 1), Counter.State(count: 2)) == """
          Counter.State(
        -   count: 1
        +   count: 2
          )
        """
    )
  }
}
