// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

private struct Row: Equatable {
  var title: String
  var stamp = 0
}

private struct Detail: Equatable {
  var text = ""
  var stamp = 0
}

private struct Feed: Equatable {
  var page = 0
  var cursor = 0
  var generation = 0
  var detail: Detail?
  var rows = [Row(title: "a"), Row(title: "b")]
  var header = Detail()
}

private enum Action: Equatable {
  case nextPage
  case moveCursor
  case nothing
  case open
  case edit(String)
  case stampRow
  case load
  case loaded(Int)
  case editHeader(String)
  case editHeaderLater(String)
}

private let reducer = Reducer<Feed, Action, Void> { feed, action, _ in
  switch action {
  case .nextPage:
    feed.page += 1
    feed.cursor += 17
    feed.generation += 1
  case .moveCursor:
    feed.cursor += 17
  case .nothing: break
  case .open:
    feed.detail = Detail(text: "", stamp: 3)
  case .edit(let text):
    feed.detail?.text = text
    feed.detail?.stamp += 5
  case .stampRow:
    feed.rows[1].title += "!"
    feed.rows[1].stamp += 1
  case .load:
    return .task { .loaded(2) }
  case .loaded(let page):
    feed.page = page
    feed.cursor += 17
  case .editHeaderLater(let text):
    return Effect(value: .editHeader(text))
  case .editHeader(let text):
    feed.header.text = text
    feed.header.stamp += 1
  }
  return .none
}

@Suite struct IgnoreTests {
  private func makeStore() -> TestStore<Feed, Action, Void> {
    TestStore(initialState: Feed(), reducer: reducer, environment: ())
  }

  private func messages(_ test: (TestStore<Feed, Action, Void>) -> Void) -> [String] {
    withReportedIssues { test(makeStore()) }.map(\.description)
  }

  private func unchanged(_ path: String, line: Int) -> String {
    """
    Tests/Step.swift:\(line): An ignored part of the state has not changed: \(path)

    No action has changed it from here to the end. Remove it from 'ignore', so that steps compare it.
    """
  }

  // MARK: Comparing

