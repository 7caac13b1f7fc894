// SPDX-License-Identifier: MIT

internal import ArgumentParser

@main
struct Server: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves the word game over HTTP.",
    discussion: """
      Without a subcommand, it is 'serve':

      \(Serve.helpMessage(columns: 76).split(separator: "\n", omittingEmptySubsequences: false)
        .drop { $0.hasPrefix("USAGE") == false }.joined(separator: "\n")
        .replacing("USAGE: serve", with: "USAGE: server [serve]", maxReplacements: 1))
      """,
    subcommands: [Serve.self, Check.self],
    defaultSubcommand: Serve.self
  )
}
