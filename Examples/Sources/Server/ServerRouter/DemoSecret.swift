// SPDX-License-Identifier: MIT

extension ServerRoute {
  /// The default secret for signatures, for demos and their servers.
  ///
  /// The secret is public, so a production server needs another one.
  public static let demoSecret = "game-over-demo"
}
