// SPDX-License-Identifier: MIT

internal import CLockstepTerminal

/// Reads events from a descriptor, only when one is asked for.
///
/// Reading on demand leaves all else where it is: an endless input fills no memory, and what is typed after the
/// program's end goes to the shell.
actor EventReader {
  /// The time that the rest of a sequence may take after an ESC; after that it is the escape key.
  ///
  /// Over a network the bytes of one key can come apart, and people do not notice a shorter delay.
  private static let escapeDelay = Duration.milliseconds(50)
  /// The time that the rest of a paste or of an answer may take; after that its end is lost.
  private static let pasteDelay = Duration.seconds(1)

  private let input: Int32
  private var decoder = EventDecoder()
  /// The events that were read and not taken yet.
  private var events: ArraySlice<TerminalEvent> = []
  private var isAtEnd = false

  init(descriptor: Int32) {
    input = descriptor
  }

  /// The descriptor to read from; another one while printed output is kept from the terminal.
  private var descriptor: Int32 { terminal_descriptor(input) }

  /// Waits for the next event.
  ///
  /// - Returns: Nil at the end of the input, or when the task is cancelled.
  func next() async -> TerminalEvent? {
    await read() ? events.popFirst() : nil
  }

  /// Waits for the next event, and takes those that are there with it.
  ///
  /// - Parameter readsLines: Whether a line feed only ends a line, unless the line is empty.
  /// - Returns: None at the end of the input, or when the task is cancelled.
  func nextBatch(readsLines: Bool = false) async -> ArraySlice<TerminalEvent> {
    decoder.readsLines = readsLines
    defer { decoder.readsLines = false }
    guard await read() else { return [] }
    defer { events = [] }
    return events
  }

  /// Gives back events that were taken, for the next caller.
  func putBack(_ taken: ArraySlice<TerminalEvent>) {
    events = taken + events
  }

  /// Waits until there is an event.
  ///
  /// - Returns: False at the end of the input, or when the task is cancelled.
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
      terminal_was_read(descriptor)
      if let answer = decoder.synchronizedOutput {
        terminal_answered(descriptor, answer)
        decoder.synchronizedOutput = nil
      }
    }
  }
}
