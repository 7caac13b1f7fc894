// SPDX-License-Identifier: MIT

import CTerminalSupport
import Foundation
import Testing

/// A terminal whose other side is the test.
///
/// Both sides stay open for as long as the value lives.
struct PseudoTerminal: ~Copyable {
  /// The side of the person: what is written here are keys, what is read is output.
  let person: Int32
  /// The side of the program.
  let program: Int32

  init(rows: UInt16 = 24, columns: UInt16 = 80) throws {
    var person: Int32 = -1
    var program: Int32 = -1
    try #require(terminal_open_pair(&person, &program))
    self.person = person
    self.program = program
    resize(rows: rows, columns: columns)
  }

  deinit {
    close(program)
    close(person)
  }

  func resize(rows: UInt16, columns: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &size)
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    let count = write(person, bytes, bytes.count)
    #expect(count == bytes.count)
  }

  /// The settings that raw mode changes, as text that says what differs.
  var mode: String {
    var attributes = termios()
    tcgetattr(program, &attributes)
    let flags: [(String, Bool)] = [
      ("echo", attributes.c_lflag & tcflag_t(ECHO) != 0),
      ("lines", attributes.c_lflag & tcflag_t(ICANON) != 0),
      ("signals", attributes.c_lflag & tcflag_t(ISIG) != 0),
      ("return", attributes.c_iflag & tcflag_t(ICRNL) != 0),
      ("output", attributes.c_oflag & tcflag_t(OPOST) != 0),
    ]
    return flags.filter(\.1).map(\.0).joined(separator: " ")
  }

  /// What raw mode leaves of ``mode``, and what a new terminal has.
  static let rawMode = "output"
  static let cookedMode = "echo lines signals return output"

  /// Reads output until it ends in something.
  func output(until suffix: String) throws -> String {
    try output { $0.hasSuffix(suffix) }
  }

  /// Reads output until there is enough of it.
  func output(until isEnough: (String) -> Bool) throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !isEnough(String(decoding: bytes, as: UTF8.self)) {
      var request = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&request, 1, 600_000) == 1
      try #require(isReady, "no more output after \(String(decoding: bytes, as: UTF8.self))")
      let count = read(person, &buffer, buffer.count)
      try #require(count > 0)
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
