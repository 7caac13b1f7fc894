// SPDX-License-Identifier: MIT

internal import CLockstepTerminal
internal import Foundation
internal import Synchronization

/// The terminal of a program, which shows screens and reports the user's input.
///
/// Draw and read events inside ``withScreen(features:isolation:_:)``, which restores the terminal however the program
/// ends:
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
/// Without a terminal (see ``isInteractive``), keys can be piped in, and ``write(_:)`` prints text, so that a program
/// can be scripted. ``TerminalProgram`` does all of this for a store.
///
/// Isolation: any thread.
public final class Terminal: Sendable {
  private let input: Int32
  private let output: Int32
  private let environment: [String: String]
  private let state = Mutex(State())
  let reader: EventReader

  private struct State {
    var session: Session?
    var screen: Screen?
    /// Whether the terminal shows `screen` and nothing else.
    var isShown = false
    var sizes = Observers<Screen.Size>()
    var messages = Observers<String>()
    var printed = PrintedText()
  }

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

  private struct Session {
    let guardian: OpaquePointer
    let features: Features
    let signals: Int
  }

  /// Creates a terminal from its descriptors, without changes to the terminal before ``start(features:)``.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read keys from, by default standard input. Both descriptors must stay open while this
  ///     object is used.
  ///   - output: The descriptor to write screens to, by default standard output.
  ///   - environment: The environment variables, by default those of the process. The terminal reads `TERM`,
  ///     `NO_COLOR`, `COLORTERM`, `LINES` and `COLUMNS`.
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

  /// The descriptor of the terminal itself, even while standard output is captured.
  private var descriptor: Int32 { terminal_descriptor(output) }

  /// The events that a terminal can report besides keys.
  public struct Features: OptionSet, Sendable {
    /// The bits of the features.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Pasted text as ``TerminalEvent/paste(_:)`` instead of as keys.
    public static let paste = Self(rawValue: 1)
    /// Clicks and the wheel, which require users to hold Shift to select text.
    public static let mouse = Self(rawValue: 2)
    /// Changes of the terminal's focus.
    public static let focus = Self(rawValue: 4)
  }
}

extension Terminal {
  /// Whether both the input and the output are terminals.
  public var isInteractive: Bool {
    isatty(terminal_descriptor(input)) == 1 && isatty(descriptor) == 1
  }

  var hasKeyboard: Bool { isatty(terminal_descriptor(input)) == 1 }

  /// Whether screens can be drawn: the terminal is interactive, and `TERM` is not `dumb`.
  public var supportsScreens: Bool {
    isInteractive && environment["TERM"] != "dumb"
  }

  /// The number of colors to use, which is none if the output is not a terminal.
  ///
  /// If `NO_COLOR` is not empty or `TERM` is `dumb`, the value is ``ColorDepth/none``. If `COLORTERM` is `truecolor` or
  /// `24bit` or `TERM` ends in `-direct`, the value is ``ColorDepth/trueColor``. If `TERM` contains `256color`, the
  /// value is ``ColorDepth/palette``. Otherwise, the value is ``ColorDepth/sixteen``.
  public var colors: ColorDepth {
    isatty(descriptor) == 1 ? ColorDepth(environment: environment) : .none
  }

  /// The number of rows and columns.
  ///
  /// If no terminal reports its size, the environment variables `LINES` and `COLUMNS` determine it. The default is 24
  /// rows of 80 columns.
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
  /// Uses the terminal while a body runs.
  ///
  /// - Parameters:
  ///   - features: The events that the terminal reports besides keys.
  ///   - isolation: The caller's actor, on which the body runs.
  ///   - body: A closure that draws and reads events. The terminal is restored when it returns or throws.
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

  /// Takes over the terminal, so that keys arrive individually without echo, and screens are drawn on the alternate
  /// screen.
  ///
  /// ``stop()`` restores the terminal. The terminal is also restored if the process exits, crashes, is suspended, or is
  /// terminated by a signal. Control-C and Control-Z arrive as keys. To suspend the process, call ``suspend()``. A
  /// background process stops in this method until the shell brings it to the foreground.
  ///
  /// Meanwhile, output to standard output and standard error is captured if they are this terminal, and written when
  /// the terminal is restored: see ``messages()``.
  ///
  /// - Parameter features: The events that the terminal reports besides keys.
  /// - Throws: ``TerminalError`` if the terminal cannot show screens or is already in use, or if a system call fails.
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

  /// Restores the terminal and finishes its streams, or does nothing if it is not in use.
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

  /// Suspends the process and its job, like Control-Z in a shell.
  ///
  /// The terminal is restored until the shell continues the job. If no shell started the process, the method does
  /// nothing, because no shell could continue it.
  public func suspend() {
    guard getsid(getppid()) == getsid(0) else { return }
    terminal_flush()
    kill(0, SIGTSTP)
  }

  /// Whether the terminal is not known to display part of an unsupported query.
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
  /// Does nothing between ``stop()`` and the next ``start(features:)``. While the process is suspended, nothing is
  /// written until ``resizes()`` reports that the process uses the terminal again. If the terminal is closed, nothing
  /// is shown and ``events()`` finishes.
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

  /// Writes text unchanged, for use if ``supportsScreens`` is false.
  ///
  /// The text follows everything that the process has printed before.
  ///
  /// - Throws: ``TerminalError`` if the text cannot be written completely.
  public func write(_ text: String) throws {
    terminal_flush()
    try writeAll(text, to: descriptor)
  }

  /// Returns a stream of the user's input, which finishes when the input ends.
  ///
  /// To read only keys, use `for await case .key(let key) in terminal.events()`.
  ///
  /// The stream reads at most 64 kB ahead of the consumer. All streams of a terminal share its events, and each event
  /// is delivered to one stream. A stream finishes when its task is cancelled.
  public func events() -> AsyncStream<TerminalEvent> {
    let reader = reader
    return AsyncStream { await reader.next() }
  }

  /// Returns a stream of the terminal's new sizes, which repeats the size when the process continues after a
  /// suspension.
  ///
  /// Draw a screen for each element, because the terminal may show other content. A slow consumer receives only the
  /// newest size. The stream includes every change after the call, even before iteration begins, so call this method
  /// before the first ``draw(_:)``. It finishes with ``stop()``, or immediately if the terminal is not in use.
  public func resizes() -> AsyncStream<Screen.Size> {
    news(\.sizes, buffered: 1)
  }

  /// Returns a stream of the messages that the process prints while the terminal shows screens.
  ///
  /// Messages include reports of the library, `print` in an effect, log lines, and the output of child processes. A
  /// message consists of whole lines that were printed together, without escape sequences. A slow consumer receives
  /// only the newest messages, and very fast output leaves gaps in the stream.
  ///
  /// The terminal receives the complete output, byte for byte, when it is restored: by ``stop()``, or if the process
  /// exits, crashes, is suspended, or is terminated by a signal. If the output exceeds two megabytes, the terminal
  /// receives its beginning, its end, and the number of omitted bytes. Output to other destinations, such as standard
  /// error in a file, is not captured.
  ///
  /// A child process that starts while the terminal shows screens prints through this process. `SIGPIPE` terminates a
  /// child that outlives this process and prints again. Give such a child its own standard output and standard error,
  /// or start it after ``stop()``.
  ///
  /// The stream includes all output after the call, even before iteration begins. It finishes with ``stop()``, or
  /// immediately if the terminal is not in use.
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
