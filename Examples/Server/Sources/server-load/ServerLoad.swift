// SPDX-License-Identifier: MIT

internal import ArgumentParser

@main
struct ServerLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sends load and faulty requests to a server on this machine, and checks the results.",
    subcommands: [
      Submit.self, Verify.self, Stop.self, Attack.self, Faults.self, Hold.self, Get.self,
      Hello.self,
      Ranks.self,
    ]
  )
}

struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
