// SPDX-License-Identifier: MIT

internal import Foundation
public import Lockstep

/// A terminal program: a store, what its state looks like, and what keys mean.
///
/// ```swift
/// let counter = TerminalProgram<Int, CounterAction> { count, size in
///   var screen = Screen(size: size)
///   screen.putCentered("\(count)", row: size.rows / 2)
///   return screen
/// } action: { key, _ in
///   switch key {
///   case .up: .incrementButtonTapped
///   case .down: .decrementButtonTapped
///   default: nil
///   }
/// }
/// ```
///
/// ``run(_:on:)`` shows the store on a terminal: it draws each state and each size, and sends what keys mean.
/// Control-C interrupts a program that gives it no meaning of its own, and Control-Z suspends it, until the
/// shell continues it with the screen as it was. The terminal is given back as it was, whichever way the program
/// ends.
///
/// On a terminal, a change that comes with a `StoreAnimation` is dim during the first half of the animation.
///
/// Without a terminal, keys are read from the input, and the screens are written as text, one after the other,
/// without those in between that nobody could have seen. On a terminal that says that it is `dumb`, keys
/// need Enter, which the program says.
///
/// A program is a value of pure functions, so it can be tested without a terminal:
/// `program.screen(state, size).plainText`. ``MemoryTerminal`` runs it without one.
///
/// Isolation: that of the store, which lives on the main actor.
public struct TerminalProgram<State, Action: Sendable> {
  /// Draws a state; the same state and size always give the same screen.
  public var screen: (_ state: State, _ size: Screen.Size) -> Screen
  /// The meaning of an event in a state, on a screen of a size; `nil` if it has none.
  public var action: (_ event: TerminalEvent, _ state: State, _ size: Screen.Size) -> Action?
  /// Whether the program has ended in a state.
  public var isOver: (_ state: State) -> Bool
  /// Whether an event ends the program, whatever it would mean otherwise.
  public var quits: (_ event: TerminalEvent, _ state: State) -> Bool
  /// What the terminal is asked to tell besides keys.
  public var features: Terminal.Features

  /// How a run of a program ended.
  public enum Ending: Hashable, Sendable {
    /// By its state, or by a key that quits it: see ``TerminalProgram/isOver`` and ``TerminalProgram/quits``.
    case over
    /// By Control-C.
    case interrupted
    /// With the end of its input: of a pipe or a file, or because the terminal has gone.
    case inputEnded

    /// The exit code for a shell: 130 for an interrupted program, as if by the signal, or else 0.
    public var exitCode: Int32 { self == .interrupted ? 130 : 0 }
  }

  /// Creates a program that knows keys.
  ///
  /// - Parameters:
  ///   - isOver: Whether the program has ended in a state; by default it ends by Control-C.
  ///   - quits: Whether a key ends the program in a state, so that a feature that knows nothing of terminals
  ///     needs no state for that; by default none does but Control-C.
  ///   - screen: Draws a state.
  ///   - action: The meaning of a key in a state.
  public init(
    isOver: @escaping (State) -> Bool = { _ in false },
    quits: @escaping (_ key: Key, _ state: State) -> Bool = { _, _ in false },
    screen: @escaping (_ state: State, _ size: Screen.Size) -> Screen,
    action: @escaping (_ key: Key, _ state: State) -> Action?
  ) {
    self.init(
      features: [],
      isOver: isOver,
      quits: { event, state in
        if case .key(let key) = event { quits(key, state) } else { false }
      },
      screen: screen,
      action: { event, state, _ in
        if case .key(let key) = event { action(key, state) } else { nil }
      }
    )
  }

  /// Creates a program that knows other events as well.
  ///
  /// - Parameters:
  ///   - features: What the terminal is asked to tell besides keys.
  ///   - isOver: Whether the program has ended in a state; by default it ends by Control-C.
  ///   - quits: Whether an event ends the program in a state; by default none does but Control-C.
  ///   - screen: Draws a state.
  ///   - action: The meaning of an event in a state, on a screen of a size, from which follows what was clicked.
  public init(
    features: Terminal.Features,
    isOver: @escaping (State) -> Bool = { _ in false },
    quits: @escaping (_ event: TerminalEvent, _ state: State) -> Bool = { _, _ in false },
    screen: @escaping (_ state: State, _ size: Screen.Size) -> Screen,
    action: @escaping (_ event: TerminalEvent, _ state: State, _ size: Screen.Size) -> Action?
  ) {
    self.features = features
    self.isOver = isOver
    self.quits = quits
    self.screen = screen
    self.action = action
  }
}

