// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The length of failures with their context.
@Suite struct FailureContextLimitTests {
  private static func expectShort(_ issues: [ReportedIssue], _ name: String) {
    #expect(issues.isEmpty == false, "\(name)")
    for issue in issues {
      let (text, message) = (lineCount(issue.text), lineCount(issue.message))
      #expect(
        text < 40 || issue.context == nil,
        "\(name): \(text) lines, the message has \(message)"
      )
    }
  }

  private static func lineCount(_ text: String) -> Int { text.count { $0 == "\n" } + 1 }

  @Test(arguments: DeskFailure.all)
  func `a failure has fewer than forty lines`(failure: DeskFailure) {
    Self.expectShort(withReportedIssues(failure.play), failure.testDescription)
  }

  @Test(arguments: [2, 5, 6, 7, 100])
  func `a chain of causes shows its first and last turns`(count: Int) throws {
    let issues = withReportedIssues {
      let store = deskStore()
      store.send(.count(to: count), at: .step(1))
      for number in (1..<count).reversed() { store.receive(.count(to: number), at: .step(2)) }
      store.receive(.count(to: 0), at: .step(3)) { $0.ticks = 1 }
    }
    Self.expectShort(issues, "\(count)")
    let context = try #require(issues.first?.context)
    let isCut = count > 5
    #expect(context.contains("turns between)") == isCut)
    #expect(context.hasPrefix("How this came about:\n\n  \(count + 1). DeskAction.count(to: 0)\n"))
    let indentation = String(repeating: " ", count: "\(count + 1)".count + 4)
    #expect(
      context.hasSuffix(
        "1. DeskAction.count(to: \(count))\n\(indentation)by 'send' at Tests/Step.swift:1"
      )
    )
  }

  @Test func `a chain of a hundred turns is shortened`() {
    let context = withReportedIssues {
      let store = deskStore()
      store.send(.count(to: 100), at: .step(1))
      for number in (1..<100).reversed() { store.receive(.count(to: number), at: .step(2)) }
      store.receive(.count(to: 0), at: .step(3)) { $0.ticks = 1 }
    }
    .map(\.context)
    #expect(
      context == [
        """
        How this came about:

          101. DeskAction.count(to: 0)
               at once, by turn 100
          100. DeskAction.count(to: 1)
               at once, by turn 99
           99. DeskAction.count(to: 2)
               at once, by turn 98
          … (96 turns between)
            2. DeskAction.count(to: 99)
               at once, by turn 1
            1. DeskAction.count(to: 100)
               by 'send' at Tests/Step.swift:1
        """
      ]
    )
  }

  @Test(arguments: [1, 10, 12, 20, 30, 50, 100])
  func `a failure with many effects at the end is short`(count: Int) {
    let issues = withReportedIssues {
      let store = deskStore(on: DispatchQueue.test)
      for number in 1...count {
        store.send(.listened, at: .step(number))
        store.send(.search("\(number)"), at: .step(number))
        store.receive(.found(["\(number)"]), at: .step(number)) { $0.results = ["\(number)"] }
      }
    }
    Self.expectShort(issues, "\(count)")
  }

  @Test(arguments: [1, 10, 20, 30, 50])
  func `a failure with many actions at the end is short`(count: Int) {
    let issues = withReportedIssues {
      let store = deskStore()
      store.send(.refreshTapped(count), at: .step(1))
    }
    Self.expectShort(issues, "\(count)")
  }

  @Test(arguments: 0...40)
  func `a failure with large states and actions is short`(count: Int) {
    let words = (0..<count).map { "\($0)" }
    let issues = withReportedIssues {
      let store = deskStore()
      store.environment.search = { _ in words }
      store.send(.listened, at: .step(1))
      store.send(.search("a"), at: .step(2))
      store.send(.noteTapped, at: .step(3)) { $0.note = DeskNote() }
      store.receive(.found(["b"]), at: .step(4)) { $0.results = ["b"] }
      store.send(.search("a"), at: .step(5))
      store.receive(.found(words), at: .step(6)) { $0.results = ["b"] }
      store.skipRunning()
    }
    Self.expectShort(issues, "\(count)")
  }

  @Test func `a failure with long names is short`() {
    let word = String(repeating: "word ", count: 1_000)
    let issues = withReportedIssues {
      let store = deskStore()
      store.send(.listened, at: .step(1))
      store.send(.queryChanged(word), at: .step(2)) { $0.query = word }
      store.skipRunning()
    }
    Self.expectShort(issues, "long names")
    for line in (issues.first?.context ?? "").split(separator: "\n") { #expect(line.count < 210) }
  }
}
