// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The messages of explorations that fail.
@Suite struct ExplorationFailureTests {
  private struct Problem: Error {}

  private static let line: UInt = #line
  private static let reducer = Reducer<String, String, Void> { log, action, _ in
    log += action
    switch action {
    case "start": return .merge(.task { " a" }, .task { " b" }, .task { " c" })
    default: return .none
    }
  }

  private static func place(_ line: UInt) -> String {
    "LockstepTestingTests/ExplorationFailureTests.swift:\(Self.line + line)"
  }

  /// Runs the feature once, and checks in which order its effects have ended.
  private static func play<Failure: Error>(
    _ check: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let store = TestStore(initialState: "", reducer: reducer, environment: ())
    store.exhaustivity = .off
    store.send("start")
    store.skipReceived()
    try check(store.state)
  }

  private static func messages(_ body: () -> Void) -> [String] {
    withReportedIssues(body).map(\.message)
  }

  private static let effect = "task, made at \(place(4))"

  @Test func `the failing order nearest to FIFO order is reported`() {
    let messages = Self.messages {
      let exploration = explore(.every()) {
        Self.play { if $0.hasSuffix("c a") { reportIssue("Wrong") } }
      }
      #expect(exploration.hasFailed)
      #expect(
        exploration.description.hasPrefix("Of \(exploration.schedules) orders, not all pass. ")
      )
    }
    #expect(messages.count == 2)
    #expect(messages.first == "Wrong")
    #expect(
      messages.last?.replacing(/all \d+ orders/, with: "all … orders")
        .replacing(/, \d+ fail;/, with: ", … fail;") == """
          A schedule fails: of all … orders, the one nearest to first in, first out, with 1 deviation.

          From action 2 on, it differs from first-in, first-out (FIFO) order, which passes: …

          First in, first out:

          a b c   1  "start"  by 'send' at \(Self.place(19))
          ●─│─│─→ 2  " a"     by effect a
            ●─│─→ 3  " b"     by effect b
              ●─→ 4  " c"     by effect c

          a  \(Self.effect), finished in turn 2
          b  \(Self.effect), finished in turn 3
          c  \(Self.effect), finished in turn 4

          The failing order:

          a b c   1  "start"  by 'send' at \(Self.place(19))
          │ ●─│─→ 2  " b"     by effect b
          │   ●─→ 3  " c"     by effect c
          ●─────→ 4  " a"     by effect a

          a  \(Self.effect), finished in turn 4
          b  \(Self.effect), finished in turn 2
          c  \(Self.effect), finished in turn 3

          The failure becomes certain with action 1: of 20 schedules that choose at random, … fail; of 20 that continue \
          with this one, all fail.

            1. "start"
               by 'send' at \(Self.place(19))

          Its failures are reported with this one. To replay it alone, write

            explore(.order("0:1")) {
          """
    )
  }

  @Test func `an order is replayed`() throws {
    let check = { (state: String) in if state.hasSuffix("c a") { reportIssue("Wrong") } }
    let found = Self.messages { explore(.every()) { Self.play(check) } }
    let order = try #require(found.last?.firstMatch(of: /explore\(\.order\("(.*)"\)\) {/)?.1)
    let replayed = Self.messages { explore(.order(String(order))) { Self.play(check) } }
    #expect(replayed.first == "Wrong")
    #expect(replayed.count == 2)
    #expect(
      replayed.last?.hasPrefix("A schedule fails: the order \"\(order)\".\n\nFrom action 2 on")
        == true
    )
    #expect(Self.messages { explore(.order("")) { Self.play(check) } } == [])
  }

  @Test(
    arguments: [
      ("77:2", "77:2", "no such choice"), ("0:99", "0:99", "2 alternatives there"),
    ]
  )
  func `replaying an order that the test no longer has is reported`(
    _ order: String,
    _ deviation: String,
    _ problem: String
  ) {
    var states: [String] = []
    let messages = Self.messages {
      explore(.order(order)) { Self.play { states.append($0) } }
    }
    #expect(states.count == 1)
    #expect(
      messages == [
        """
        The order to replay has the deviation \(deviation), but the body has \(problem).

        The test or the feature has changed since. Explore every order again.
        """
      ]
    )
  }

  @Test(arguments: ["x", "3", "3:0", "3:-1", "3:1:2", "5:1 3:1", "3:1,5:1", "99999999999:1"])
  func `an invalid order is reported and the body is not run`(_ text: String) {
    #expect(
      Self.messages { explore(.order(text)) { reportIssue("Never") } } == [
        """
        "\(text)" is not the order of a schedule.

        Copy the deviations from a failure, such as "3:1 7:2": pairs of the number of a choice, in ascending order, \
        and the number of an alternative. The body was not run.
        """
      ]
    )
  }

  @Test func `the search for the turning point can be turned off`() {
    let messages = Self.messages {
      explore(.every(), findsTurningPoint: false) {
        Self.play { if $0.hasSuffix("c a") { reportIssue("Wrong") } }
      }
    }
    #expect(messages.last?.contains("becomes certain") == false)
  }

  @Test func `the search for the turning point begins no run after 20,000 actions`() {
    var runs = 0
    let messages = Self.messages {
      explore(schedules: 1, seed: 0) {
        runs += 1
        let store = TestStore(
          initialState: "",
          reducer: Reducer<String, String, Void> { last, action, _ in
            last = action
            return action != "start"
              ? .none
              : .merge(
                .concatenate(repeatElement(Effect(value: ""), count: 999)),
                .task { "a" },
                .task { "b" }
              )
          },
          environment: ()
        )
        store.exhaustivity = .off
        store.send("start")
        store.skipReceived()
        if store.state != "b" { reportIssue("Wrong") }
      }
    }
    // The failing schedule, FIFO order, a repetition of the failure, and 20 variants of 1,002 actions each.
    #expect(runs == 23)
    #expect(messages.last?.hasPrefix("A schedule fails: number 1 of 1") == true)
    #expect(messages.last?.contains("20 schedules") == false)
  }

  @Test func `a failure that does not depend on the schedule is reported as such`() {
    var runs = 0
    let messages = Self.messages {
      explore(schedules: 100) {
        Self.play { _ in
          runs += 1
          if runs == 5 { reportIssue("Wrong") }
        }
      }
    }
    // Five schedules, FIFO order, and the schedule once more.
    #expect(runs == 7)
    #expect(
      messages.last?.contains(
        """
        It passes when it is repeated, so something other than the schedule decides, such as data from an earlier run, \
        a real clock or another thread.
        """
      ) == true
    )
  }

  @Test func `a failure after the last action becomes certain after that action`() {
    let messages = Self.messages {
      explore {
        let log = Recorder("")
        let store = TestStore(
          initialState: 0,
          reducer: Reducer<Int, Int, Void> { _, _, _ in
            .merge(
              ["a", "b"].map { name in
                .fireAndForget {
                  await Task.yield()
                  log.update { $0 += name }
                }
              }
            )
          },
          environment: ()
        )
        store.exhaustivity = .off
        store.send(0)
        store.skipReceived()
        if log.value == "ba" { reportIssue("Wrong") }
      }
    }
    let paragraphs = messages.last?.components(separatedBy: "\n\n") ?? []
    #expect(
      paragraphs.dropFirst().first == """
        Its actions are those of first-in, first-out (FIFO) order, which passes. The runs differ between the actions.
        """
    )
    #expect(
      paragraphs.contains {
        $0.wholeMatch(of: /The failure becomes certain only after the last action: of 20 .* fail\./)
          != nil
      }
    )
  }

  @Test func `a body that passes only in FIFO order fails for any other choice`() {
    let names = (0..<20).map { " \($0)" }
    let messages = Self.messages {
      explore {
        let store = TestStore(
          initialState: "",
          reducer: Reducer<String, String, Void> { log, action, _ in
            log += action
            return action.isEmpty ? .merge(names.map { name in .task { name } }) : .none
          },
          environment: ()
        )
        store.exhaustivity = .off
        store.send("")
        store.skipReceived()
        if store.state != names.joined() { reportIssue("Wrong") }
      }
    }
    #expect(
      messages.last?.contains(
        "It fails with any choices: 20 schedules that choose at random all fail."
      ) == true
    )
  }

  @Test func `if FIFO order fails, the exploration reports it instead of a race`() {
    let messages = Self.messages {
      explore(.every()) { Self.play { _ in reportIssue("Wrong") } }
    }
    #expect(messages.count == 2)
    #expect(
      messages.last == """
        First-in, first-out (FIFO) order fails too, so this is not a race.

        The test fails without an exploration as well. Its failures are reported with this one. To replay it alone, \
        write

          explore(.order("")) {
        """
    )
  }

  @Test func `only the failing order reports issues, even known issues`() {
    let lines = Recorder<[String]>([])
    withKnownIssue {
      explore(.every()) {
        Self.play {
          withKnownIssue(isIntermittent: true) { Issue.record("Known") }
          #expect($0.hasSuffix("c a") == false)
        }
      }
    } matching: { issue in
      lines.update { $0.append("\(issue.comments.first?.rawValue.prefix(17) ?? "an expectation")") }
      return true
    }
    #expect(lines.value == ["an expectation", "A schedule fails:"])
  }

  @Test func `an error is thrown once`() {
    let messages = Self.messages {
      #expect(throws: Problem.self) {
        try explore(.every()) {
          try Self.play { if $0.hasSuffix("c a") { throw Problem() } }
        }
      }
    }
    #expect(messages.map { $0.prefix(17) } == ["A schedule fails:"])
  }

  @Test @MainActor func `the search runs an asynchronous body on the actor of the caller`() async {
    let issues = await withReportedIssues {
      await explore(.every()) {
        await Task.yield()
        MainActor.assertIsolated()
        Self.play { if $0.hasSuffix("c a") { reportIssue("Wrong") } }
      }
    }
    #expect(issues.count == 2)
    #expect(issues.first?.message == "Wrong")
  }

  @Test func `repeating a failing schedule also repeats its random draws`() {
    let messages = Self.messages {
      explore(.every()) {
        Self.play { _ in }
        if Schedule.current.delay(upTo: 2) == 1 { reportIssue("Half") }
      }
    }
    #expect(messages.first == "Half")
    #expect(messages.last?.contains("It passes when it is repeated") == false)
  }

  private actor Place {
    func explore() -> Int {
      var runs = 0
      LockstepTesting.explore(.every(limit: 100)) {
        runs += 1
        preconditionIsolated()
        ExplorationFailureTests.play { _ in }
      }
      return runs
    }
  }

  @Test func `the search runs a synchronous body on the actor of the caller`() async {
    #expect(await Place().explore() > 1)
  }

  @Test func `a search that reaches its limit reports that there are more orders`() {
    let exploration = explore(.every(limit: 5)) { Self.play { _ in } }
    #expect(exploration.isComplete == false)
    #expect(
      exploration.description.hasPrefix("5 orders pass, there are more. ")
    )
  }

  @Test func `a body that is not repeatable is reported`() {
    var count = 0
    let messages = Self.messages {
      explore(.every(limit: 50)) {
        count += 1
        for _ in 0..<(count % 3) { Self.play { _ in } }
        Self.play { _ in }
      }
    }
    #expect(
      messages == [
        """
        The body of an exploration is not repeatable: the same choices led to different alternatives.

        The exploration cannot try every order. Make the body depend only on its stores, its test schedulers and \
        values drawn from the schedule, not on a real clock, other threads or data from an earlier run.
        """
      ]
    )
  }
}
