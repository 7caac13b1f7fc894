// SPDX-License-Identifier: MIT

internal import Foundation

func writeAll(_ text: String, to descriptor: Int32) throws(TerminalError) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      // Another process that shares the terminal made it non-blocking.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, -1)
    } else if errno != EINTR {
      throw TerminalError(.write, systemError: errno)
    }
  }
}

/// Returns the available bytes, `nil` if none are available yet, or an empty array at the end and after an error.
func readAvailable(from descriptor: Int32) -> [UInt8]? {
  // `poll` ignores negative descriptors.
  guard descriptor >= 0 else { return [] }
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard poll(&request, 1, 0) != 0 else { return canBeRead(descriptor) ? nil : [] }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { buffer in
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return nil }
    return Array(buffer.prefix(max(0, count)))
  }
}

/// Whether the descriptor can ever become readable.
///
/// If a process starts without standard input, its number can belong to an event descriptor of the runtime, from which
/// reading even zero bytes fails.
private func canBeRead(_ descriptor: Int32) -> Bool {
  // Reading from a terminal stops a background process.
  if isatty(descriptor) == 1 { return true }
  var byte: UInt8 = 0
  return read(descriptor, &byte, 0) == 0 || errno == EINTR || errno == EAGAIN
}
