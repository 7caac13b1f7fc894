// SPDX-License-Identifier: MIT

/// The maximum sizes of texts and lists that players send.
///
/// Decoding a larger value throws an error that names its path, so the storage that a request uses is linear in its
/// size. The sizes of texts are in UTF-8 bytes.
public enum Bounds {
  /// The bytes of a display name.
  public static let displayName = 256

  /// The bytes of a Game Center identifier.
  public static let gameCenterPlayerId = 128

  /// The faces of a word, which is the number of faces in a puzzle.
  public static let facesOfWord = 81

  /// The bytes of the letters of a face.
  public static let letters = 16

  /// The moves of a game.
  ///
  /// A game that uses up all cubes has at most 243 words, if each word uses one face, and 27 removed cubes. Two quick
  /// taps may remove a cube twice.
  public static let moves = 300

  /// The players of a match in a request.
  public static let players = 16

  /// The devices of a player that receive notifications; a new device replaces the oldest one.
  public static let pushTokens = 16

  /// The bytes of a device's address for notifications.
  public static let pushToken = 512

  /// The bytes of a reaction.
  public static let reaction = 64

  /// The bytes of the code of a shared game.
  public static let sharedGameCode = 64

  /// The bytes of the name of a time zone.
  public static let timeZone = 64

  /// The unfinished matches that a player has started.
  public static let openMatches = 50

  /// The matches of a page.
  public static let matchesOfPage = 20

  /// The daily challenges in a player's history.
  public static let history = 100
}
