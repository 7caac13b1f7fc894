// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/LockstepBase/Reporting` and of `withReportedIssues`.
@Suite struct ReportingCommentTests {
  struct AudioPlayerClient: Sendable {
    var play: @Sendable (String) -> Void

    static let failing = Self(
      play: { _ in reportIssue("AudioPlayerClient.play is unimplemented") }
    )
  }

  @Test func `a failing dependency reports an issue`() {
    let issues = withReportedIssues {
      AudioPlayerClient.failing.play("win")
    }
    #expect(issues.map(\.message) == ["AudioPlayerClient.play is unimplemented"])
  }

  /// In a process of its own, whose reporter is its own.
  @Test func `a program can install its own reporter`() async {
    await #expect(processExitsWith: .success) {
      IssueReporting.install(CrashLog())
      reportIssue("The save is broken.")
      guard log.lines.count == 1, log.lines[0].contains("The save is broken.") else {
        exit(EXIT_FAILURE)
      }
    }
  }

  @Test func `an endpoint that cannot throw returns a placeholder`() {
    let issues = withReportedIssues {
      #expect(ApiClient.failing.currentPlayer() == nil)
    }
    #expect(issues.map(\.message) == ["ApiClient.currentPlayer is unimplemented"])
  }

  @Test func `an endpoint that returns nothing needs no placeholder`() {
    let issues = withReportedIssues {
      ApiClient.failing.logout()
    }
    #expect(issues.map(\.message) == ["ApiClient.logout is unimplemented"])
  }

  @Test func `whole endpoints are unimplemented`() async {
    let issues = await withReportedIssues {
      #expect(Doorbell.failing.isMuted() == false)
      Doorbell.failing.ring(3)
      await #expect(throws: UnimplementedError.self) {
        try await PlayerStore.failing.insertPlayer("Blob")
      }
    }
    #expect(
      issues.map(\.message) == [
        "Doorbell.isMuted is unimplemented", "Doorbell.ring is unimplemented",
        "PlayerStore.insertPlayer is unimplemented",
      ]
    )
  }

  @Test func `an unimplemented endpoint that can throw throws an error`() async {
    let issues = await withReportedIssues {
      await #expect(throws: UnimplementedError.self) {
        try await DatabaseClient.failing.fetchPlayer(1)
      }
    }
    #expect(issues.map(\.message) == ["DatabaseClient.fetchPlayer(1) is unimplemented"])
  }
}

/// The text that a program writes to a file.
private struct Log: Sendable {
  private let text = Recorder<[String]>([])

  var lines: [String] { text.value }

  func record(_ line: String) {
    text.update { $0.append(line) }
  }
}

private let log = Log()

private struct CrashLog: IssueReporter {
  func report(_ issue: ReportedIssue) { log.record("\(issue)") }
}

private struct ApiClient: Sendable {
  var currentPlayer: @Sendable () -> String?
  var logout: @Sendable () -> Void
}

extension ApiClient {
  static let failing = Self(
    currentPlayer: { unimplemented("ApiClient.currentPlayer", placeholder: nil) },
    logout: { unimplemented("ApiClient.logout") }
  )
}

private struct DatabaseClient: Sendable {
  var fetchPlayer: @Sendable (Int) async throws -> String

  static let failing = Self(
    fetchPlayer: { id in try unimplemented("DatabaseClient.fetchPlayer(\(id))") }
  )
}

private struct Doorbell: Sendable {
  var isMuted: @Sendable () -> Bool
  var ring: @Sendable (Int) -> Void
}

extension Doorbell {
  static let failing = Self(
    isMuted: unimplemented("Doorbell.isMuted", placeholder: false),
    ring: unimplemented("Doorbell.ring")
  )
}

private struct PlayerStore: Sendable {
  var insertPlayer: @Sendable (String) async throws -> Void

  static let failing = Self(
    insertPlayer: unimplemented("PlayerStore.insertPlayer")
  )
}
