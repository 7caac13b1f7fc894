// SPDX-License-Identifier: MIT

internal import CLockstepTerminal
internal import Foundation
internal import Synchronization

/// The terminal that a program runs in, which shows screens and reports the keys that are pressed.
///
/// Draw and listen inside of ``withScreen(features:isolation:_:)``, which takes the terminal and restores it,
/// no matter how the program ends:
///
/// ```swift
/// let terminal = Terminal()
///
/// try await terminal.withScreen {
///   var screen = Screen(size: terminal.size)
///   screen.put("Press a key.", row: 0, column: 0)
///   terminal.draw(screen)
///   for await event in terminal.events() where event == .key("q") { break }
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
  let reader: EventReader

  private struct State {
    /// The means to restore the terminal while it is in use.
    var session: Session?
    /// The screen that was drawn last.
    var screen: Screen?
    /// Whether the terminal shows that screen and nothing else.
    var isShown = false
    var sizes = Observers<Screen.Size>()
    var messages = Observers<String>()
    var printed = PrintedText()
  }

  /// The consumers of one kind of news.
  private struct Observers<News: Sendable> {
    private var continuations: [Int: AsyncStream<News>.Continuation] = [:]
    private var next = 0

    mutating func add(_ continuation: AsyncStream<News>.Continuation) -> Int {
      defer { next += 1 }
      continuations[next] = continuation
      return next
    }

    mutating func remove(_ observer: Int) { continuations[observer] = nil }

    var all: [AsyncStream<News>.Continuation] { Array(continuations.values) }
  }

  /// The use of the terminal between ``Terminal/start(features:)`` and ``Terminal/stop()``.
  private struct Session {
    let guardian: OpaquePointer
    let features: Features
    /// The registration with ``TerminalSignals``.
    let signals: Int
  }

  /// Names a terminal by its descriptors; nothing is changed before ``start(features:)``.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read keys from, by default standard input. Both descriptors must stay open for
  ///     as long as this object is used.
  ///   - output: The descriptor to write screens to, by default standard output.
  ///   - environment: The variables, of which `TERM`, `NO_COLOR`, `COLORTERM`, `LINES` and `COLUMNS` are read; by
  ///     default, the environment of the process.
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

  /// The descriptor of the terminal itself, also while standard output is kept from it.
  private var descriptor: Int32 { terminal_descriptor(output) }

  /// The events that a terminal may be asked to tell besides keys.
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
  /// Whether a user can be expected: input and output are both terminals.
  public var isInteractive: Bool {
    isatty(terminal_descriptor(input)) == 1 && isatty(descriptor) == 1
  }

  /// Whether keys come from a terminal, wherever the output goes.
  var hasKeyboard: Bool { isatty(terminal_descriptor(input)) == 1 }

  /// Whether screens can be drawn: the terminal is interactive, and `TERM` does not say `dumb`.
  public var supportsScreens: Bool {
    isInteractive && environment["TERM"] != "dumb"
  }

  /// The number of colors to use: none if the output is not a terminal, otherwise as the environment says.
  ///
  /// A `NO_COLOR` that is not empty, and a `TERM` of `dumb`, stand for ``ColorDepth/none``; `COLORTERM` of `truecolor` or
  /// `24bit`, and a `TERM` that ends in `-direct`, for ``ColorDepth/trueColor``; a `TERM` that contains `256color` for
  /// ``ColorDepth/palette``. All others count as ``ColorDepth/sixteen``.
  public var colors: ColorDepth {
    isatty(descriptor) == 1 ? ColorDepth(environment: environment) : .none
  }

  /// The number of rows and columns.
  ///
  /// If no terminal reports its size, the variables `LINES` and `COLUMNS` of the environment give it, with 24 rows
  /// of 80 columns as the default.
  public var size: Screen.Size {
    var rows: Int32 = 0
    var columns: Int32 = 0
    if terminal_size(descriptor, &rows, &columns) || terminal_size(input, &rows, &columns) {
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
  ///   - features: The events that the terminal is asked to report besides keys.
  ///   - isolation: The caller's actor, on which the body runs.
  ///   - body: Draws and listens. The terminal is given back when it returns or throws.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body or of ``start(features:)``.
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
  /// What the process prints meanwhile, on standard output and standard error as far as they are this terminal, is
  /// kept and written as soon as the terminal is given back: see ``messages()``.
  ///
  /// - Parameter features: The events that the terminal is asked to report besides keys.
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
        case .printed: self?.printed()
        }
      }
      let leave = ControlSequence.leaveScreen(features)
      guard let guardian = terminal_guard_begin(input, output, leave) else {
        let reason = errno
        TerminalSignals.shared.remove(signals)
        throw TerminalError(.start, systemError: reason)
      }
      defer { terminal_guard_end_write(guardian) }
      var enter = ControlSequence.enterScreen(features)
      if understandsQuestions, terminal_guard_asks(guardian) {
        enter += ControlSequence.askForSynchronizedOutput
      }
      try? writeAll(enter, to: descriptor)
      state.session = Session(guardian: guardian, features: features, signals: signals)
    }
  }

  /// Gives the terminal back as it was before ``start(features:)``; does nothing if it is not in use.
  ///
  /// Streams of ``resizes()`` and ``messages()`` end.
  public func stop() {
    let ended = state.withLock { state in
      if let session = state.session {
        TerminalSignals.shared.remove(session.signals)
        terminal_guard_end(session.guardian)
      }
      defer { state = State() }
      return state
    }
    for observer in ended.sizes.all { observer.finish() }
    for observer in ended.messages.all { observer.finish() }
  }

  /// Suspends the process and the others of its job, as Control-Z does where keys are signals; the terminal is
  /// given back until the shell continues them.
  ///
  /// Does nothing if no shell started the process, which could continue it.
  public func suspend() {
    guard getsid(getppid()) == getsid(0) else { return }
    terminal_flush()
    kill(0, SIGTSTP)
  }

  /// Whether the terminal is not known to show part of a question that it does not understand.
  private var understandsQuestions: Bool {
    environment["TERM"] != "linux" && environment["TERM_PROGRAM"] != "Apple_Terminal"
  }

  private func printed() {
    let (message, observers) = state.withLock { state in
      guard let session = state.session else { return (String?.none, state.messages.all) }
      let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
        count = terminal_guard_printed(session.guardian, buffer.baseAddress, buffer.count)
      }
      return (state.printed.take(bytes), state.messages.all)
    }
    guard let message else { return }
    for observer in observers { observer.yield(message) }
  }

  private func continued() {
    state.withLock { state in
      guard let session = state.session, terminal_guard_resume(session.guardian) else { return }
      defer { terminal_guard_end_write(session.guardian) }
      try? writeAll(ControlSequence.enterScreen(session.features), to: descriptor)
    }
    resized()
  }

  private func resized() {
    let observers = state.withLock { state in
      state.isShown = false
      return state.sizes.all
    }
    for observer in observers { observer.yield(size) }
  }
}

