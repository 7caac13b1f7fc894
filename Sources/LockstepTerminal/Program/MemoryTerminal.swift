// SPDX-License-Identifier: MIT

public import Lockstep

/// A terminal in memory, which runs a program for a test or a script instead of a user.
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
/// Events arrive as they do from a real terminal: what the program does not ask for with
/// ``TerminalProgram/features`` does not arrive, and a text that is pasted is then typed. Control-C interrupts a
/// program that gives it no meaning of its own; Control-Z and Control-L do nothing. When the program has ended, its
/// last screen stays, and events do nothing.
///
/// If the clock is the only one in the environment of the store, the same calls always lead to the same screens.
/// Events take no time, but work that is due at once has run when they have arrived.
///
/// Isolation: that of the store, which belongs to the code that made it.
public final class MemoryTerminal<State, Action: Sendable> {
  /// The program that is run.
  public let program: TerminalProgram<State, Action>
  /// The store that the program shows.
  public let store: ManualStore<State, Action>
  /// The number of rows and columns.
  public private(set) var size: Screen.Size
  /// The way in which the program ended; `nil` while it is running.
  public private(set) var ending: TerminalProgram<State, Action>.Ending?

  private let location: CodeLocation
  private let moveClock: (SchedulerStride) -> Void
  private let elapsed: () -> SchedulerStride
  private var observation: StoreObservation?
  /// The screen with which the program has ended.
  private var lastScreen: Screen?
  /// A function that is called with each screen while a recording is made.
  private var onDraw: ((Screen) -> Void)?

  /// Creates a terminal, and runs a program on it.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - store: The store that is shown, and that actions are sent to.
  ///   - clock: The clock in the environment of the store; not needed where there is none. Without it time stands
  ///     still for the effects of the store: ``advance(by:)`` moves another clock, and their delays never end.
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

  /// The screen that the terminal shows.
  ///
  /// - Complexity: that of drawing the state, while the program is running.
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
  /// Lets an event arrive.
  public func send(_ event: TerminalEvent) {
    switch event {
    case .key: take(event)
    case .paste(let text) where program.features.contains(.paste):
      // Terminals do the same, so that a text cannot end its own paste.
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

  /// Types a text; a line break is the return key.
  public func type(_ text: String) {
    var decoder = EventDecoder()
    for event in decoder.decode(text.utf8) + decoder.flush() { take(event) }
  }

  /// Gives the terminal another size.
  public func resize(rows: Int, columns: Int) {
    size = Screen.Size(rows: rows, columns: columns)
  }

  /// Moves the clock forward, and runs the work due on the way.
  ///
  /// - Parameter time: The time to move by; a negative time counts as zero.
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
  /// Runs a step of a script.
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

  /// Runs a script until the program ends, and shows the screen at first and after each step.
  ///
  /// ```swift
  /// terminal.play(script) { moment, screen in
  ///   print("== \(moment) ==\n\(screen.plainText)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - script: The steps.
  ///   - show: Called with "at first" or the step, and the screen.
  /// - Throws: The error of `show`, after which no further step is run.
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

  /// Runs a script until the program ends, and returns all that was shown meanwhile.
  ///
  /// - Parameter script: The steps; only those that wait take time.
  /// - Returns: The screens, with the times from the beginning of the script at which they appeared.
  public func record(_ script: TerminalScript) -> ScreenRecording {
    record(script) { _, _ in }
  }

  /// Runs a script until the program ends, shows the screen at first and after each step, and returns all that
  /// was shown meanwhile.
  ///
  /// - Parameters:
  ///   - script: The steps; only those that wait take time.
  ///   - show: Called with "at first" or the step, and the screen.
  /// - Returns: The screens, with the times from the beginning of the script at which they appeared.
  /// - Throws: The error of `show`, after which no further step is run.
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