extension TerminalProgram {
  /// Runs the program until it ends, and ends the process: with the exit code of the ending, or with 1 and a line
  /// on standard error if the terminal cannot be used.
  @MainActor
  public func main(_ store: Store<State, Action>) async -> Never {
    do {
      exit(try await run(store).exitCode)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Runs the program until it ends; if the task is cancelled, it ends as if there were no more input.
  ///
  /// - Parameters:
  ///   - store: The store that is shown, and that actions are sent to.
  ///   - terminal: The terminal; by default that of the process.
  /// - Returns: How the program ended.
  /// - Throws: ``TerminalError`` if the terminal refuses, or the text of a screen cannot be written.
  @MainActor
  public func run(
    _ store: Store<State, Action>,
    on terminal: Terminal = Terminal()
  ) async throws -> Ending {
    let run = ProgramRun(self, store, terminal)
    guard terminal.supportsScreens else { return try await run.runAsText() }
    return try await terminal.withScreen(features: features) { await run.runOnScreen() }
  }
}

extension TerminalProgram {
  /// What an event leads to.
  enum Response {
    /// An action is sent.
    case send(Action)
    /// The program ends.
    case end(Ending)
    /// The process is suspended.
    case suspend
    /// Nothing happens.
    case ignore
  }

  /// Returns what an event leads to in a state; Control-C and Control-Z have a meaning unless the program gives
  /// them one of its own.
  func response(to event: TerminalEvent, in state: State, _ size: Screen.Size) -> Response {
    if isOver(state) || quits(event, state) { return .end(.over) }
    if let action = action(event, state, size) { return .send(action) }
    return switch event {
    case .key(.control("c")): .end(.interrupted)
    case .key(.control("z")): .suspend
    default: .ignore
    }
  }
}

/// A run of a program.
@MainActor
private final class ProgramRun<State, Action: Sendable> {
  private let program: TerminalProgram<State, Action>
  private let store: Store<State, Action>
  private let terminal: Terminal
  private var isToDraw = false
  /// The screen that was drawn last, as the program has made it.
  private var drawn: Screen?
  /// The animation of the change that is to be drawn next.
  private var animation: StoreAnimation?
  /// What ends the dimming of the screen.
  private var fading: Task<Void, Never>?
  /// The screen that was written last, as text.
  private var written: Screen?

  init(
    _ program: TerminalProgram<State, Action>,
    _ store: Store<State, Action>,
    _ terminal: Terminal
  ) {
    self.program = program
    self.store = store
    self.terminal = terminal
  }

  // MARK: On a screen

  func runOnScreen() async -> TerminalProgram<State, Action>.Ending {
    // Before the first drawing, so that no change of the size is missed.
    let sizes = terminal.resizes()
    let resizing = Task { for await _ in sizes { draw() } }
    defer { resizing.cancel() }
    let reading = Task { await readEvents() }
    draw()
    let observation = store.observe(removeDuplicates: nil) { [weak self] state, change in
      guard let self else { return }
      animation = change.animation ?? animation
      drawLater()
      if program.isOver(state) { reading.cancel() }
    }
    let ending = await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      reading.cancel()
    }
    observation.cancel()
    if isToDraw { draw() }
    fading?.cancel()
    return ending
  }

  private func readEvents() async -> TerminalProgram<State, Action>.Ending {
    guard program.isOver(store.state) == false else { return .over }
    for await event in terminal.events() {
      if let ending = take(event) { return ending }
    }
    return program.isOver(store.state) ? .over : .inputEnded
  }

  /// Sends what an event means; returns how the program has ended thereby.
  private func take(_ event: TerminalEvent) -> TerminalProgram<State, Action>.Ending? {
    switch program.response(to: event, in: store.state, terminal.size) {
    case .send(let action):
      store.send(action)
      return program.isOver(store.state) ? .over : nil
    case .end(let ending): return ending
    case .suspend: terminal.suspend()
    case .ignore: break
    }
    return nil
  }

  /// Draws once the actor has time for it: of the states that follow from one another at once, only the last.
  private func drawLater() {
    guard isToDraw == false else { return }
    isToDraw = true
    Task { draw() }
  }

  private func draw() {
    isToDraw = false
    var screen = program.screen(store.state, terminal.size)
    if let animation, screen != drawn { fade(for: animation.duration * 0.5) }
    animation = nil
    drawn = screen
    if fading != nil { screen.restyle(screen.area) { $0.dim = true } }
    terminal.draw(screen)
  }

  /// Dims what is drawn from now on, until a time has passed.
  private func fade(for time: SchedulerStride) {
    fading?.cancel()
    fading = Task {
      do { try await AnySchedulerOf<ContinuousClock>.main.sleep(for: time) } catch { return }
      fading = nil
      draw()
    }
  }

  // MARK: As text

  func runAsText() async throws -> TerminalProgram<State, Action>.Ending {
    if terminal.isInteractive {
      try terminal.write("This terminal shows no screens: keys need Enter here.\n")
    }
    let observation = store.observe(removeDuplicates: nil) { [weak self] _, _ in
      // Later, so that of the states that follow from one another at once only the last is shown.
      Task { try? self?.writeScreen() }
    }
    defer { observation.cancel() }
    try writeScreen()
    guard program.isOver(store.state) == false else { return .over }
    for await event in terminal.events() {
      let ending = take(event)
      try writeScreen()
      if let ending { return ending }
    }
    return program.isOver(store.state) ? .over : .inputEnded
  }

  private func writeScreen() throws {
    let screen = program.screen(store.state, terminal.size)
    guard screen != written else { return }
    try terminal.write((written == nil ? "" : "\n") + screen.plainText + "\n")
    written = screen
  }
}
