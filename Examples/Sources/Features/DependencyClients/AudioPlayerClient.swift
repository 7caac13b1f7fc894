// SPDX-License-Identifier: MIT

public import Lockstep

/// A client that plays the game's music and sounds.
public struct AudioPlayerClient: Sendable {
  /// A sound file of the game.
  public struct Sound: Hashable, Sendable {
    /// A category of sounds, which players can turn off.
    public enum Category: Hashable, Sendable {
      case music

      case soundEffect
    }

    /// The category of the sound.
    public let category: Category

    /// The name of the file, without its extension.
    public let name: String

    /// Creates a sound.
    public init(category: Category, name: String) {
      self.category = category
      self.name = name
    }
  }

  /// Plays a sound in a loop until another sound is looped.
  public var loop: @Sendable (Sound) -> Effect<Never, Never>

  /// Plays a sound once.
  public var play: @Sendable (Sound) -> Effect<Never, Never>

  /// Stops a sound if it is playing.
  public var stop: @Sendable (Sound) -> Effect<Never, Never>

  /// Creates a client from its endpoints.
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

  /// The sound of a screen that slides in.
  public static let transitionIn = Self(category: .soundEffect, name: "transitionIn")
}

extension AudioPlayerClient {
  /// A client that reports an issue for every call.
  public static let failing = Self(
    loop: { _ in .failing("AudioPlayerClient.loop is unimplemented") },
    play: { _ in .failing("AudioPlayerClient.play is unimplemented") },
    stop: { _ in .failing("AudioPlayerClient.stop is unimplemented") }
  )

  /// A client that plays nothing.
  public static let noop = Self(
    loop: { _ in .none },
    play: { _ in .none },
    stop: { _ in .none }
  )
}
