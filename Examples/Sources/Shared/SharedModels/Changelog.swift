// SPDX-License-Identifier: MIT

public import Lockstep

/// The tag of ``BuildNumber``.
public enum BuildNumberTag {}

/// The number of a build of the game.
public typealias BuildNumber = Tagged<BuildNumberTag, Int>

/// The changes to the game in each build.
public struct Changelog: Codable, Equatable, Sendable {
  /// The changes in one build.
  public struct Change: Codable, Equatable, Sendable {
    /// The number of the build.
    public var build: BuildNumber

    /// A description of the changes, for users.
    public var log: String

    /// The version number that users see.
    public var version: String

    /// Creates a change.
    public init(build: BuildNumber, log: String, version: String) {
      self.build = build
      self.log = log
      self.version = version
    }
  }

  /// The changes, newest first.
  public var changes: [Change]

  /// Creates a changelog.
  public init(changes: [Change]) {
    self.changes = changes
  }

  /// Returns the changes in the builds after `build`.
  public func changes(since build: BuildNumber) -> Self {
    Self(changes: changes.filter { $0.build > build })
  }
}
