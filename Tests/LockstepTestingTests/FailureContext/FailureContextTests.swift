// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The causes of failures, and the course of the effects, below their messages.
@Suite struct FailureContextTests {
  @Test(arguments: DeskFailure.all)
  func `a failure shows its causes`(failure: DeskFailure) {
    #expect(reportedTexts(failure.play) == failure.texts)
  }

  @Test func `the context is not a part of the message`() throws {
    let issues = withReportedIssues {
      let store = deskStore()
      store.send(.count(to: 1), at: .step(1))
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(
      issue.message == """
        The store received 1 unexpected action after this one: …

        Unhandled actions: [
          DeskAction.count(
            to: 0
          ),
        ]

        Assert it with 'receive':

        store.receive(.count(to: 0))
        """
    )
    #expect(
      issue.context == """
        How this came about:

          2. DeskAction.count(to: 0)
             at once, by turn 1
          1. DeskAction.count(to: 1)
             by 'send' at Tests/Step.swift:1
        """
    )
    #expect(issue.description == "Tests/Step.swift:1: \(issue.message)")
  }

  @Test func `each of two stores shows its own turns`() {
    let texts = withReportedIssues {
      let (first, second) = (deskStore(), deskStore())
      first.send(.search("a"), at: .step(1))
      second.send(.count(to: 1), at: .step(2))
      second.receive(.count(to: 0), at: .step(3)) { $0.banner = "b" }
      first.receive(.found(["a"]), at: .step(4)) { $0.results = ["b"] }
    }
    .map(\.context)
    #expect(
      texts == [
        """
        How this came about:

          2. DeskAction.count(to: 0)
             at once, by turn 1
          1. DeskAction.count(to: 1)
             by 'send' at Tests/Step.swift:2
        """,
        """
        How this came about:

          2. DeskAction.found(["a"])
             by effect task "search", made at LockstepTestingTests/Desk.swift:5, started by turn 1
          1. DeskAction.search("a")
             by 'send' at Tests/Step.swift:1
        """,
      ]
    )
  }

  @Test func `a list of steps shows the context in the notes of its steps`() {
    var notes: [ReportedIssue] = []
    let issues = withReportedIssues {
      notes = NoteCollector.collect {
        assert(
          initialValue: Desk(),
          reducer: deskReducer,
          environment: DeskClient(queue: .immediate),
          steps: Step(.send, .search("a"), at: .step(1)),
          Step(.send, .noteTapped, at: .step(2)) { $0.note = DeskNote() },
          at: .step(100)
        )
      }
    }
    #expect(issues.map(\.text) == ["Action sent before handling 1 pending effect(s)"])
    #expect(
      notes.map(\.text) == [
        """
        Received, but not asserted: [
          DeskAction.found(
            [
              "a",
            ]
          ),
        ]

        Before this step, assert each action with 'Step(.receive(…))'.

        Step(.receive(.found(["a"])) { $0.results = ["a"] })

        DeskAction.found(["a"]) was skipped: this step begins with the state after it.

        How this came about:

          2. DeskAction.found(["a"])
             by effect task "search", made at LockstepTestingTests/Desk.swift:5, started by turn 1
          1. DeskAction.search("a")
             by 'send' at Tests/Step.swift:1
        """
      ]
    )
  }

  @Test func `a single effect is shown without unrelated turns`() {
    let context = withReportedIssues {
      let store = deskStore()
      for number in 1...3 { store.send(.count(to: 0), at: .step(number)) }
      store.send(.listened, at: .step(4))
      store.environment.banners.send("a")
      store.receive(.bannerChanged("a"), at: .step(5)) { $0.banner = "a" }
    }
    .map(\.context)
    #expect(
      context == [
        """
        The turns, with the effects beside them:

            ⋮  3 turns
        a   4  listened            by 'send' at Tests/Step.swift:4
        ●─→ 5  bannerChanged("a")  by effect a

        a  subject "banners", made at LockstepTestingTests/Desk.swift:9, running
        """
      ]
    )
  }

  @Test func `an output is shown beside its turn`() {
    let context = withReportedIssues {
      let store = deskStore()
      store.send(.listened, at: .step(1))
      store.send(.noteTapped, at: .step(2)) { $0.note = DeskNote() }
      store.send(.note(.presented(.doneTapped)), at: .step(3))
      store.receive(.note(.dismiss), at: .step(4)) { $0.note = nil }
      store.receive(.ticked, at: .step(5)) { $0.ticks = 1 }
      store.skipRunning()
    }
    .map(\.context)
    #expect(
      context == [
        """
        The turns, with the effects beside them:

        a   1  listened                   by 'send' at Tests/Step.swift:1
        │   2  noteTapped                 by 'send' at Tests/Step.swift:2
        │   3  note.presented.doneTapped  sent .dismiss of DeskNoteAction, Output.finished("") of DeskNoteA…
        │   4  note.dismiss               at once, by turn 3

        a  subject "banners", made at LockstepTestingTests/Desk.swift:9, running
        """
      ]
    )
  }

  @Test func `a failure shows the times of turns if a scheduler moves`() {
    let queue = DispatchQueue.test
    let context = withReportedIssues {
      let store = deskStore(on: queue)
      store.send(.listened, at: .step(1))
      store.send(.queryChanged("a"), at: .step(2)) { $0.query = "a" }
      queue.advance(by: 0.2)
      store.send(.queryChanged("ab"), at: .step(3)) { $0.query = "ab" }
      queue.advance(by: 0.3)
      store.receive(.search("ab"), at: .step(4))
      store.receive(.found(["ab"]), at: .step(5)) { $0.results = ["ab"] }
      store.receive(.found(["a"]), at: .step(6)) { $0.results = ["a"] }
      store.skipRunning()
    }
    .map(\.context)
    #expect(
      context == [
        """
        The turns, with the effects beside them:

        a       1    0 s  listened            by 'send' at Tests/Step.swift:1
        │ b     2         queryChanged("a")   by 'send' at Tests/Step.swift:2
        │ ✕ c   3  0.2 s  queryChanged("ab")  by 'send' at Tests/Step.swift:3
        │ d ●─→ 4  0.5 s  search("ab")        by effect c
        │ ●───→ 5         found(["ab"])       by effect d

        a  subject "banners", made at LockstepTestingTests/Desk.swift:9, running
        b  debounce, made at LockstepTestingTests/Desk.swift:3, cancelled in turn 3
        c  debounce, made at LockstepTestingTests/Desk.swift:3, finished in turn 4
        d  task "search", made at LockstepTestingTests/Desk.swift:5, finished in turn 5
        """
      ]
    )
  }
}
