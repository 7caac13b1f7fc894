// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import ServerRouter

struct SecretOptions: ParsableArguments {
  static let variable = "LOCKSTEP_SECRET"

  @Option(
    help: """
      A file with the secret with which clients sign their requests, readable by its owner only. \
      The environment variable \(SecretOptions.variable) can have the secret, too; by default it is \
      that of the demos, which is public.
      """
  )
  var secretFile: String?

  @Option(help: "The secret itself, which everybody on this machine sees in the list of processes.")
  var secret: String?

  @Flag(help: "Allow the secret of the demos at an address that other machines reach.")
  var allowDemoSecret = false

  func secret(for host: String, _ environment: [String: String]) throws -> String {
    let given = [
      try secretFile.map(contents), secret, environment[Self.variable],
    ]
    .compactMap { $0 }
    guard given.count <= 1 else {
      throw Failure("give the secret once: by --secret-file, --secret or \(Self.variable)")
    }
    let secret = given.first ?? ServerRoute.demoSecret
    guard secret.isEmpty == false else { throw Failure("the secret is empty") }
    let isLoopback = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    guard secret != ServerRoute.demoSecret || isLoopback || allowDemoSecret else {
      throw Failure(
        """
        the secret of the demos is public, and \(host) can be reached by others: give another one \
        with --secret-file, or allow this one with --allow-demo-secret
        """
      )
    }
    return secret
  }

  /// Returns the contents of a file, without the final line feed.
  private func contents(of path: String) throws -> String {
    let attributes: [FileAttributeKey: Any]
    let data: Data
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: path)
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure("cannot read the secret in '\(path)': \(error.localizedDescription)")
    }
    let mode = attributes[.posixPermissions] as? Int ?? 0o777
    guard mode & 0o077 == 0 else {
      throw Failure("others can read the secret in '\(path)': run 'chmod 600 \(path)'")
    }
    guard var text = String(data: data, encoding: .utf8) else {
      throw Failure("the secret in '\(path)' is not UTF-8")
    }
    if text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}
