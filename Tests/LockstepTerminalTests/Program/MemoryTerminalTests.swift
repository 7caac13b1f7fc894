// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTerminal
import Testing

/// Programs on a terminal in memory.
@Suite struct MemoryTerminalTests {
  /// A program that remembers what arrives.
  private func makeLog(
    _ features: Terminal.Features = []
  ) -> MemoryTerminal<[TerminalEvent], TerminalEvent> {
    let program = TerminalProgram<[TerminalEvent], TerminalEvent>(
      features: features,
      screen: { _, size, _ in Screen(size: size) },
      action: { event, _, _ in event }
    )
    let store = ManualStore(
      initialState: [],
      reducer: Reducer<[TerminalEvent], TerminalEvent, Void> { events, event, _ in
        events.append(event)
        return .none
      },
      environment: ()
    )
    return MemoryTerminal(program, store)
  }

  @Test func `pressed keys and advanced time update the screen`() {
    let terminal = makeStopwatch()
    #expect(terminal.size == Screen.Size(rows: 24, columns: 80))
    #expect(terminal.screen.plainText == "0 s")
    terminal.press(.character("s"))
    #expect(terminal.screen.plainText == "0 s")
    terminal.advance(by: 2.5)
    #expect(terminal.screen.plainText == "2 s")
    terminal.advance(by: -9)
    terminal.type("xr")
    #expect(terminal.screen.plainText == "0 s")
    terminal.resize(rows: 1, columns: 1)
    #expect(terminal.screen.plainText == "0")
    #expect(terminal.size == Screen.Size(rows: 1, columns: 1))
    #expect(terminal.ending == nil)
  }

  @Test func `the last screen remains after the program ends`() {
    let terminal = makeStopwatch()
    terminal.press(.character("s"))
    terminal.advance(by: 60)
    #expect(terminal.ending == .finished)
    #expect(terminal.screen.plainText == "5 s")
    #expect(terminal.store.store.state == 60)
    terminal.type("r\u{3}")
    terminal.resize(rows: 0, columns: 0)
    #expect(terminal.ending == .finished)
    #expect(terminal.screen.plainText == "5 s")
    #expect(terminal.store.store.state == 60)
  }

  @Test func `a program can be finished at the start`() {
    let terminal = makeStopwatch(seconds: 5)
    #expect(terminal.ending == .finished)
    #expect(terminal.screen.plainText == "5 s")
  }

  @Test func `Control-C interrupts, and Control-Z does nothing`() {
    let terminal = makeStopwatch(seconds: 3)
    terminal.press(.control("z"))
    #expect(terminal.ending == nil)
    terminal.press(.control("c"))
    #expect(terminal.ending == .interrupted)
    terminal.press(.character("r"))
    #expect(terminal.screen.plainText == "3 s")
    #expect(terminal.store.store.state == 3)
  }

  @Test func `a program can handle Control-C and Control-Z`() {
    let terminal = makeLog()
    terminal.type("\u{3}\u{1A}")
    #expect(terminal.store.store.state == [.key(.control("c")), .key(.control("z"))])
    #expect(terminal.ending == nil)
  }

