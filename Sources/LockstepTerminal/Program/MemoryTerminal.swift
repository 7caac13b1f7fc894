// SPDX-License-Identifier: MIT

public import Lockstep

/// A terminal in memory that runs a program for a test or a script.
///
/// ```swift
/// let clock = ContinuousClock.test
/// let terminal = MemoryTerminal(
///   stopwatch,
///   ManualStore(
///     initialState: 0,
///     reducer: Stopwatch.reducer,
///     environment: clock
///   ),
///   clock: clock
/// )
/// terminal.press(.character("s"))
/// terminal.advance(by: 3)
/// print(terminal.screen.plainText)  // 3 s
/// ```
///
/// Events arrive as from a real terminal. The program receives only events that it requests with
/// ``TerminalProgram/features``. Without the paste feature, pasted text arrives as keys. Control-C interrupts a program
/// that does not handle it. Control-Z and Control-L do nothing. After the program ends, its last screen stays visible
/// and events have no effect.
///
/// If the store's environment contains no other clock, the same calls always produce the same screens. Events take no
/// time, but work that is due immediately runs before the event's method returns.
///
/// Isolation: the same as the store, which belongs to the code that creates it.
public final class MemoryTerminal<State, Action: Sendable> {
  /// The program that the terminal runs.
  public let program: TerminalProgram<State, Action>
  /// The store that the program shows.
  public let store: ManualStore<State, Action>
  /// The size of the terminal.
  public private(set) var size: Screen.Size
  /// The reason why the program ended, or `nil` while it is running.
  public private(set) var ending: TerminalProgram<State, Action>.Ending?

  private let location: CodeLocation
  private let moveClock: (SchedulerStride) -> Void
  private let elapsed: () -> SchedulerStride
  private var observation: StoreObservation?
  private var lastScreen: Screen?
  private var onDraw: ((Screen) -> Void)?

  /// Creates a terminal and runs a program on it.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - store: The store to show and to send actions to.
  ///   - clock: The clock in the store's environment, which ``advance(by:)`` moves. If the environment contains a clock
  ///     and you omit this argument, the delays of effects never end.
  ///   - size: The number of rows and columns.
  ///   - fileID: The file that a report belongs to.
  ///   - filePath: The path of that file.
  ///   - line: The line that a report belongs to.
  ///   - column: The column that a report belongs to.
  public init<Domain>(
    _ program: TerminalProgram<State, Action>,
    _ store: ManualStore<State, Action>,
    clock: TestScheduler<Domain> = ContinuousClock.test,
    size: Screen.Size = Screen.Size(rows: 24, columns: 80),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.program = program
    self.store = store
    self.size = size
    location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    moveClock = { stride in
      clock.advance(by: stride, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    let start = clock.now
    elapsed = { start.distance(to: clock.now) }
    observation = store.store.observe(removeDuplicates: nil) { [weak self] state, _ in
      self?.draw(state)
    }
  }

  /// The visible screen.
  ///
  /// - Complexity: The cost of drawing the state while the program is running.
  public var screen: Screen {
    lastScreen ?? program.screen(store.store.state, size)
  }

  private func draw(_ state: State) {
    guard ending == nil else { return }
    let isFinished = program.isFinished(state)
    guard isFinished || onDraw != nil else { return }
    let screen = program.screen(state, size)
    onDraw?(screen)
    if isFinished { end(.finished, with: screen) }
  }

  private func end(_ ending: TerminalProgram<State, Action>.Ending, with screen: Screen) {
    self.ending = ending
    lastScreen = screen
  }
}

extension MemoryTerminal {
  /// Sends an event to the program.
  public func send(_ event: TerminalEvent) {
    switch event {
    case .key: take(event)
    case .paste(let text) where program.features.contains(.paste):
      // Terminals also remove ESC, so that a text cannot end its own paste.
      type("\u{1B}[200~\(text.filter { $0 != "\u{1B}" })\u{1B}[201~")
    case .paste(let text): type(text)
    case .mouse: if program.features.contains(.mouse) { take(event) }
    case .focus: if program.features.contains(.focus) { take(event) }
    }
  }

  /// Presses a key.
  public func press(_ key: Key) {
    send(.key(key))
  }

  /// Types a text, in which a line break is the Return key.
  public func type(_ text: String) {
    var decoder = EventDecoder()
    for event in decoder.decode(text.utf8) + decoder.flush() { take(event) }
  }

  /// Resizes the terminal.
  public func resize(rows: Int, columns: Int) {
    size = Screen.Size(rows: rows, columns: columns)
  }

  /// Advances the clock and runs the work that becomes due.
  ///
  /// - Parameter time: The time to advance by. A negative time counts as zero.
  public func advance(by time: SchedulerStride) {
    moveClock(time)
  }

  private func take(_ event: TerminalEvent) {
    guard ending == nil else { return }
    var action: Action?
    let response = program.respond(to: event, in: store.store.state, size, &action)
    if let action {
      store.send(action, fileID: location.fileID, line: location.line)
      advance(by: .zero)
    }
    if let ending = TerminalProgram<State, Action>.Ending(response) { end(ending, with: screen) }
  }
}

extension MemoryTerminal {
  private func run(_ step: TerminalScript.Step) {
    switch step.instruction {
    case .press(let key): press(key)
    case .type(let text): type(text)
    case .paste(let text): send(.paste(text))
    case .click(let row, let column):
      send(.mouse(TerminalEvent.Mouse(.press(.left), row: row, column: column)))
      send(.mouse(TerminalEvent.Mouse(.release(.left), row: row, column: column)))
    case .wait(let time): advance(by: time)
    case .resize(let size): resize(rows: size.rows, columns: size.columns)
    }
  }

  /// Runs a script until the program ends, and shows the initial screen and the screen after each step.
  ///
  /// ```swift
  /// terminal.play(script) { moment, screen in
  ///   print("== \(moment) ==\n\(screen.plainText)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - script: The script to run.
  ///   - show: A closure that receives "at first" or the step, and the screen.
  /// - Throws: The error of `show`, after which no further step runs.
  public func play<Failure: Error>(
    _ script: TerminalScript,
    show: (_ moment: String, _ screen: Screen) throws(Failure) -> Void
  ) throws(Failure) {
    try show("at first", screen)
    for step in script.steps where ending == nil {
      run(step)
      try show("\(step)", screen)
    }
  }

  /// Runs a script until the program ends, and records its screens.
  ///
  /// - Parameter script: The script to run, in which only waits take time.
  /// - Returns: The screens with the times at which they appeared, measured from the beginning of the script.
  public func record(_ script: TerminalScript) -> ScreenRecording {
    record(script) { _, _ in }
  }

  /// Runs a script until the program ends, shows the initial screen and the screen after each step, and records them.
  ///
  /// - Parameters:
  ///   - script: The script to run, in which only waits take time.
  ///   - show: A closure that receives "at first" or the step, and the screen.
  /// - Returns: The screens with the times at which they appeared, measured from the beginning of the script.
  /// - Throws: The error of `show`, after which no further step runs.
  public func record<Failure: Error>(
    _ script: TerminalScript,
    show: (_ moment: String, _ screen: Screen) throws(Failure) -> Void
  ) throws(Failure) -> ScreenRecording {
    var recording = ScreenRecording()
    let start = elapsed()
    func add(_ screen: Screen) { recording.add(screen, at: elapsed() - start) }
    onDraw = { screen in add(screen) }
    defer { onDraw = nil }
    try play(script) { moment, screen throws(Failure) in
      add(screen)
      try show(moment, screen)
    }
    return recording
  }
}