  @Test func `ignored parts are neither compared nor shown, even if the closure sets them`() {
    let messages = messages { store in
      store.ignore(\.cursor, \.generation)
      store.send(.nextPage) { $0.page = 1 }
      store.send(.nextPage) {
        $0.page = 2
        $0.cursor = 34
        $0.generation = -1
      }
      store.send(.moveCursor)
      store.send(.moveCursor) { $0.cursor = 0 }
      store.send(.nothing) { $0.cursor = 5 }
      store.send(.nextPage, at: .step(7)) { $0.page = 9 }
      #expect(store.state.cursor == 17 * 5)
    }
    #expect(
      messages == [
        """
        Tests/Step.swift:7: A state change does not match expectation: …

          Feed(
        -   page: 9,
        +   page: 3,
            … (5 unchanged)
          )

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """
      ]
    )
  }

  @Test func `a closure that changes nothing fails if only an ignored part changes`() {
    let messages = messages { store in
      store.ignore(\.cursor)
      store.send(.moveCursor, at: .step(1)) { $0.page = 0 }
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix(
        "Tests/Step.swift:1: A state change was expected, but nothing has changed: …"
      ) == true
    )
  }

  @Test func `parts are ignored in all later steps, including received actions`() async {
    let messages = await withReportedIssues {
      let store = makeStore()
      store.send(.moveCursor, at: .step(1))
      store.ignore(\.cursor)
      store.send(.load)
      store.receive(.loaded(2)) { $0.page = 2 }
      store.send(.load)
      await store.receive(.loaded(2), timeout: .seconds(10))
      store.send(.load)
      store.receive(/Action.loaded)
    }
    .map { $0.description.split(separator: "\n").first ?? "" }
    #expect(messages == ["Tests/Step.swift:1: A state change does not match expectation: …"])
  }

  @Test func `parts can be ignored between a send and a receive`() {
    let messages = messages { store in
      store.send(.load)
      store.ignore(\.cursor)
      store.receive(.loaded(2)) { $0.page = 2 }
    }
    #expect(messages == [])
  }

  @Test func `parts can be ignored twice, overlap and be in an array`() {
    let messages = messages { store in
      store.ignore(\.cursor, \.cursor)
      store.ignore(\.cursor, at: .step(2))
      store.ignore(\.header, \.header.stamp)
      store.ignore(\.rows[1].stamp)
      store.send(.moveCursor)
      store.send(.editHeader("a"))
      store.send(.stampRow) { $0.rows[1].title = "b!" }
    }
    #expect(messages == [])
  }

  @Test func `a part of an optional value can be ignored`() {
    let messages = messages { store in
      store.ignore(optional: OptionalPath(\Feed.detail).appending(path: \.stamp))
      store.send(.edit("nothing"))
      store.send(.open) { $0.detail = Detail() }
      store.send(.edit("a")) { $0.detail?.text = "a" }
      store.send(.open, at: .step(3))
    }
    #expect(
      messages == [
        """
        Tests/Step.swift:3: A state change does not match expectation: …

          Feed(
            … (3 unchanged)
            detail: Detail(
        -     text: "a",
        +     text: "",
              … (1 unchanged)
            ),
            … (2 unchanged)
          )

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """
      ]
    )
  }

  @Test func `an ignored value that appears counts as a change`() {
    let messages = messages { store in
      store.ignore(optional: OptionalPath(\Feed.detail).appending(path: \.stamp))
      store.send(.open) { $0.detail = Detail() }
    }
    #expect(messages == [])
  }

  @Test func `notes of steps without exhaustivity do not show ignored parts`() {
    let notes = NoteCollector.collect {
      let store = makeStore()
      store.ignore(\.cursor, \.generation)
      store.withExhaustivity(.off, showsSkipped: true) {
        store.send(.nextPage, at: .step(1)) { $0.cursor = 4 }
        store.send(.moveCursor, at: .step(2))
        store.send(.load)
        store.skipReceived(at: .step(3))
      }
      store.send(.nextPage) { $0.page = 3 }
    }
    #expect(
      notes.map(\.description) == [
        """
        Tests/Step.swift:1: The state changed, and only what the closure of this step sets was asserted: …

          Feed(
        -   page: 0,
        +   page: 1,
            … (5 unchanged)
          )

        (Before: -, After: +)
        """,
        """
        Tests/Step.swift:3: 1 received action was skipped: …

        [
          Action.loaded(
            2
          ),
        ]
        """,
      ]
    )
  }

  // MARK: Parts

  @Test func `a scope ignores its own parts and the parts that its store ignores`() {
    let messages = messages { store in
      let header = store.scope(state: \.header, action: Action.editHeader)
      header.ignore(\.stamp)
      header.send("a") { $0.text = "a" }
      header.parent.send(.editHeader("b")) { $0.text = "b" }
      store.send(.editHeader("c")) {
        $0.header.text = "c"
        $0.header.stamp = 3
      }
      store.ignore(\.header.stamp)
      let other = store.scope(state: \.header)
      other.send(.editHeader("d")) { $0.text = "d" }
      other.send(.editHeader("d"))
      other.send(.editHeader("d")) { $0.stamp = 6 }
    }
    #expect(messages == [])
  }

  @Test func `suggested steps of a scope do not set ignored parts`() {
    let messages = messages { store in
      store.ignore(\.header.stamp)
      let header = store.scope(state: \.header)
      header.send(.editHeaderLater("a"))
      header.send(.editHeader("b")) { $0.text = "b" }
      store.skipReceived()
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains(
        """
        store.receive(.editHeader("a")) { $0.text = "a" }
        """
      ) == true
    )
  }

  // MARK: What never changes

  @Test func `an ignored part that never changes is reported at its ignore call`() {
    let messages = messages { store in
      store.ignore(\.cursor, \.generation, at: .step(1))
      store.ignore(\.header.text, at: .step(2))
      store.ignore(optional: OptionalPath(\Feed.detail).appending(path: \.stamp), at: .step(3))
      store.scope(state: \.header).ignore(\.text, at: .step(4))
      store.send(.moveCursor)
    }
    #expect(
      messages == [
        unchanged(#"\Feed.generation"#, line: 1),
        unchanged(#"\Feed.header.text"#, line: 2),
        unchanged(#"\Feed.detail .. \Detail.stamp"#, line: 3),
        unchanged(#"\Detail.text"#, line: 4),
      ]
    )
  }

  @Test func `an ignored part that a skipped action changes is not reported`() {
    let messages = messages { store in
      store.ignore(\.cursor)
      store.send(.load)
      store.skipReceived()
    }
    #expect(messages == [])
  }

  @Test func `an ignored part that changes after finish is not reported`() {
    let messages = messages { store in
      store.ignore(\.cursor)
      store.finish()
      store.send(.moveCursor)
    }
    #expect(messages == [])
  }

  @Test func `an unchanged part is reported once, and only if state changes must be asserted`() {
    let messages = messages { store in
      store.ignore(\.cursor, at: .step(1))
      store.finish()
      store.finish()
    }
    #expect(messages == [unchanged(#"\Feed.cursor"#, line: 1)])
    #expect(
      self.messages { store in
        store.ignore(\.cursor)
        store.exhaustivity = .off
      } == []
    )
  }

  // MARK: Lists of steps and explorations

  @Test func `a list of steps can ignore parts`() {
    let issues = withReportedIssues {
      assert(
        initialValue: Feed(),
        reducer: reducer,
        steps: .ignore(\.cursor, \.generation),
        .send(.nextPage) { $0.page = 1 },
        .ignore(\.header, at: .step(3))
      )
      makeStore()
        .assert(
          .ignore(\.cursor),
          .ignore(optional: OptionalPath(\.detail).appending(path: \.stamp)),
          .send(.moveCursor),
          .send(.open) { $0.detail = Detail() }
        )
    }
    #expect(issues.map(\.description) == [unchanged(#"\Feed.header"#, line: 3)])
  }

  @Test func `an exploration reports parts that never change in any schedule`() {
    let runs = Recorder(0)
    let issues = withReportedIssues {
      explore(.random(10)) {
        let run = runs.update { count in
          count += 1
          return count
        }
        let store = makeStore()
        store.ignore(\.cursor, \.generation, at: .step(1))
        store.ignore(\.header, at: .step(2))
        store.exhaustivity.remove(.receivedActions)
        store.send(.load)
        store.send(.load)
        store.skipReceived()
        if run == 2 { store.send(.nextPage) { $0.page = 3 } }
      }
    }
    #expect(runs.value == 10)
    #expect(issues.map(\.description) == [unchanged(#"\Feed.header"#, line: 2)])
  }
}