  @Test func `typed text is delivered as the keys that a terminal sends for it`() {
    let terminal = makeLog()
    terminal.type("a終\n\t\u{1B}[A\u{1B}b\u{1B}")
    #expect(
      terminal.store.store.state == [
        .key(.character("a")), .key(.character("終")), .key(.return), .key(.tab), .key(.up),
        .key(.alt("b")), .key(.escape),
      ]
    )
  }

  @Test func `unrequested events do not arrive`() {
    let terminal = makeLog()
    terminal.send(.focus(true))
    terminal.send(.mouse(TerminalEvent.Mouse(.wheelUp, row: 0, column: 0)))
    terminal.send(.paste("a\nb"))
    #expect(
      terminal.store.store.state == [
        .key(.character("a")), .key(.return), .key(.character("b")),
      ]
    )
  }

  @Test func `requested events arrive as they do from a terminal`() {
    let terminal = makeLog([.focus, .mouse, .paste])
    let mouse = TerminalEvent.mouse(TerminalEvent.Mouse(.wheelUp, row: 0, column: 0))
    terminal.send(.focus(true))
    terminal.send(mouse)
    terminal.send(.paste("a\r\nb\u{1B}[201~\u{7}c"))
    terminal.send(.paste(""))
    #expect(terminal.store.store.state == [.focus(true), mouse, .paste("a\nb[201~c")])
  }

  @Test func `work that is due immediately runs with the event that schedules it`() {
    let clock = DispatchQueue.test
    let program = TerminalProgram<[String], String> { _, size, _ in
      Screen(size: size)
    } action: { _, _, _ in
      "asked"
    }
    let store = ManualStore(
      initialState: [],
      reducer: Reducer<[String], String, SchedulerOf<DispatchQueue>> { state, action, queue in
        state.append(action)
        return action == "asked" ? Effect(value: "answered").receive(on: queue) : .none
      },
      environment: clock
    )
    MemoryTerminal(program, store, clock: clock).press(.return)
    #expect(store.store.state == ["asked", "answered"])
  }

  @Test func `playing a script performs each kind of step`() throws {
    let terminal = makeLog([.mouse, .paste])
    let script = try TerminalScript(
      #"""
      press ctrl-a
      type bc
      paste d\ne
      click 3 10
      resize 7x5
      wait 1s
      """#
    )
    var moments: [String] = []
    terminal.play(script) { moment, screen in
      moments.append("\(moment): \(screen.size.columns)x\(screen.size.rows)")
    }
    #expect(
      moments == [
        "at first: 80x24", "press ctrl-a: 80x24", "type bc: 80x24", #"paste d\ne: 80x24"#,
        "click 3 10: 80x24", "resize 7x5: 7x5", "wait 1s: 7x5",
      ]
    )
    #expect(
      terminal.store.store.state == [
        .key(.control("a")), .key(.character("b")), .key(.character("c")), .paste("d\ne"),
        .mouse(TerminalEvent.Mouse(.press(.left), row: 3, column: 10)),
        .mouse(TerminalEvent.Mouse(.release(.left), row: 3, column: 10)),
      ]
    )
  }

  @Test func `a script stops if the program ends or an error is thrown`() throws {
    let script = try TerminalScript("press s\nwait 9s\npress r")
    var shown: [String] = []
    makeStopwatch().play(script) { moment, screen in
      shown.append("\(moment): \(screen.plainText)")
    }
    #expect(shown == ["at first: 0 s", "press s: 0 s", "wait 9s: 5 s"])

    struct Stop: Error {}
    let terminal = makeStopwatch()
    #expect(throws: Stop.self) {
      try terminal.play(script) { moment, _ in if moment == "press s" { throw Stop() } }
    }
    #expect(terminal.screen.plainText == "0 s")
  }

  // MARK: Recording

  /// The times and texts of a recording.
  private func lines(_ recording: ScreenRecording) -> [String] {
    recording.frames.map { "\($0.start): \($0.screen.plainText)" } + ["\(recording.duration)"]
  }

  @Test func `a recording has each screen with its time`() throws {
    let terminal = makeStopwatch()
    let recording = terminal.record(
      try TerminalScript("wait 500ms\npress s\nwait 2500ms\nresize 1x1\nwait 750ms")
    )
    #expect(
      lines(recording) == ["0 s: 0 s", "1.5 s: 1 s", "2.5 s: 2 s", "3 s: 2", "3.5 s: 3", "3.75 s"]
    )
    // The next one begins with the screen that is shown now.
    let next = terminal.record(try TerminalScript("press r\nwait 1s"))
    #expect(lines(next) == ["0 s: 0", "0.75 s: 1", "1 s"])
  }

  @Test func `recording a script shows each step`() throws {
    struct Stop: Error {}
    let script = try TerminalScript("press s\nwait 2s\nwait 1s")
    var moments: [String] = []
    let recording = makeStopwatch().record(script) { moment, screen in
      moments.append("\(moment): \(screen.plainText)")
    }
    #expect(moments == ["at first: 0 s", "press s: 0 s", "wait 2s: 2 s", "wait 1s: 3 s"])
    #expect(recording == makeStopwatch().record(script))
    #expect(throws: Stop.self) {
      try makeStopwatch().record(script) { moment, _ in if moment == "wait 2s" { throw Stop() } }
    }
  }

  @Test func `a recording ends with the program`() throws {
    let recording = makeStopwatch(seconds: 3).record(
      try TerminalScript("press s\nwait 9s\nwait 9s")
    )
    #expect(lines(recording) == ["0 s: 3 s", "1 s: 4 s", "2 s: 5 s", "9 s"])
  }
}
