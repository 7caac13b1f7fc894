// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import Lockstep
import TerminalSupport
import Testing

/// What a demo writes to its log.
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
    action: { key, _ in key == .character("l") ? .pressed : nil },
    render: { state, size in
      var screen = Screen(size: size)
      screen.put(state.isOn ? "on" : "off", row: 0, column: 0)
      return screen
    },
    farewell: { _ in nil }
  )

  private func run(_ keys: [Key], log: DemoLog) async throws -> [String] {
    let keys = AsyncStream<Key> { continuation in
      for key in keys { continuation.yield(key) }
      continuation.finish()
    }
    var frames: [String] = []
    try await PlainDemo(demo, log: log).run(keys: keys) { frames.append($0) }
    return frames
  }

  @Test func `each action with its time, its cause and its changes`() async throws {
    var text = ""
    let frames = try await run([.up, .character("l")], log: DemoLog { text += $0 })
    #expect(
      frames == [
        "== at first ==\noff\n", "== after 3 seconds ==\noff\n", "== a second after 'up' ==\noff\n",
        "== a second after 'l' ==\non\n",
      ]
    )
    #expect(
      text == """
        [0.000 s] LightAction.appeared
          Cause: the start
          (nothing changed)
        [4.000 s] LightAction.pressed
          Cause: key 'l'
          (nothing changed)
        [4.250 s] LightAction.ticked
          Cause: effect delay, made at DemoSupportTests/DemoLogTests.swift:38
          Light(
        -   isOn: false,
        +   isOn: true,
        -   switches: 0
        +   switches: 1
          )

        """
    )
  }

  @Test func `a log that cannot be written does not stop the demo, and is told at its end`()
    async throws
  {
    let log = DemoLog { _ in throw Full() }
    let frames = try await run([.character("l")], log: log)
    #expect(frames.last == "== a second after 'l' ==\non\n")
    #expect(
      log.failure
        == DemoError(message: "the log cannot be written: There is no room.", exitCode: 74)
    )
  }

  @Test func `a log that cannot be created`() {
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
