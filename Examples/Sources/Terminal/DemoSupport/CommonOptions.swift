// SPDX-License-Identifier: MIT

package import Foundation
internal import ServerRouter

/// The options of all demos.
package struct CommonOptions: Equatable, Sendable {
  /// The endpoints that the server answers with an error.
  package var failing: Set<DemoEndpoint> = []

  /// The file for the log of actions.
  package var log: String?

  /// The file with the `TerminalScript`; if nil, keys are read from the terminal or a pipe.
  package var script: String?

  package var secret = ServerRoute.demoSecret

  /// The seed for the initial data on the server.
  package var seed: UInt64 = 7

  /// The URL of a remote server; if nil, the server runs in the demo's process.
  package var server: URL?

  /// Whether to print the help instead of running the demo.
  package var showsHelp = false

  /// Whether to print the version instead of running the demo.
  package var showsVersion = false

  /// The delay of each server response, in milliseconds.
  package var slow = 800

  /// The file for an animated picture of the script's screens.
  package var svg: String?

  package var runsDemo: Bool { showsHelp == false && showsVersion == false }

  package init(
    failing: Set<DemoEndpoint> = [],
    log: String? = nil,
    script: String? = nil,
    secret: String = ServerRoute.demoSecret,
    seed: UInt64 = 7,
    server: URL? = nil,
    showsHelp: Bool = false,
    showsVersion: Bool = false,
    slow: Int = 800,
    svg: String? = nil
  ) {
    self.failing = failing
    self.log = log
    self.script = script
    self.secret = secret
    self.seed = seed
    self.server = server
    self.showsHelp = showsHelp
    self.showsVersion = showsVersion
    self.slow = slow
    self.svg = svg
  }

  /// Parses an option if it is one of the common ones.
  ///
  /// - Parameters:
  ///   - name: The name that the reader has returned.
  ///   - reader: The source of the option's value.
  ///   - endpoints: The endpoints that the demo uses. If empty, the demo has no options for the server.
  ///   - connects: Whether the demo can use a remote server.
  /// - Returns: Whether the option is a common one.
  /// - Throws: An error about the option's value.
  package mutating func take(
    _ name: String,
    _ reader: inout ArgumentReader,
    endpoints: [DemoEndpoint],
    connects: Bool = false
  ) throws(DemoError) -> Bool {
    guard name == "-h" || Self.names(endpoints: endpoints, connects: connects).contains(name) else {
      return false
    }
    switch name {
    case "--fail":
      failing.insert(try reader.value(name, oneOf: endpoints))
    case "--help", "-h":
      try reader.noValue(name)
      showsHelp = true
    case "--log":
      log = try reader.value(name, "a file")
    case "--script":
      script = try reader.value(name, "a file")
    case "--secret":
      secret = try reader.value(name, "a text")
    case "--server":
      let address: URL = try reader.value(name, "an address such as http://127.0.0.1:8080") {
        text in
        URL(string: text).flatMap { url in
          ["http", "https"].contains(url.scheme) && url.host()?.isEmpty == false ? url : nil
        }
      }
      server = address
    case "--seed":
      seed = try reader.value(name, "a whole number from 0 to \(UInt64.max)") { UInt64($0) }
    case "--slow":
      slow = try reader.value(name, "a number of milliseconds from 0 to 600000") { text in
        Int(text).flatMap { (0...600_000).contains($0) ? $0 : nil }
      }
    case "--svg":
      svg = try reader.value(name, "a file")
    case "--version":
      try reader.noValue(name)
      showsVersion = true
    default:
      return false
    }
    return true
  }

  /// Throws an error if the arguments combine `--server` with an option of the in-process server.
  package func check(_ reader: ArgumentReader) throws(DemoError) {
    guard server != nil, let name = reader.names.first(where: Self.namesInProcess.contains) else {
      return
    }
    throw .usage("option '\(name)' is for a server in the same process, and not for '--server'")
  }

  /// Returns the names of a demo's options, in the order of the help text.
  package static func names(endpoints: [DemoEndpoint], connects: Bool = false) -> [String] {
    (endpoints.isEmpty ? [] : namesInProcess) + (connects ? ["--server", "--secret"] : [])
      + ["--log", "--script", "--svg", "--help", "--version"]
  }

  /// The options of the in-process server.
  private static let namesInProcess = ["--fail", "--slow", "--seed"]

  /// Connects to the remote server, as a new player; returns nil if the options name no server.
  package func connect() throws(DemoError) -> RemoteServer? {
    guard let server else { return nil }
    return try RemoteServer(server, secret: secret)
  }

  package static func help(endpoints: [DemoEndpoint], connects: Bool = false) -> String {
    let server = """
        --fail ENDPOINT      The server answers an endpoint with an error; may be repeated. One of
                             \(endpoints.map(\.rawValue).joined(separator: ",\n" + indentation)).
        --slow MILLISECONDS  How long each answer of the server takes; 800 by default.
        --seed NUMBER        Changes what others have done before; 7 by default.

      """
    let elsewhere = """
        --server URL         Asks a server elsewhere, as a new player, instead of one in the same
                             process, which alone has the three options above.
        --secret TEXT        What requests to that server are signed with.

      """
    return """
      \(endpoints.isEmpty ? "" : server)\(connects ? elsewhere : "")\
        --log FILE           Write each action to a file: what sent it, and what it changed. Those that
                             an effect repeats are only counted.
        --script FILE        Take the steps in a file, in virtual time, and print a screen after each. A
                             line is one of: press KEY, type TEXT, wait 250ms, resize 80x24.
        --svg FILE           Draw what the script shows as a picture that moves.
        --help               Show this text.
        --version            Show the name of the program and its version.
      """
  }

  private static let indentation = String(repeating: " ", count: 23)

  package static let keysHelp = """
    On a terminal, keys do what the screen says. Without one, keys are read from standard input, each
    when the effects of the one before have ended, or after a second, and the screens are printed.
    """
}
