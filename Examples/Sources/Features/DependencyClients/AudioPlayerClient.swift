// SPDX-License-Identifier: MIT

public import Lockstep

/// Plays the game's music and sounds.
public struct AudioPlayerClient: Sendable {
  /// A recording that comes with the game, by the name of its file.
  public struct Sound: Hashable, Sendable {
    /// The purpose of a sound; players can turn either off.
    public enum Category: Hashable, Sendable {
      /// Goes on in the background.
      case music

      /// Goes with something that happens.
      case soundEffect
    }

    /// The purpose of the sound.
    public let category: Category

    /// The name of its file, without an extension.
    public let name: String

    /// A recording by the name of its file.
    public init(category: Category, name: String) {
      self.category = category
      self.name = name
    }
  }

  /// Plays a sound again and again, until something else is looped.
  public var loop: @Sendable (Sound) -> Effect<Never, Never>

  /// Plays a sound once.
  public var play: @Sendable (Sound) -> Effect<Never, Never>

  /// Ends a sound, if it is played.
  public var stop: @Sendable (Sound) -> Effect<Never, Never>

  /// A client made of its endpoints.
  public init(
    loop: @escaping @Sendable (Sound) -> Effect<Never, Never>,
    play: @escaping @Sendable (Sound) -> Effect<Never, Never>,
    stop: @escaping @Sendable (Sound) -> Effect<Never, Never>
  ) {
    self.loop = loop
    self.play = play
    self.stop = stop
  }
}

extension AudioPlayerClient.Sound {
  /// The music of the game over screen.
  public static let gameOverMusicLoop = Self(category: .music, name: "gameOverLoop")

  /// A screen slides in.
  public static let transitionIn = Self(category: .soundEffect, name: "transitionIn")
}

extension AudioPlayerClient {
  /// Reports each endpoint that is used.
  public static let failing = Self(
    loop: { _ in .failing("AudioPlayerClient.loop is unimplemented") },
    play: { _ in .failing("AudioPlayerClient.play is unimplemented") },
    stop: { _ in .failing("AudioPlayerClient.stop is unimplemented") }
  )

  /// Plays nothing.
  public static let noop = Self(
    loop: { _ in .none },
    play: { _ in .none },
    stop: { _ in .none }
  )
}
