// SPDX-License-Identifier: MIT

internal import CLockstepTerminal
public import Foundation

/// A system terminal that a test controls instead of a user.
///
/// ```swift
/// let terminal = try PseudoTerminal(rows: 24, columns: 80)
/// let process = Process()
/// process.executableURL = URL(fileURLWithPath: "/bin/sh")
/// process.arguments = ["-c", "read line; echo \"$line\""]
/// try terminal.run(process)
/// terminal.type("It works.\n")
/// let output = try terminal.output { $0.contains("It works.\r\nIt works.\r\n") }
/// process.waitUntilExit()
/// ```
///
/// Both sides stay open for the lifetime of the value.
///
/// Isolation: any thread. The methods that read block the calling thread.
public struct PseudoTerminal: ~Copyable, Sendable {
  /// The descriptor of the user's side: write to it to type keys, and read from it to receive output.
  private let person: Int32
  /// The file descriptor of the program's side.
  public let program: Int32

  /// An error that indicates that the expected output did not arrive.
  public struct NoOutput: Error, CustomStringConvertible {
    /// The output received so far.
    public let output: String

    /// A sentence that contains the output.
    public var description: String {
      output.isEmpty
        ? "The program has written nothing." : "The program has written only: \(output)"
    }
  }

  /// Opens a pseudo-terminal.
  ///
  /// - Parameters:
  ///   - rows: The number of rows.
  ///   - columns: The number of columns.
  /// - Throws: `POSIXError` if the system cannot open a terminal.
  public init(rows: Int = 24, columns: Int = 80) throws {
    var (person, program): (Int32, Int32) = (-1, -1)
    guard terminal_open_pair(&person, &program) else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    self.person = person
    self.program = program
    resize(rows: rows, columns: columns)
  }

  deinit {
    close(program)
    close(person)
  }

  /// Resizes the terminal.
  ///
  /// If a program has a different controlling terminal, send it `SIGWINCH` yourself.
  public func resize(rows: Int, columns: Int) {
    var size = winsize(
      ws_row: UInt16(clamping: rows),
      ws_col: UInt16(clamping: columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
    _ = ioctl(person, UInt(TIOCSWINSZ), &size)
  }

  /// Starts a process with this terminal as its input and output.
  ///
  /// - Parameters:
  ///   - process: The process.
  ///   - showsErrors: Whether standard error also writes to this terminal. Otherwise it is discarded.
  /// - Throws: An error of `Process.run()`.
  public func run(_ process: Process, showsErrors: Bool = false) throws {
    let handle = FileHandle(fileDescriptor: program, closeOnDealloc: false)
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = showsErrors ? handle : FileHandle.nullDevice
    try process.run()
  }

  /// Types text.
  public func type(_ keys: String) {
    var bytes = Array(keys.utf8)[...]
    while bytes.isEmpty == false {
      let count = bytes.withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }

  /// A Boolean value that indicates whether the terminal is in raw mode: it delivers each key without echo, and no key
  /// sends a signal.
  public var isRaw: Bool { settings == ["output"] }

  /// A Boolean value that indicates whether the terminal has its initial settings: the system echoes keys and collects
  /// lines.
  public var isCooked: Bool { settings == ["echo", "lines", "signals", "return", "output"] }

  private var settings: [String] {
    var attributes = termios()
    tcgetattr(program, &attributes)
    let settings: [(String, Bool)] = [
      ("echo", attributes.c_lflag & tcflag_t(ECHO) != 0),
      ("lines", attributes.c_lflag & tcflag_t(ICANON) != 0),
      ("signals", attributes.c_lflag & tcflag_t(ISIG) != 0),
      ("return", attributes.c_iflag & tcflag_t(ICRNL) != 0),
      ("output", attributes.c_oflag & tcflag_t(OPOST) != 0),
    ]
    return settings.filter(\.1).map(\.0)
  }

  /// Reads output until it ends with a suffix.
  ///
  /// - Parameters:
  ///   - suffix: The suffix.
  ///   - timeout: The maximum time to wait for each piece of output.
  /// - Returns: The output.
  /// - Throws: ``NoOutput`` if the timeout expires or the program's side is closed.
  public func output(until suffix: String, timeout: Duration = .seconds(600)) throws -> String {
    try output(timeout: timeout) { $0.hasSuffix(suffix) }
  }

  /// Reads output until it satisfies a condition.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait for each piece of output.
  ///   - isEnough: Returns whether the output so far is sufficient.
  /// - Returns: The output.
  /// - Throws: ``NoOutput`` if the timeout expires or the program's side is closed.
  public func output(
    timeout: Duration = .seconds(600),
    until isEnough: (String) -> Bool
  ) throws -> String {
    let milliseconds = Int32(clamping: Int64(timeout / .milliseconds(1)))
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let output = String(decoding: bytes, as: UTF8.self)
      if isEnough(output) { return output }
      var request = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, milliseconds) == 1 else { throw NoOutput(output: output) }
      let count = read(person, &buffer, buffer.count)
      guard count > 0 else { throw NoOutput(output: output) }
      bytes += buffer[..<count]
    }
  }
}
