// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

@MainActor
final class ProgramRun<State, Action: Sendable> {
  private static var frameTime: Duration { .seconds(1) / 60 }
  /// The number of 5 ms waits that the effects of a piped key may take.
  ///
  /// On a busy machine, a deadline would pass before effects run, but each wait takes longer, too.
  private static var patience: Int { 200 }

  typealias Program = TerminalProgram<State, Action>

  private let program: Program
  private let store: Store<State, Action>
  private let terminal: Terminal
  private var isFinished = false
  /// Whether the terminal may show another program.
  private var hasEnded = false
  private var isToDraw = false
  private var lastFrame: ContinuousClock.Instant?
  /// The last screen, without dimming and messages.
  private var drawn: Screen?
  private var animation: StoreAnimation?
  private var fading: Task<Void, Never>?
  /// The first line that the process has printed since a key press, and the number of lines after it.
  private var message: (line: Substring, others: Int)?
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

  private func follow(
    _ reading: Task<Program.Ending, any Error>,
    onChange: @escaping (StoreChange) -> Void
  ) async throws -> Program.Ending {
    isFinished = program.isFinished(store.state)
    let observation = store.observe(removeDuplicates: nil) { [self] state, change in
      onChange(change)
      isFinished = isFinished || program.isFinished(state)
      if isFinished { reading.cancel() }
    }
    defer { observation.cancel() }
    return try await withTaskCancellationHandler {
      try await reading.value
    } onCancel: {
      reading.cancel()
    }
  }

  // MARK: On a screen

  func runOnScreen() async throws -> Program.Ending {
    defer { hasEnded = true }
    // Called before anything is drawn, so that no resize and no message is missed.
    let sizes = terminal.resizes()
    let resizing = Task { for await _ in sizes { drawLater() } }
    defer { resizing.cancel() }
    let messages = terminal.messages()
    let listening = Task {
      for await message in messages {
        let lines = message.split(whereSeparator: \.isNewline)
        let known = self.message.map { ($0.line, $0.others + lines.count) }
        self.message = known ?? (lines.first ?? "", lines.count - 1)
        drawLater()
      }
    }
    defer { listening.cancel() }
    draw()
    let ending = try await follow(Task { await readEvents() }) { [self] change in
      animation = change.animation ?? animation
      drawLater()
    }
    if isToDraw { draw() }
    fading?.cancel()
    return ending
  }

  private func readEvents() async -> Program.Ending {
    while isFinished == false {
      var events = await terminal.reader.nextBatch()
      guard events.isEmpty == false else { break }
      if Task.isCancelled { return await end(.goOn, leaving: events) }
      let start = ContinuousClock.now
      // Handles pending events before drawing, unless that takes longer than a frame.
      var due = max(start, lastFrame ?? start).advanced(by: Self.frameTime)
      var size = terminal.size
      while let event = events.popFirst() {
        if case .key = event, message != nil {
          message = nil
          drawLater()
        }
        let response = take(event, on: size)
        if response.isEnd == false, isToDraw, ContinuousClock.now >= due {
          draw()
          due = ContinuousClock.now.advanced(by: Self.frameTime)
          await Task.yield()
          size = terminal.size
        }
        if response.isEnd || Task.isCancelled { return await end(response, leaving: events) }
      }
    }
    return isFinished ? .finished : .inputEnded
  }

  private func end(
    _ response: ProgramResponse,
    leaving events: ArraySlice<TerminalEvent>
  ) async -> Program.Ending {
    await terminal.reader.putBack(events)
    return Program.Ending(response) ?? (isFinished ? .finished : .inputEnded)
  }

  private func take(_ event: TerminalEvent, on size: Screen.Size) -> ProgramResponse {
    var action: Action?
    let response = program.respond(to: event, in: store.state, size, &action)
    switch response {
    case .goOn:
      guard let action else { break }
      store.send(action)
      if isFinished { return .quit }
    case .quit, .interrupt: break
    case .suspend: terminal.suspend()
    case .redraw: terminal.redraw()
    }
    return response
  }

  /// Draws the latest state when the actor is free and the last screen has been visible long enough.
  private func drawLater() {
    guard isToDraw == false, hasEnded == false else { return }
    isToDraw = true
    Task {
      // Checked again after the sleep, because another screen may have been drawn.
      while isToDraw, let time = lastFrame?.advanced(by: Self.frameTime), time > .now {
        try? await Task.sleep(until: time, clock: .continuous)
      }
      if isToDraw && hasEnded == false { draw() }
    }
  }

  private func draw() {
    isToDraw = false
    var screen = program.screen(store.state, terminal.size)
    if let animation, screen != drawn { fade(for: animation.duration * 0.5) }
    animation = nil
    drawn = screen
    if fading != nil { screen.restyle(screen.area) { $0.dim = true } }
    if let message { screen.put(message: message.line, others: message.others) }
    terminal.draw(screen)
    lastFrame = .now
  }

  private func fade(for time: SchedulerStride) {
    fading?.cancel()
    fading = Task {
      do { try await AnySchedulerOf<ContinuousClock>.main.sleep(for: time) } catch { return }
      fading = nil
      drawLater()
    }
  }

  // MARK: As text

  private static var advice: String { "keys need Enter here, and an empty line is Enter.\n" }

  func runAsText() async throws -> Program.Ending {
    if terminal.isInteractive {
      try terminal.write("This terminal cannot show screens: \(Self.advice)")
    } else if terminal.hasKeyboard {
      try? writeAll("The output is not a terminal, so no screens are shown: \(Self.advice)", to: 2)
    }
    try writeScreen()
    let ending = try await follow(Task { try await readLines() }) { [self] _ in
      // Delayed, so that only the last of several states in immediate succession is shown.
      Task { try? writeScreen() }
    }
    try writeScreen()
    return ending
  }

  private func readLines() async throws -> Program.Ending {
    try await waitForEffects()
    while isFinished == false {
      var events = await terminal.reader.nextBatch(readsLines: true)
      guard events.isEmpty == false else { break }
      if Task.isCancelled { return await end(.goOn, leaving: events) }
      while let event = events.popFirst() {
        let response = take(event, on: terminal.size)
        try writeScreen()
        if response.isEnd == false { try await waitForEffects() }
        if response.isEnd || Task.isCancelled { return await end(response, leaving: events) }
      }
    }
    return isFinished ? .finished : .inputEnded
  }

  private func waitForEffects() async throws {
    guard terminal.isInteractive == false else { return }
    var waits = 0
    while store.hasRunningEffects, waits < Self.patience, Task.isCancelled == false {
      try? await Task.sleep(for: .milliseconds(5))
      waits += 1
    }
    try writeScreen()
  }

  private func writeScreen() throws {
    let screen = program.screen(store.state, terminal.size)
    guard screen != written else { return }
    try terminal.write((written == nil ? "" : "\n") + screen.plainText + "\n")
    written = screen
  }
}

extension Screen {
  fileprivate mutating func put(message: Substring, others: Int) {
    let count = others < 1 ? "" : " (+\(others) \(others == 1 ? "line" : "lines"))"
    let text = message.truncated(columns: size.columns - count.count) + count
    let line = area.line(size.rows - 1)
    let style = Style(inverse: true)
    fill(line, style: style)
    put(text, in: line, style: style)
  }
}