extension Terminal {
  /// Shows a screen by writing the cells that differ from the previous one.
  ///
  /// Does nothing between ``stop()`` and the next ``start(features:)``. Nothing is written while the process is
  /// suspended, until it has taken the terminal again, which ``resizes()`` tells. If the terminal was closed, nothing
  /// is shown, and ``events()`` ends.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public func draw(_ screen: Screen) {
    state.withLock { state in show(screen, &state) }
  }

  /// Redraws every cell of the last screen, in case something else has written to the terminal.
  ///
  /// Does nothing before the first ``draw(_:)``.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public func redraw() {
    state.withLock { state in
      guard let screen = state.screen else { return }
      state.isShown = false
      show(screen, &state)
    }
  }

  private func show(_ screen: Screen, _ state: inout State) {
    guard let session = state.session else { return }
    let shown = state.isShown ? state.screen : nil
    var text = ScreenRenderer.render(from: shown, to: screen, colors: colors)
    if terminal_guard_synchronizes(session.guardian), text.isEmpty == false {
      text = ControlSequence.synchronized(text)
    }
    state.screen = screen
    state.isShown = false
    guard terminal_guard_begin_frame(session.guardian) else { return }
    defer { terminal_guard_end_write(session.guardian) }
    state.isShown = (try? writeAll(text, to: descriptor)) != nil
  }

  /// Writes text unchanged, for use where ``supportsScreens`` is false.
  ///
  /// The text follows everything that the process has printed before.
  ///
  /// - Throws: ``TerminalError`` if not all of it could be written.
  public func write(_ text: String) throws {
    terminal_flush()
    try writeAll(text, to: descriptor)
  }

  /// The user's input, until it ends.
  ///
  /// Read keys alone with `for await case .key(let key) in terminal.events()`.
  ///
  /// Reads at most 64 kB, the size of one read, ahead of the consumer. Several streams of one
  /// terminal, at the same time or one after another, share the events: each goes to one of them. A stream ends when
  /// its task is cancelled.
  public func events() -> AsyncStream<TerminalEvent> {
    let reader = reader
    return AsyncStream { await reader.next() }
  }

  /// The sizes that the terminal gets while it is in use, and its size again when the program
  /// continues after it was suspended.
  ///
  /// Draw again for each: the terminal may show anything by then. A slow consumer gets only the
  /// newest size. The stream includes every change after the call, even before anything listens to
  /// it, so call this before the first ``draw(_:)``. The stream ends with ``stop()``, and at once if the terminal is
  /// not in use.
  public func resizes() -> AsyncStream<Screen.Size> {
    news(\.sizes, buffered: 1)
  }

  /// The messages that the process prints while the terminal shows screens: reports of the library, `print` in an
  /// effect, log lines, and the output of child processes.
  ///
  /// A message is what was printed at once: whole lines, of which a report has several, without escape sequences. A
  /// slow consumer gets only the newest messages, and very fast output has gaps here.
  ///
  /// The terminal gets all of it, byte for byte and in order, when it is given back: by ``stop()``, when the process
  /// exits, crashes or is ended by a signal, and when it is suspended. Of more than two megabytes, it gets the first
  /// and the last, and the number of bytes that are left out. Nothing is kept of a descriptor that is not this
  /// terminal, such as standard error that goes to a file.
  ///
  /// A child process that is started while the terminal shows screens prints through this process. One that outlives it
  /// is ended by `SIGPIPE` when it prints again, so give such a child a standard output and a standard error of its own,
  /// or start it after ``stop()``.
  ///
  /// The stream includes everything printed after the call, even before anything listens to it. The stream ends with
  /// ``stop()``, and at once if the terminal is not in use.
  public func messages() -> AsyncStream<String> {
    news(\.messages, buffered: 100)
  }

  private func news<News: Sendable>(
    _ observers: any WritableKeyPath<State, Observers<News>> & Sendable,
    buffered count: Int
  ) -> AsyncStream<News> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: News.self,
      bufferingPolicy: .bufferingNewest(count)
    )
    let observer = state.withLock { state in
      state.session == nil ? nil : state[keyPath: observers].add(continuation)
    }
    guard let observer else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0[keyPath: observers].remove(observer) }
    }
    return stream
  }
}
