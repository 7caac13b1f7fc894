// SPDX-License-Identifier: MIT

internal import ApiClient
internal import DemoSupport
package import LockstepTerminal

/// The `game-over` program.
public enum GameOverDemoProgram {
  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The exit code: 0, or a code of `sysexits.h` for wrong input.
  @MainActor
  public static func run(arguments: [String]) async -> Int32 {
    await run(arguments: arguments, terminal: Terminal())
  }

  @MainActor
  package static func run(arguments: [String], terminal: Terminal) async -> Int32 {
    await runDemo("game-over", help: GameOverDemoOptions.help, terminal: terminal) {
      () throws(DemoError) in
      try demo(arguments)
    }
  }

  private static func demo(
    _ arguments: [String]
  ) throws(DemoError) -> (GameOverDemo?, CommonOptions) {
    let options = try GameOverDemoOptions(arguments: arguments)
    guard options.common.runsDemo else { return (nil, options.common) }
    let input = try GameOverDemoInput(options)
    return (.gameOver(input, options.common, try options.common.connect()), options.common)
  }
}

typealias GameOverDemo = Demo<GameOverDemoState, GameOverDemoAction, GameOverDemoEnvironment>

extension GameOverDemo {
  static func gameOver(
    _ input: GameOverDemoInput,
    _ options: CommonOptions = CommonOptions(),
    _ remoteServer: RemoteServer? = nil
  ) -> Self {
    Self(
      initialState: GameOverDemoState(game: input.game),
      reducer: gameOverDemoReducer,
      environment: { time in
        if let remoteServer {
          return .demo(
            remoteServer.client(time),
            mainRunLoop: time.mainRunLoop,
            seed: options.seed
          )
        }
        let server = DemoServer(
          game: input.game,
          words: input.words,
          options: options,
          date: time.date
        )
        return .demo(
          .demo(server, milliseconds: options.slow, scheduler: time.mainRunLoop),
          mainRunLoop: time.mainRunLoop,
          seed: options.seed
        )
      },
      appeared: .onAppear,
      program: TerminalProgram(
        keys: { state, size in state.keys(size) },
        screen: { state, size, help in state.screen(size, help) }
      ),
      farewell: { $0.ending?.farewell }
    )
  }
}
