// SPDX-License-Identifier: MIT

internal import CTerminalSupport
internal import Foundation
internal import Synchronization

/// The terminal that a program runs in: shows screens, and says which keys are pressed.
///
/// Draw and listen inside of ``withScreen(isolation:_:)``, which takes the terminal and gives it
/// back as it was, whichever way the program ends:
///
/// ```swift
/// let terminal = Terminal()
///
/// try await terminal.withScreen {
///   var screen = Screen(size: terminal.size)
///   screen.put("Press a key.", row: 0, column: 0)
///   terminal.draw(screen)
///   for await key in terminal.keys() where key == .character("q") { break }
/// }
/// ```
///
/// With no terminal (see ``isInteractive``) keys can be piped in and ``write(_:)`` prints, so that a
/// demo can be scripted.
///
/// All methods can be called from any thread.
public final class Terminal: Sendable {
  private let input: Int32
  private let output: Int32
  private let environment: [String: String]
  private let state = Mutex(State())
  private let reader: KeyReader

  private struct State {
    /// What restores the terminal while it is in use.
    var session: Session?
    /// What the terminal shows, or nil if that is not known.
    var shown: Screen?
    var resizeObservers: [Int: AsyncStream<Screen.Size>.Continuation] = [:]
    var nextObserver = 0
  }

  /// What exists between ``Terminal/start()`` and ``Terminal/stop()``.
  private struct Session {
    let guardian: OpaquePointer
    /// The registration with ``TerminalSignals``.
    let signals: Int
  }

  /// Names a terminal by its descriptors; nothing is changed before ``start()``.
  ///
  /// - Parameters:
  ///   - input: Where keys come from, by default standard input. Both descriptors must stay open for
  ///     as long as this object is used.
  ///   - output: Where screens go, by default standard output.
  ///   - environment: The variables that are honoured: `TERM`, `NO_COLOR`, `LINES` and `COLUMNS`.
  ///     By default those of the process.
  public init(
    input: Int32 = 0,
    output: Int32 = 1,
    environment: [String: String]? = nil
  ) {
    self.input = input
    self.output = output
    self.environment = environment ?? ProcessInfo.processInfo.environment
    reader = KeyReader(descriptor: input)
  }

  deinit {
    stop()
  }
}

extension Terminal {
  /// Whether a person can be expected: input and output are both terminals.
  public var isInteractive: Bool {
    isatty(input) == 1 && isatty(output) == 1
  }

  /// Whether screens can be drawn: the terminal is interactive, and `TERM` does not say `dumb`.
  public var supportsScreens: Bool {
    isInteractive && environment["TERM"] != "dumb"
  }

  /// Whether to use colours: the output is a terminal that has them, and `NO_COLOR` is not set.
  ///
  /// Source: <https://no-color.org>.
  public var usesColour: Bool {
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return isatty(output) == 1 && environment["TERM"] != "dumb" && !isRefused
  }

  /// The number of rows and columns.
  ///
  /// Without a terminal that knows, `LINES` and `COLUMNS` of the environment count, and else 24
  /// rows of 80 columns.
  public var size: Screen.Size {
    var rows: Int32 = 0
    var columns: Int32 = 0
    if terminal_size(output, &rows, &columns) || terminal_size(input, &rows, &columns) {
      return Screen.Size(rows: Int(rows), columns: Int(columns))
    }
    let lines = environment["LINES"].flatMap { Int($0) } ?? 0
    let width = environment["COLUMNS"].flatMap { Int($0) } ?? 0
    return Screen.Size(rows: lines > 0 ? lines : 24, columns: width > 0 ? width : 80)
  }
}

