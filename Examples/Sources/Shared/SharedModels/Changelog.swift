// SPDX-License-Identifier: MIT

public import Lockstep

/// The tag of ``BuildNumber``.
public enum BuildNumberTag {}

/// Counts the builds of the game.
public typealias BuildNumber = Tagged<BuildNumberTag, Int>

/// The changes of the game.
public struct Changelog: Codable, Equatable, Sendable {
  /// The changes of a build.
  public struct Change: Codable, Equatable, Sendable {
    /// The build.
    public var build: BuildNumber

    /// A description of the changes, for users.
    public var log: String

    /// The version that users see.
    public var version: String

    /// A change.
    public init(build: BuildNumber, log: String, version: String) {
      self.build = build
      self.log = log
      self.version = version
    }
  }

  /// The changes, the newest first.
  public var changes: [Change]

  /// A list of changes.
  public init(changes: [Change]) {
    self.changes = changes
  }

  /// The changes since a build, without its own.
  public func changes(since build: BuildNumber) -> Self {
    Self(changes: changes.filter { $0.build > build })
  }
}
