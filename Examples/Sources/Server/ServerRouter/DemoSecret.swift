// SPDX-License-Identifier: MIT

extension ServerRoute {
  /// The secret of signatures where none is given: for demos, and their servers.
  ///
  /// Everybody knows it, so a server for players needs another one.
  public static let demoSecret = "game-over-demo"
}