extension Terminal {
  /// Takes the terminal while a body runs.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, on which the body runs.
  ///   - body: Draws and listens. The terminal is given back when it returns or throws.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or what ``start()`` does.
  public func withScreen<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try start()
    defer { stop() }
    return try await body()
  }

  /// Takes the terminal: keys arrive one by one, unseen, and screens are drawn on a page of their
  /// own.
  ///
  /// It is given back as it was by ``stop()``, and also when the process exits, crashes, is ended by
  /// a signal or suspended. Control-C and Control-Z arrive as keys. In the background of a shell
  /// the process stops here until it is brought to the foreground.
  ///
  /// - Throws: ``TerminalError`` if there is no terminal that can show screens, if it is in use
  ///   already, or if the system refuses.
  public func start() throws {
    guard supportsScreens else { throw TerminalError(.notATerminal) }
    try state.withLock { state in
      guard state.session == nil else { throw TerminalError(.alreadyStarted) }
      let signals = try TerminalSignals.shared.add { [weak self] event in
        switch event {
        case .resized: self?.resized()
        case .continued: self?.continued()
        }
      }
      guard let guardian = terminal_guard_begin(input, output, ControlSequence.leaveScreen) else {
        let reason = errno
        TerminalSignals.shared.remove(signals)
        throw TerminalError(.start, systemError: reason)
      }
      try? writeAll(ControlSequence.enterScreen, to: output)
      state.session = Session(guardian: guardian, signals: signals)
      state.shown = nil
    }
  }

  /// Gives the terminal back as it was before ``start()``; does nothing if it is not in use.
  ///
  /// Streams of ``resizes()`` end.
  public func stop() {
    let observers = state.withLock { state in
      if let session = state.session {
        TerminalSignals.shared.remove(session.signals)
        terminal_guard_end(session.guardian)
      }
      defer {
        state.session = nil
        state.shown = nil
        state.resizeObservers = [:]
      }
      return state.resizeObservers.values
    }
    for observer in observers { observer.finish() }
  }

  private func continued() {
    state.withLock { state in
      guard let session = state.session else { return }
      terminal_guard_resume(session.guardian)
      try? writeAll(ControlSequence.enterScreen, to: output)
    }
    resized()
  }

  private func resized() {
    let observers = state.withLock { state in
      state.shown = nil
      return state.resizeObservers.values
    }
    for observer in observers { observer.yield(size) }
  }
}

extension Terminal {
  /// Shows a screen, by writing what differs from the one before.
  ///
  /// Does nothing between ``stop()`` and the next ``start()``. If the terminal has gone away
  /// nothing is shown; ``keys()`` ends then.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public func draw(_ screen: Screen) {
    let colour = usesColour
    state.withLock { state in
      guard state.session != nil else { return }
      let text = ScreenRenderer.render(from: state.shown, to: screen, colour: colour)
      state.shown = (try? writeAll(text, to: output)) == nil ? nil : screen
    }
  }

  /// Writes text as it is, which is what to do where ``supportsScreens`` is false.
  ///
  /// - Throws: ``TerminalError`` if not all of it could be written.
  public func write(_ text: String) throws {
    try writeAll(text, to: output)
  }

  /// The keys that are pressed, until the input ends.
  ///
  /// Nothing is read ahead of the consumer but what one read gives. Several streams of one terminal,
  /// at the same time or one after another, share the keys: each key goes to one of them. A stream
  /// ends when its task is cancelled.
  public func keys() -> AsyncStream<Key> {
    let reader = reader
    return AsyncStream { await reader.next() }
  }

  /// The sizes that the terminal gets while it is in use, and its size again when the program
  /// continues after it was suspended.
  ///
  /// Draw again for each: the terminal may show anything by then. A consumer that is late gets the
  /// newest size only. What happens after the call is in the stream, even if nobody listens to it
  /// yet, so call this before the first ``draw(_:)``. The stream ends with ``stop()``, and at once if the terminal is not in use.
  public func resizes() -> AsyncStream<Screen.Size> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Screen.Size.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let observer: Int? = state.withLock { state in
      guard state.session != nil else { return nil }
      defer { state.nextObserver += 1 }
      state.resizeObservers[state.nextObserver] = continuation
      return state.nextObserver
    }
    guard let observer else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.resizeObservers[observer] = nil }
    }
    return stream
  }
}

/// The sequences around a program that takes the whole terminal.
private enum ControlSequence {
  /// The alternate page, without a cursor.
  static let enterScreen = "\u{1B}[?1049h\u{1B}[?25l"
  /// Plain style, the cursor, and the page that was there before.
  static let leaveScreen = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
}
