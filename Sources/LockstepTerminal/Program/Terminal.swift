// SPDX-License-Identifier: MIT

internal import CLockstepTerminal
internal import Foundation
internal import Synchronization

/// The terminal that a program runs in: shows screens, and says which keys are pressed.
///
/// Draw and listen inside of ``withScreen(features:isolation:_:)``, which takes the terminal and gives it
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
/// program can be scripted. ``TerminalProgram`` does all of this for a store.
///
/// Isolation: any thread.
public final class Terminal: Sendable {
  private let input: Int32
  private let output: Int32
  private let environment: [String: String]
  private let state = Mutex(State())
  private let reader: EventReader

  private struct State {
    /// What restores the terminal while it is in use.
    var session: Session?
    /// What the terminal shows, or nil if that is not known.
    var shown: Screen?
    var resizeObservers: [Int: AsyncStream<Screen.Size>.Continuation] = [:]
    var nextObserver = 0
  }

  /// What exists between ``Terminal/start(features:)`` and ``Terminal/stop()``.
  private struct Session {
    let guardian: OpaquePointer
    let features: Features
    /// The registration with ``TerminalSignals``.
    let signals: Int
  }

  /// Names a terminal by its descriptors; nothing is changed before ``start(features:)``.
  ///
  /// - Parameters:
  ///   - input: Where keys come from, by default standard input. Both descriptors must stay open for
  ///     as long as this object is used.
  ///   - output: Where screens go, by default standard output.
  ///   - environment: The variables that are honoured: `TERM`, `NO_COLOR`, `COLORTERM`,
  ///     `LINES` and `COLUMNS`.
  ///     By default those of the process.
  public init(
    input: Int32 = 0,
    output: Int32 = 1,
    environment: [String: String]? = nil
  ) {
    self.input = input
    self.output = output
    self.environment = environment ?? ProcessInfo.processInfo.environment
    reader = EventReader(descriptor: input)
  }

  deinit {
    stop()
  }

  /// What a terminal may be asked to tell besides keys.
  public struct Features: OptionSet, Sendable {
    /// A bit for each feature.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Texts that are pasted arrive as such, instead of as their characters: ``TerminalEvent/paste(_:)``.
    public static let paste = Self(rawValue: 1)
    /// Clicks and the wheel.
    ///
    /// People then need Shift to select text.
    public static let mouse = Self(rawValue: 2)
    /// Whether the terminal is the window that is in use.
    public static let focus = Self(rawValue: 4)
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

  /// How many colors to use: none if the output is not a terminal, else what the environment says.
  public var colors: ColorDepth {
    isatty(output) == 1 ? ColorDepth(environment: environment) : .none
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
  ///   - features: What the terminal is asked to tell besides keys.
  ///   - isolation: The caller's actor, on which the body runs.
  ///   - body: Draws and listens. The terminal is given back when it returns or throws.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or what ``start(features:)`` does.
  public func withScreen<Result>(
    features: Features = [],
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try start(features: features)
    defer { stop() }
    return try await body()
  }

  /// Takes the terminal: keys arrive one by one, unseen, and screens are drawn on a page of their
  /// own.
  ///
  /// It is given back as it was by ``stop()``, and also when the process exits, crashes, is ended by
  /// a signal or suspended. Control-C and Control-Z arrive as keys; ``suspend()`` does what the latter does
  /// elsewhere. In the background of a shell the process stops here until it is brought to the foreground.
  ///
  /// - Parameter features: What the terminal is asked to tell besides keys.
  /// - Throws: ``TerminalError`` if there is no terminal that can show screens, if it is in use
  ///   already, or if the system refuses.
  public func start(features: Features = []) throws {
    guard supportsScreens else { throw TerminalError(.notATerminal) }
    try state.withLock { state in
      guard state.session == nil else { throw TerminalError(.alreadyStarted) }
      let signals = try TerminalSignals.shared.add { [weak self] event in
        switch event {
        case .resized: self?.resized()
        case .continued: self?.continued()
        }
      }
      let leave = ControlSequence.leaveScreen(features)
      guard let guardian = terminal_guard_begin(input, output, leave) else {
        let reason = errno
        TerminalSignals.shared.remove(signals)
        throw TerminalError(.start, systemError: reason)
      }
      try? writeAll(ControlSequence.enterScreen(features), to: output)
      state.session = Session(guardian: guardian, features: features, signals: signals)
      state.shown = nil
    }
  }

  /// Gives the terminal back as it was before ``start(features:)``; does nothing if it is not in use.
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

  /// Suspends the process and the others of its job, as Control-Z does where keys are signals; the terminal is
  /// given back until the shell continues them.
  ///
  /// Does nothing if no shell started the process, which could continue it.
  public func suspend() {
    guard getsid(getppid()) == getsid(0) else { return }
    kill(0, SIGTSTP)
  }

  private func continued() {
    state.withLock { state in
      guard let session = state.session else { return }
      terminal_guard_resume(session.guardian)
      try? writeAll(ControlSequence.enterScreen(session.features), to: output)
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
  /// Does nothing between ``stop()`` and the next ``start(features:)``. If the terminal has gone away
  /// nothing is shown; ``keys()`` ends then.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public func draw(_ screen: Screen) {
    let colors = colors
    state.withLock { state in
      guard state.session != nil else { return }
      let text = ScreenRenderer.render(from: state.shown, to: screen, colors: colors)
      state.shown = (try? writeAll(text, to: output)) == nil ? nil : screen
    }
  }

  /// Writes text as it is, which is what to do where ``supportsScreens`` is false.
  ///
  /// - Throws: ``TerminalError`` if not all of it could be written.
  public func write(_ text: String) throws {
    try writeAll(text, to: output)
  }

  /// What the person does, until the input ends.
  ///
  /// Nothing is read ahead of the consumer but what one read gives. Several streams of one terminal,
  /// at the same time or one after another, share the events: each goes to one of them. A stream
  /// ends when its task is cancelled.
  public func events() -> AsyncStream<TerminalEvent> {
    let reader = reader
    return AsyncStream { await reader.next() }
  }

  /// The keys that are pressed, until the input ends: those of ``events()``; others are left out.
  public func keys() -> AsyncStream<Key> {
    let reader = reader
    return AsyncStream {
      while let event = await reader.next() {
        if case .key(let key) = event { return key }
      }
      return nil
    }
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
  static func enterScreen(_ features: Terminal.Features) -> String {
    "\u{1B}[?1049h\u{1B}[?25l" + modes(of: features).map { "\u{1B}[?\($0)h" }.joined()
  }

  /// Plain style, the cursor, and the page that was there before.
  static func leaveScreen(_ features: Terminal.Features) -> String {
    "\u{1B}[0m" + modes(of: features).reversed().map { "\u{1B}[?\($0)l" }.joined()
      + "\u{1B}[?25h\u{1B}[?1049l"
  }

  private static func modes(of features: Terminal.Features) -> [Int] {
    (features.contains(.paste) ? [2004] : []) + (features.contains(.mouse) ? [1000, 1006] : [])
      + (features.contains(.focus) ? [1004] : [])
  }
}
