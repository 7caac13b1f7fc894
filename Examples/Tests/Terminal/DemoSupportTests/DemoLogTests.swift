// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Lockstep
import LockstepTerminal
import Testing

/// Tests the log of a demo.
@MainActor @Suite struct DemoLogTests {
  private struct Full: LocalizedError {
    var errorDescription: String? { "There is no room." }
  }

  private struct Light: Equatable, Sendable {
    var isOn = false
    var switches = 0
  }

  private enum LightAction: Equatable {
    case appeared
    case pressed
    case ticked
  }

  private let demo = Demo(
    initialState: Light(),
    reducer: Reducer<Light, LightAction, DemoTime> { state, action, time in
      switch action {
      case .appeared:
        return .none
      case .pressed:
        return Effect(value: .ticked).delay(for: 0.25, scheduler: time.mainRunLoop, line: 38)
      case .ticked:
        state = Light(isOn: state.isOn == false, switches: state.switches + 1)
        return .none
      }
    },
    environment: { $0 },
    appeared: .appeared,
    program: program([KeyBinding("l", "Light", .pressed), .quit("q")])
  )

  private static func program(
    isEditing: Bool = false,
    _ keys: [KeyBinding<LightAction>]
  ) -> TerminalProgram<Light, LightAction> {
    TerminalProgram(
      keys: { _, _ in keys },
      isEditing: { _ in isEditing },
      screen: { state, size, _ in
        var screen = Screen(size: size)
        screen.put(state.isOn ? "on" : "off", row: 0, column: 0)
        return screen
      },
      action: { event, _, _ in event == .key("q") ? .ticked : nil }
    )
  }

  private func run(
    _ script: String,
    of demo: Demo<Light, LightAction, DemoTime>? = nil,
    log: DemoLog
  ) throws -> [String] {
    var frames: [String] = []
    try (demo ?? self.demo).run(TerminalScript(script), log: log) { frames.append($0) }
    log.finish()
    return frames
  }

  @Test func `the log contains each action with its time, its cause and its changes`() throws {
    var text = ""
    _ = try run("wait 4s\npress up\npress l\nwait 1s", log: DemoLog { text += $0 })
    #expect(
      text == """
        [0.000 s] LightAction.appeared
          Cause: the start
          (nothing changed)
        [4.000 s] LightAction.pressed
          Cause: key 'l'
          (nothing changed)
        [4.250 s] LightAction.ticked
          Cause: effect delay, made at DemoSupportTests/DemoLogTests.swift:38, started by LightAction.pressed
          Light(
        -   isOn: false,
        +   isOn: true,
        -   switches: 0
        +   switches: 1
          )

        """
    )
  }

  @Test func `repeated actions of an effect are written once and counted`() throws {
    struct TimerID: Hashable {}
    var ticking = demo
    ticking.reducer = .combine(
      demo.reducer,
      Reducer { _, action, time in
        guard action == .appeared else { return .none }
        return Effect.timer(id: TimerID(), every: 0.5, on: time.mainRunLoop, line: 80)
          .map { _ in .ticked }
      }
    )
    var text = ""
    let log = DemoLog { text += $0 }
    _ = try run("wait 3s\npress l\nwait 1s", of: ticking, log: log)
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("[") || $0.contains("…") } == [
        "[0.000 s] LightAction.appeared",
        "[0.500 s] LightAction.ticked",
        "  … and 5 more until 3.000 s",
        "[3.000 s] LightAction.pressed",
        "[3.250 s] LightAction.ticked",
        "[3.500 s] LightAction.ticked",
        "  … and 1 more until 4.000 s",
      ]
    )
  }

  @Test func `a script runs in virtual time and prints a screen for each step`() throws {
    var text = ""
    var frames: [String] = []
    let script = try TerminalScript("press l\nwait 249ms\nwait 1ms\ntype lx\nwait 1s")
    try demo.run(script, log: DemoLog { text += $0 }) { frames.append($0) }
    #expect(
      frames == [
        "== at first ==\noff\n", "== press l ==\noff\n", "== wait 249ms ==\noff\n",
        "== wait 1ms ==\non\n", "== type lx ==\non\n", "== wait 1s ==\noff\n",
      ]
    )
    #expect(text.contains("[0.250 s] LightAction.ticked"))
    #expect(text.contains("[0.500 s] LightAction.ticked"))
  }

  @Test func `a script ends when the demo quits or finishes`() throws {
    var frames: [String] = []
    try demo.run(TerminalScript("press q\nwait 1s")) { frames.append($0) }
    #expect(frames == ["== at first ==\noff\n", "== press q ==\noff\n"])

    frames = []
    var brief = demo
    brief.farewell = { $0.isOn ? "Let there be light." : nil }
    try brief.run(TerminalScript("press l\nwait 1s\nwait 2s")) { frames.append($0) }
    #expect(
      frames == [
        "== at first ==\noff\n", "== press l ==\noff\n", "== wait 1s ==\non\n",
        "Let there be light.\n",
      ]
    )
  }

  @Test func `while text is edited, the letter q does not quit`() throws {
    var frames: [String] = []
    var typing = demo
    typing.program = Self.program(isEditing: true, [.quit("q")])
    let script = try TerminalScript("press q\npress ctrl-c\npress q")
    try typing.run(script) { frames.append($0) }
    #expect(
      frames == ["== at first ==\noff\n", "== press q ==\non\n", "== press ctrl-c ==\non\n"]
    )
  }

  @Test
  func `a log that cannot be written does not stop the demo, and reports its failure at the end`()
    throws
  {
    let log = DemoLog { _ in throw Full() }
    let frames = try run("press l\nwait 1s", log: log)
    #expect(frames.last == "== wait 1s ==\non\n")
    #expect(
      log.failure
        == DemoError(message: "the log cannot be written: There is no room.", exitCode: 74)
    )
  }

  @Test func `a log that cannot be created throws an error`() {
    #expect(
      throws: DemoError(
        message: "/nowhere/log cannot be written: No such file or directory",
        exitCode: 73
      )
    ) {
      try DemoLog(path: "/nowhere/log")
    }
  }
}
