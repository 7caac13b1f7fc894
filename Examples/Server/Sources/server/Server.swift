// SPDX-License-Identifier: MIT

internal import ArgumentParser

/// The program `server`.
@main
struct Server: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves the word game over HTTP.",
    subcommands: [Serve.self, Check.self],
    defaultSubcommand: Serve.self
  )
}
