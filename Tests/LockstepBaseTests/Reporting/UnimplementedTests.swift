// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTesting
import Testing

private struct Player: Equatable {
  var name = "Blob"
}

/// A client with an endpoint of each kind.
private struct Client: Sendable {
  var ring: @Sendable () -> Void
  var ringFor: @Sendable (Int, String) -> Void
  var ringLater: @Sendable () async -> Void
  var ringOnScreen: @MainActor @Sendable () -> Void
  var save: @Sendable (Player) throws -> Void
  var saveLater: @Sendable (Player) async throws -> Void
  var load: @Sendable () throws -> Player
  var loadLater: @Sendable (Int, String) async throws -> Player
  var current: @Sendable () -> Player?
  var contains: @Sendable (String) async -> Bool
}

extension Client {
  /// Each endpoint is a closure that calls `unimplemented`.
  fileprivate static let closures = Self(
    ring: { unimplemented("ring") },
    ringFor: { unimplemented("ringFor(\($0), \($1))") },
    ringLater: { unimplemented("ringLater") },
    ringOnScreen: { unimplemented("ringOnScreen") },
    save: { _ in unimplemented("save") },
    saveLater: { _ in unimplemented("saveLater") },
    load: { try unimplemented("load") },
    loadLater: { id, _ in try unimplemented("loadLater(\(id))") },
    current: { unimplemented("current", placeholder: nil) },
    contains: { _ in unimplemented("contains", placeholder: true) }
  )

  /// Each endpoint is the result of `unimplemented`.
  fileprivate static let wholes = Self(
    ring: unimplemented("ring"),
    ringFor: unimplemented("ringFor"),
    ringLater: unimplemented("ringLater"),
    ringOnScreen: unimplemented("ringOnScreen"),
    save: unimplemented("save"),
    saveLater: unimplemented("saveLater"),
    load: unimplemented("load"),
    loadLater: unimplemented("loadLater"),
    current: unimplemented("current", placeholder: nil),
    contains: unimplemented("contains", placeholder: true)
  )

  /// Calls each endpoint, and returns its reports and its result or error.
  fileprivate func answers() async -> [String] {
    var answers: [String] = []
    func call(_ name: String, _ body: () async throws -> String) async {
      var answer = ""
      let issues = await withReportedIssues {
        do { answer = try await body() } catch { answer = "throws \(error)" }
      }
      answers.append("\(name): \(issues.map(\.message)) \(answer)")
    }
    await call("ring") { "\(ring())" }
    await call("ringFor") { "\(ringFor(1, "a"))" }
    await call("ringLater") { "\(await ringLater())" }
    await call("ringOnScreen") { "\(await MainActor.run { ringOnScreen() })" }
    await call("save") { "\(try save(Player()))" }
    await call("saveLater") { "\(try await saveLater(Player()))" }
    await call("load") { "\(try load())" }
    await call("loadLater") { "\(try await loadLater(1, ""))" }
    await call("current") { "\(current() as Any)" }
    await call("contains") { "\(await contains(""))" }
    return answers
  }
}

@Suite struct UnimplementedTests {
  @Test func `closures report, and return placeholders or throw`() async {
    #expect(
      await Client.closures.answers() == [
        #"ring: ["ring is unimplemented"] ()"#,
        #"ringFor: ["ringFor(1, a) is unimplemented"] ()"#,
        #"ringLater: ["ringLater is unimplemented"] ()"#,
        #"ringOnScreen: ["ringOnScreen is unimplemented"] ()"#,
        #"save: ["save is unimplemented"] ()"#,
        #"saveLater: ["saveLater is unimplemented"] ()"#,
        #"load: ["load is unimplemented"] throws load is unimplemented"#,
        #"loadLater: ["loadLater(1) is unimplemented"] throws loadLater(1) is unimplemented"#,
        #"current: ["current is unimplemented"] nil"#,
        #"contains: ["contains is unimplemented"] true"#,
      ]
    )
  }

  @Test func `unimplemented endpoints report, and throw if they can or return placeholders`() async
  {
    #expect(
      await Client.wholes.answers() == [
        #"ring: ["ring is unimplemented"] ()"#,
        #"ringFor: ["ringFor is unimplemented"] ()"#,
        #"ringLater: ["ringLater is unimplemented"] ()"#,
        #"ringOnScreen: ["ringOnScreen is unimplemented"] ()"#,
        #"save: ["save is unimplemented"] throws save is unimplemented"#,
        #"saveLater: ["saveLater is unimplemented"] throws saveLater is unimplemented"#,
        #"load: ["load is unimplemented"] throws load is unimplemented"#,
        #"loadLater: ["loadLater is unimplemented"] throws loadLater is unimplemented"#,
        #"current: ["current is unimplemented"] nil"#,
        #"contains: ["contains is unimplemented"] true"#,
      ]
    )
  }

  @Test func `a whole endpoint is reported where it was made`() {
    let ring: @Sendable () -> Void = unimplemented("ring", line: 12)
    let issues = withReportedIssues { ring() }
    #expect(issues.map(\.location.line) == [12])
    let file = "LockstepBaseTests/UnimplementedTests.swift"
    #expect(issues.map(\.location.fileID.description) == [file])
  }

  @Test func `a placeholder is made for each call`() {
    let count = Recorder(0)
    let next: @Sendable () -> Int = unimplemented(
      "next",
      placeholder: count.update { count in
        count += 1
        return count
      }
    )
    let issues = withReportedIssues {
      #expect(count.value == 0)
      #expect([next(), next()] == [1, 2])
    }
    #expect(issues.count == 2)
  }
}
