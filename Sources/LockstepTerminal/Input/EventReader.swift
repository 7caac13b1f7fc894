// SPDX-License-Identifier: MIT

internal import CLockstepTerminal

/// Reads events from a descriptor on demand.
///
/// Reading on demand keeps endless input out of memory, and leaves text typed after the program's end to the shell.
actor EventReader {
  /// The time to wait for the rest of a sequence after an ESC.
  ///
  /// A network can split the bytes of one key, and users do not notice a shorter delay.
  private static let escapeDelay = Duration.milliseconds(50)
  private static let pasteDelay = Duration.seconds(1)

  private let input: Int32
  private var decoder = EventDecoder()
  private var events: ArraySlice<TerminalEvent> = []
  private var isAtEnd = false

  init(descriptor: Int32) {
    input = descriptor
  }

  /// The descriptor to read from, which differs from `input` while printed output is captured.
  private var descriptor: Int32 { terminal_descriptor(input) }

  /// Returns the next event, or `nil` at the end of the input or if the task is cancelled.
  func next() async -> TerminalEvent? {
    await read() ? events.popFirst() : nil
  }

  func nextBatch(readsLines: Bool = false) async -> ArraySlice<TerminalEvent> {
    decoder.readsLines = readsLines
    defer { decoder.readsLines = false }
    guard await read() else { return [] }
    defer { events = [] }
    return events
  }

  func putBack(_ taken: ArraySlice<TerminalEvent>) {
    events = taken + events
  }

  private func read() async -> Bool {
    while !Task.isCancelled {
      if events.isEmpty == false { return true }
      if isAtEnd { return false }
      if let bytes = readAvailable(from: descriptor) {
        take(bytes)
      } else {
        let event = await readiness(of: descriptor, timeout: timeout)
        if event == .timeout { takeLate() }
      }
    }
    return false
  }

  private var timeout: Duration? {
    if decoder.isIncomplete { return Self.escapeDelay }
    return decoder.awaitsEnd ? Self.pasteDelay : nil
  }

  private func takeLate() {
    if let bytes = readAvailable(from: descriptor) {
      take(bytes)
    } else {
      events += decoder.flush()
    }
  }

  private func take(_ bytes: [UInt8]) {
    if bytes.isEmpty {
      isAtEnd = true
      events += decoder.flush()
    } else {
      events += decoder.decode(bytes)
      terminal_was_read(descriptor)
      if let answer = decoder.synchronizedOutput {
        terminal_answered(descriptor, answer)
        decoder.synchronizedOutput = nil
      }
    }
  }
}
