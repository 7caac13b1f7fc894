// SPDX-License-Identifier: MIT

extension ServerRoute {
  /// What signatures are made with where no secret is given: by demos, and servers for them.
  ///
  /// Everybody knows it, so a server for players needs another one.
  public static let demoSecret = "game-over-demo"
}
