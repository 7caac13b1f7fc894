// SPDX-License-Identifier: MIT

import Foundation
import LockstepTestSupport
import Testing

/// When snapshots are recorded, checked in a process with its own environment.
@Suite struct SnapshotWriterTests {
  /// A folder of its own for each test, and the file in it.
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "snapshot-writer-\(UUID())", directoryHint: .isDirectory)
  private var file: URL { folder.appending(path: "Snapshots/counter.txt") }

  private let frames = """
    == at first ==
    0

    == press up ==
    1

    """
  private let consequenceInCI = """
    Snapshots are not recorded when CI is set, so that an unreviewed snapshot is never accepted. If the current \
    screens are correct, run the test locally with LOCKSTEP_WRITE_SNAPSHOTS=1 to record them.
    """

  private var content: String? { try? String(contentsOf: file, encoding: .utf8) }

  /// Runs the program in the folder; returns what it printed.
  private func run(_ environment: [String: String]) throws -> String {
    let process = Process()
    process.executableURL = builtProgram("snapshot-writer")
    process.arguments = [file.path]
    process.currentDirectoryURL = folder
    // The process that runs the tests detects leaks and races, and records coverage.
    let instruments = [
      "ASAN_OPTIONS": "detect_leaks=0", "TSAN_OPTIONS": "report_bugs=0",
      "LLVM_PROFILE_FILE": "/dev/null",
    ]
    process.environment = environment.merging(instruments) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    return String(decoding: printed ?? Data(), as: UTF8.self)
  }

  /// Runs a body with an empty folder, which is removed afterwards.
  private func withFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body()
  }

  @Test(arguments: [["CI": "1"], ["CI": "1", "LOCKSTEP_WRITE_SNAPSHOTS": "1"]])
  func `snapshots are not written if CI is set`(environment: [String: String]) throws {
    try withFolder {
      let printed = try run(environment)
      #expect(printed == "There is no snapshot in '\(file.path)'.\n\n\(consequenceInCI)\n")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files == [])
    }
  }

  @Test func `snapshots are not written if LOCKSTEP_WRITE_SNAPSHOTS is not set`() throws {
    try withFolder {
      let printed = try run([:])
      #expect(
        printed == """
          There is no snapshot in '\(file.path)'.

          If the current screens are correct, run the test again with LOCKSTEP_WRITE_SNAPSHOTS=1 to record them.

          """
      )
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files == [])
    }
  }

  @Test func `a test fails once if LOCKSTEP_WRITE_SNAPSHOTS is set outside CI`() throws {
    try withFolder {
      let printed = try run(["CI": "", "LOCKSTEP_WRITE_SNAPSHOTS": "1"])
      #expect(
        printed == """
          There is no snapshot in '\(file.path)'.

          Recorded the snapshot, because LOCKSTEP_WRITE_SNAPSHOTS is set. Review the changes. The next run of the test \
          compares with this snapshot.

          """
      )
      #expect(content == frames)
      for environment in [[:], ["CI": "1"], ["LOCKSTEP_WRITE_SNAPSHOTS": "1"]] as [[String: String]]
      {
        let printed = try run(environment)
        #expect(printed == "")
        #expect(content == frames)
      }
    }
  }

  @Test func `a changed snapshot is recorded only outside CI`() throws {
    let old = frames.replacing("1", with: "2")
    let difference = """
      The terminal does not match the snapshot in '\(file.path)': …

      == press up ==
      - 2
      + 1

      (Expected: -, Actual: +)
      """
    try withFolder {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(old.utf8).write(to: file)
      #expect(
        try run(["CI": "1", "LOCKSTEP_WRITE_SNAPSHOTS": "1"])
          == "\(difference)\n\n\(consequenceInCI)\n"
      )
      #expect(content == old)
      #expect(
        try run(["LOCKSTEP_WRITE_SNAPSHOTS": "1"]) == """
          \(difference)

          Recorded the snapshot, because LOCKSTEP_WRITE_SNAPSHOTS is set. Review the changes. The next run of the test \
          compares with this snapshot.

          """
      )
      #expect(content == frames)
    }
  }
}
