// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// How frames are written to terminals that show them at once, and to others.
@Suite struct SynchronizedOutputTests {
  private let question = "\u{1B}[?2026$p"
  private let begin = "\u{1B}[?2026h"
  private let end = "\u{1B}[?2026l"

  /// An answer: 1 and 2 mean that the mode is on or off, 0 that there is none, 4 that it is never on.
  private func answer(_ setting: Int) -> String { "\u{1B}[?2026;\(setting)$y" }

  @Test(arguments: [1, 2])
  func `frames are synchronized if the terminal reports support for it`(setting: Int) throws {
    let run = try PrinterRun.start()
    #expect(run.output.components(separatedBy: question).count == 2)
    #expect(run.output.contains(begin) == false)

    run.output = ""
    try run.press(answer(setting) + "n", shows: "1")
    #expect(run.output.hasPrefix(begin))
    #expect(run.output.hasSuffix(end))
    run.output = ""
    try run.press("n", shows: "2")
    #expect(run.output.hasPrefix(begin))
    #expect(run.output.hasSuffix(end))

    run.output = ""
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
    #expect(run.output == end + PrinterRun.leave + "after\r\n")
  }

  @Test(arguments: [0, 4])
  func `frames are not synchronized if the terminal reports no support for it`(setting: Int) throws
  {
    let run = try PrinterRun.start()
    try run.press(answer(setting) + "n", shows: "presses: 1")
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
    #expect(run.output.contains(begin) == false)
    #expect(run.rest == "after\r\n")
  }

  @Test(arguments: [["TERM": "linux"], ["TERM_PROGRAM": "Apple_Terminal"]])
  func `terminals that would display the query are not queried`(
    environment: [String: String]
  ) throws {
    let run = try PrinterRun.start(environment: environment)
    #expect(run.output.contains(question) == false)
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
  }

  @Test func `an answer is not an event, wherever its bytes are split`() {
    var decoder = EventDecoder()
    let bytes = Array((answer(2) + "a").utf8)
    #expect(decoder.decode(bytes) == [.key(.character("a"))])
    #expect(bytes.flatMap { decoder.decode([$0]) } == [.key(.character("a"))])
  }

  @Test func `an unread answer does not reach the shell`() throws {
    // The program ends without reading; what is typed after the answer is for the shell.
    let run = try PrinterRun(["--end-at-once"], keys: answer(2) + "ls\n")
    #expect(try run.end() == (.exit, 0))
    #expect(run.output.hasSuffix(PrinterRun.leave + "after\r\n"))
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(run.pty.program, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "ls\n")
  }
}
