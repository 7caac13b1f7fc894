// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import Testing

/// A terminal object where there is no terminal.
@Suite struct TerminalPipeTests {
  private func keys(_ descriptor: Int32) async -> [Key] {
    let terminal = Terminal(input: descriptor, output: descriptor, environment: [:])
    var keys: [Key] = []
    for await case .key(let key) in terminal.events() { keys.append(key) }
    return keys
  }

  @Test func `the keys of a pipe end when it is closed`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("ab\u{1B}".utf8))
    try pipe.fileHandleForWriting.close()
    #expect(
      await keys(pipe.fileHandleForReading.fileDescriptor)
        == [.character("a"), .character("b"), .escape]
    )
  }

  @Test func `keys written to a pipe later are delivered`() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let terminal = Terminal(input: descriptor, output: descriptor, environment: [:])
    var events = terminal.events().makeAsyncIterator()
    for letter in "abc" {
      async let event = events.next()
      try pipe.fileHandleForWriting.write(contentsOf: Data(String(letter).utf8))
      #expect(await event == .key(.character(letter)))
    }
    async let end = events.next()
    try pipe.fileHandleForWriting.close()
    #expect(await end == nil)
  }

  @Test func `ESC is a separate key if the next key arrives later`() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let terminal = Terminal(input: descriptor, output: descriptor, environment: [:])
    var events = terminal.events().makeAsyncIterator()
    try pipe.fileHandleForWriting.write(contentsOf: Data("\u{1B}b\u{1B}".utf8))
    #expect(await events.next() == .key(.alt("b")))
    #expect(await events.next() == .key(.escape))
    try pipe.fileHandleForWriting.write(contentsOf: Data("b".utf8))
    #expect(await events.next() == .key("b"))
  }

  @Test func `keys are read from a file`() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try String(repeating: "x", count: 5_000).write(to: url, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try FileHandle(forReadingFrom: url)
    #expect(
      await keys(file.fileDescriptor) == Array(repeating: .character("x"), count: 5_000)
    )
  }

  @Test func `input that cannot be read has no keys`() async throws {
    let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    #expect(await keys(null.fileDescriptor) == [])
    #expect(await keys(-1) == [])
  }

  @Test func `a program without standard input ends normally`() throws {
    let process = testProgram("terminal-keys")
    process.arguments = ["-c", "exec \"$0\" <&-", process.executableURL?.path ?? ""]
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let end = ContinuousClock.now + .seconds(60)
    while process.isRunning, ContinuousClock.now < end { usleep(10_000) }
    #expect(process.isRunning == false)
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
  }

  @Test func `no more input is read than requested keys need`() async throws {
    let zeros = try #require(FileHandle(forReadingAtPath: "/dev/zero"))
    let terminal = Terminal(input: zeros.fileDescriptor, output: -1, environment: [:])
    for await event in terminal.events() {
      #expect(event == .key(.control("@")))
      break
    }
  }

  @Test func `a pipe is not a terminal`() throws {
    let pipe = Pipe()
    let terminal = Terminal(
      input: pipe.fileHandleForReading.fileDescriptor,
      output: pipe.fileHandleForWriting.fileDescriptor,
      environment: ["LINES": "10", "COLUMNS": "30"]
    )
    #expect(!terminal.isInteractive)
    #expect(!terminal.supportsScreens)
    #expect(terminal.colors == .none)
    #expect(terminal.size == Screen.Size(rows: 10, columns: 30))
    let error = #expect(throws: TerminalError.self) { try terminal.start() }
    #expect(error?.code == .notATerminal)

    let text = String(repeating: "終\n", count: 1_000)
    try terminal.write(text)
    let written = try pipe.fileHandleForReading.read(upToCount: text.utf8.count)
    #expect(written == Data(text.utf8))
  }

  @Test func `without a terminal there is a default size`() {
    func size(_ environment: [String: String]) -> Screen.Size {
      Terminal(input: -1, output: -1, environment: environment).size
    }
    #expect(size([:]) == Screen.Size(rows: 24, columns: 80))
    #expect(size(["LINES": "-3", "COLUMNS": "wide"]) == Screen.Size(rows: 24, columns: 80))
    #expect(size(["COLUMNS": "9223372036854775807"]).columns == Screen.Size.limit)
  }

  @Test func `a failed write throws an error with its cause`() {
    let terminal = Terminal(input: -1, output: -1, environment: [:])
    let error = #expect(throws: TerminalError.self) { try terminal.write("text") }
    #expect(error?.code == .write)
    #expect(error?.systemError == EBADF)
    #expect(
      error?.description
        == "The output could not be written: Bad file descriptor (errno \(EBADF))."
    )
  }
}
