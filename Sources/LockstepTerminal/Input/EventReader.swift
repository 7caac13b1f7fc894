// SPDX-License-Identifier: MIT

/// Reads events from a descriptor, only when somebody asks for one.
///
/// Reading on demand leaves what nobody asked for where it is: an endless input fills no memory,
/// and what is typed after the program's end goes to the shell.
actor EventReader {
  /// How long after an ESC the rest of a sequence may take; more is the escape key.
  ///
  /// Over a network the bytes of one key can come apart, and people do not notice less than this.
  private static let escapeDelay = Duration.milliseconds(50)

  private let descriptor: Int32
  private var decoder = EventDecoder()
  private var events: [TerminalEvent] = []
  private var isAtEnd = false

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Waits for the next event.
  ///
  /// - Returns: Nil at the end of the input, or when the task is cancelled.
  func next() async -> TerminalEvent? {
    while !Task.isCancelled {
      if !events.isEmpty { return events.removeFirst() }
      if isAtEnd { return nil }
      if let bytes = readAvailable(from: descriptor) {
        take(bytes)
      } else {
        let timeout = decoder.isIncomplete ? Self.escapeDelay : nil
        let event = await readiness(of: descriptor, timeout: timeout)
        if event == .timeout { takeLate() }
      }
    }
    return nil
  }

  /// Takes what came in the very last moment, else ends what is incomplete.
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
    }
  }
}
