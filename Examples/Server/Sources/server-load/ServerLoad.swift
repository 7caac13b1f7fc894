// SPDX-License-Identifier: MIT

internal import ArgumentParser

/// The program `server-load`.
@main
struct ServerLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts load and faults on a server on this machine, and checks what comes of it.",
    subcommands: [
      Submit.self, Verify.self, Stop.self, Attack.self, Faults.self, Hold.self, Get.self,
      Hello.self,
      Ranks.self,
    ]
  )
}

/// Why a check has failed, in a line.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
