// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepTerminal

// Prints in a different way for each key while it shows a screen. Tests run this program, and check the screen and the
// printed output. `--on-error` shows the screen on standard error, `--print-before` prints before the screen appears,
// `--write` writes text, `--end-at-once` ends without reading a key, and `--twice` shows the screens a second time.

private struct Shown {
  var presses = 0
  var message = ""

  func screen(_ size: Screen.Size) -> Screen {
    var screen = Screen(size: size)
    screen.put("presses: \(presses)", row: 0, column: 0)
    screen.put(message, row: 1, column: 0)
    return screen
  }
}

/// Formats a number as a line of 100 bytes.
private func line(_ number: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: 99 - digits.count) + digits
}

@MainActor
private let output = Store(
  initialState: 0,
  reducer: Reducer<Int, Int, Void> { count, step, _ in
    count += step
    let number = count
    return .fireAndForget { print("printed \(number)") }
  },
  environment: ()
)

@MainActor
private func press(_ key: Key, on terminal: Terminal) throws {
  switch key {
  case .character("p"): output.send(1)
  case .character("o"): print("without a line break", terminator: "")
  case .character("e"): FileHandle.standardError.write(Data("on standard error\n".utf8))
  case .character("r"):
    reportIssue("Something is wrong.\nThis is a detail.", fileID: "App/Printer.swift", line: 7)
  case .character("c"):
    print("\u{1B}[31mred\u{1B}[0m 10%\r\u{1B}]0;title\u{7}\u{1B}[1;32m20%\u{1B}[m\tdone\n")
  case .character("s"):
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sh")
    child.arguments = ["-c", "echo child; echo error of child >&2"]
    try child.run()
    child.waitUntilExit()
  case .character("b"):
    // Starts a child process that prints after this program shows no more screens.
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sh")
    child.arguments = ["-c", "read line; echo late child"]
    let gate = Pipe()
    child.standardInput = gate
    try child.run()
    terminal.stop()
    gate.fileHandleForWriting.write(Data("\n".utf8))
    child.waitUntilExit()
    exit(0)
  case .character("d"):
    // Starts a second terminal object for the same terminal.
    let other = Terminal(output: 2)
    try other.start()
    print("printed while both are in use")
    terminal.stop()
    print("printed while one is in use")
    other.stop()
    exit(0)
  case .character("t"):
    Thread.detachNewThread {
      for number in 1... { print(line(number)) }
    }
  case .character("l"):
    for number in 1...100_000 { print(line(number)) }
  case .character("f"): fatalError("broken", file: "App/Printer.swift", line: 8)
  case .character("x"): exit(0)
  case .character("m"):
    // Draws a different frame every millisecond.
    let size = terminal.size
    Thread.detachNewThread {
      for number in 1... {
        var screen = Screen(size: size)
        for row in 0..<size.rows { screen.put("frame \(number)", row: row, column: row) }
        terminal.draw(screen)
        usleep(1_000)
      }
    }
  case .character("w"):
    // Writes directly to the terminal, which the library cannot intercept.
    try terminal.write("\u{1B}[1;1Hforeign")
  case .control("l"): terminal.redraw()
  case .control("z"): terminal.suspend()
  default: break
  }
}

@MainActor
private func showScreens(on terminal: Terminal) async throws {
  var shown = Shown()
  let messages = terminal.messages()
  let sizes = terminal.resizes()
  terminal.draw(shown.screen(terminal.size))
  // Checks for cancellation so that output from before the screens ended is not drawn over later screens.
  let listening = Task {
    for await message in messages where Task.isCancelled == false {
      shown.message = message
      terminal.draw(shown.screen(terminal.size))
    }
  }
  let resizing = Task {
    for await size in sizes where Task.isCancelled == false { terminal.draw(shown.screen(size)) }
  }
  defer {
    listening.cancel()
    resizing.cancel()
  }
  guard CommandLine.arguments.contains("--end-at-once") == false else { return }
  for await case .key(let key) in terminal.events() {
    if key == .character("q") { break }
    shown.presses += 1
    terminal.draw(shown.screen(terminal.size))
    try press(key, on: terminal)
  }
}

@main
enum TerminalPrinter {
  @MainActor
  static func main() async throws {
    let arguments = CommandLine.arguments
    let terminal = arguments.contains("--on-error") ? Terminal(output: 2) : Terminal()
    if arguments.contains("--write") {
      print("printed")
      return try terminal.write("written\n")
    }
    if arguments.contains("--print-before") { print("before") }
    for _ in 0..<(arguments.contains("--twice") ? 2 : 1) {
      try await terminal.withScreen { try await showScreens(on: terminal) }
      print("after")
    }
  }
}
