// SPDX-License-Identifier: MIT

/// The largest texts and lists that players may send.
///
/// Decoding more is an error that names the place, so what one request makes a server store, and others load,
/// is linear in its size. Texts are counted in bytes of UTF-8.
public enum Bounds {
  /// The bytes of the name that others see.
  public static let displayName = 256

  /// The bytes of an id in Game Center.
  public static let gameCenterPlayerId = 128

  /// The faces of a word; a puzzle has no more.
  public static let facesOfWord = 81

  /// The bytes of the letters of a face.
  public static let letters = 16

  /// The moves of a game.
  ///
  /// One that uses up all cubes has at most 243 words, if each has one face, and 27 removed cubes, each of which two
  /// quick taps may remove twice.
  public static let moves = 300

  /// The players of a match that are named in a request.
  public static let players = 16

  /// The devices of a player that are notified; another one takes the place of the oldest.
  public static let pushTokens = 16

  /// The bytes of the address of a device for notifications.
  public static let pushToken = 512

  /// The bytes of a reaction.
  public static let reaction = 64

  /// The bytes of the code of a shared game.
  public static let sharedGameCode = 64

  /// The bytes of the name of a time zone.
  public static let timeZone = 64

  /// The matches that a player may have started without their being over.
  public static let openMatches = 50

  /// The matches of a page.
  public static let matchesOfPage = 20

  /// The daily challenges in the history of a player, the newest ones.
  public static let history = 100
}
