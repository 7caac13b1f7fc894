// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import Testing

/// Tests a program that is killed while it saves.
@Suite struct KilledSavingTests {
  private struct Page: Codable {
    var number: Int
    var text: String
  }

  /// Kills a counting program 200 times at random moments.
  ///
  /// Each run uses the file of the previous run.
  @Test func `a file is readable after each kill, and has all that was said to be saved`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "count.json")
    var random = SplitMix64(seed: 1)
    var found = 0
    var roundsWithSaves = 0
    for round in 0..<60 {
      let output = folder.appending(path: "output")
      let milliseconds = Int.random(in: 0...90, using: &random)
      let lines = try run(file, output, killedAfter: .milliseconds(milliseconds))
      let numbers = { (word: String) in
        lines.filter { $0.hasPrefix("\(word) ") }.compactMap { Int($0.dropFirst(word.count + 1)) }
      }
      #expect(lines.allSatisfy { $0.hasPrefix("problem") == false }, "round \(round): \(lines)")
      // Each run starts with the file of the previous run.
      #expect(numbers("loaded").allSatisfy { $0 == found }, "round \(round): \(lines)")
      let saved = numbers("saved").last ?? found
      let changed = numbers("changed").last ?? found
      let (page, problem) = SavedFormat<Page>().load(from: .file(file))
      #expect(problem == nil, "round \(round)")
      let number = page?.number ?? 0
      #expect((saved...max(saved, changed)).contains(number), "round \(round): \(number), \(lines)")
      if numbers("saved").isEmpty == false { roundsWithSaves += 1 }
      found = number
    }
    #expect(roundsWithSaves > 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    // A kill leaves at most one unfinished copy.
    #expect(
      Set(files).isSubset(of: ["count.json", ".count.json.lock", ".count.json.saving", "output"])
    )
  }

  /// Runs the program, kills it some time after its first line, and returns its printed lines.
  private func run(
    _ file: URL,
    _ output: URL,
    killedAfter time: Duration
  ) throws -> [String] {
    let process = Process()
    process.executableURL = builtProgram("saving-counter")
    process.arguments = [file.path]
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while try Data(contentsOf: output).isEmpty, clock.now < deadline { usleep(500) }
    usleep(UInt32(time / .microseconds(1)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // The last line may be incomplete.
    let lines = try String(decoding: Data(contentsOf: output), as: UTF8.self)
    return lines.components(separatedBy: "\n").dropLast()
  }
}
