// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

// Values for tests, previews and demos.

extension UUID {
  /// `DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF`.
  public static let deadbeef = deadbeef(
    0xDE,
    0xAD,
    0xBE,
    0xEF,
    last: 0xBE,
    0xEF,
    0xDE,
    0xAD,
    0xBE,
    0xEF
  )

  /// `DEADBEEF-DEAD-BEEF-DEAD-DA117C4A1132`, the identifier of the mock daily challenge.
  public static let dailyChallenge = deadbeef(
    0xDE,
    0xAD,
    0xBE,
    0xEF,
    last: 0xDA,
    0x11,
    0x7C,
    0x4A,
    0x11,
    0x32
  )

  static func deadbeef(
    _ byte0: UInt8,
    _ byte1: UInt8,
    _ byte2: UInt8,
    _ byte3: UInt8,
    last byte10: UInt8 = 0xBE,
    _ byte11: UInt8 = 0xEF,
    _ byte12: UInt8 = 0xDE,
    _ byte13: UInt8 = 0xAD,
    _ byte14: UInt8 = 0xBE,
    _ byte15: UInt8 = 0xEF
  ) -> Self {
    Self(
      uuid: (
        byte0, byte1, byte2, byte3, 0xDE, 0xAD, 0xBE, 0xEF, 0xDE, 0xAD,
        byte10, byte11, byte12, byte13, byte14, byte15
      )
    )
  }
}

extension Tagged where RawValue == UUID {
  /// `DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF`.
  public static var deadbeef: Self { Self(rawValue: .deadbeef) }
}

extension Date {
  /// 1,234,567,890 seconds after the reference date: 2040-02-14T23:31:30Z.
  public static let mock = Self(timeIntervalSinceReferenceDate: 1_234_567_890)
}

extension CubeFace {
  /// An unused left face "A".
  public static let leftA = Self(letters: "A", side: .left)

  /// An unused right face "B".
  public static let rightB = Self(letters: "B", side: .right)

  /// An unused top face "C".
  public static let topC = Self(letters: "C", side: .top)
}

extension Cube {
  /// An unused cube with left "A", right "B" and top "C".
  public static let mock = Self(left: .leftA, right: .rightB, top: .topC)
}

extension ArchivableCube {
  /// A cube with left "A", right "B" and top "C".
  public static let mock = Self(.mock)
}

extension Puzzle {
  /// A puzzle of 27 unused mock cubes.
  public static let mock = Self { _ in Three<Three<Cube>> { _ in Three<Cube> { _ in .mock } } }
}

extension ArchivablePuzzle {
  /// A puzzle of 27 mock cubes.
  public static let mock = Self(Puzzle.mock)
}

extension IndexedCubeFace {
  /// The left face of the corner cube.
  public static let cornerLeft = Self(index: .corner, side: .left)

  /// The right face of the corner cube.
  public static let cornerRight = Self(index: .corner, side: .right)

  /// The top face of the corner cube.
  public static let cornerTop = Self(index: .corner, side: .top)
}

extension Move {
  /// "CAB" on the mock puzzle, with the correct score of 27.
  public static let cab = Self(
    playedAt: .mock,
    score: 27,
    type: .playedWord([.cornerTop, .cornerLeft, .cornerRight])
  )

  // swift-format-ignore: DontRepeatTypeInStaticProperties
  /// "ABC" on the mock puzzle, with a score that is far too high.
  public static let highScoringMove = Self(
    playedAt: .mock,
    score: 1234,
    type: .playedWord([.cornerLeft, .cornerRight, .cornerTop])
  )

  /// "ABC" on the mock puzzle, with an incorrect score.
  public static let mock = Self(
    playedAt: .mock,
    score: 20,
    type: .playedWord([.cornerLeft, .cornerRight, .cornerTop])
  )

  /// Removes the corner cube.
  public static let removeCube = Self(playedAt: .mock, score: 0, type: .removedCube(.corner))

  /// Returns a move that repeats the corner's left face `length` times, with an incorrect score.
  public static func playedWord(length: Int) -> Self {
    Self(
      playedAt: .mock,
      score: 1234,
      type: .playedWord(Array(repeating: .cornerLeft, count: Swift.max(0, length)))
    )
  }
}

extension CompletedGame {
  /// A timed solo game of ten seconds on the mock puzzle, with the single word "CAB".
  public static let mock = Self(
    cubes: .mock,
    gameContext: .solo,
    gameMode: .timed,
    gameStartTime: .mock,
    moves: [.cab],
    secondsPlayed: 10
  )
}

extension InProgressGame {
  /// A new timed solo game on the mock puzzle.
  public static let mock = Self(
    cubes: .mock,
    gameContext: .solo,
    gameMode: .timed,
    gameStartTime: .mock
  )
}

extension Player {
  /// Blob, the player in most tests.
  public static let blob = Self(
    accessToken: AccessToken(rawValue: .deadbeef(0xAC, 0xCE, 0x55, 0x00)),
    createdAt: .mock,
    deviceId: .deadbeef,
    displayName: "Blob",
    gameCenterLocalPlayerId: "A:_deadbeefdeadbeefdeadbeefdeadbeef",
    id: ID(rawValue: .deadbeef(0xB1, 0x0B, 0xB1, 0x0B)),
    timeZone: "America/New_York"
  )

  /// Blob Jr., a second player.
  public static let blobJr = Self(
    accessToken: AccessToken(rawValue: .deadbeef(0xAC, 0xCE, 0x55, 0x01)),
    createdAt: .mock,
    deviceId: DeviceId(rawValue: .deadbeef(0xDE, 0x71, 0xCE, 0x01)),
    displayName: "Blob Jr.",
    gameCenterLocalPlayerId: "123456789123456789",
    id: ID(rawValue: .deadbeef(0xB1, 0x0B, 0x20, 0x00)),
    timeZone: "America/New_York"
  )
}

extension AppleReceipt {
  /// A valid receipt for the full game.
  public static let mock = Self(
    environment: "Sandbox",
    isRetryable: false,
    receipt: Receipt(
      bundleId: "com.example.cubes",
      inApp: [
        InApp(
          originalPurchaseDate: "2212875090000",
          productId: "com.example.cubes.full_game",
          quantity: "1",
          transactionId: "deadbeef"
        )
      ]
    ),
    status: 0
  )
}

extension CurrentPlayerEnvelope {
  /// Blob, without purchases.
  public static let mock = Self(player: .blob)

  /// Blob, with the full game.
  public static let purchased = Self(appleReceipt: .mock, player: .blob)
}

extension DailyChallenge {
  /// A timed daily challenge on the mock puzzle, which ends on the mock date.
  public static let mock = Self(
    createdAt: .mock,
    endsAt: .mock,
    gameMode: .timed,
    gameNumber: 42,
    id: ID(rawValue: .dailyChallenge),
    language: .en,
    puzzle: .mock
  )
}

extension SharedGame {
  /// A timed shared game on the mock puzzle, with the single word "CAB".
  public static let mock = Self(
    code: "deadbeef",
    gameMode: .timed,
    id: .deadbeef,
    language: .en,
    moves: [.cab],
    puzzle: .mock
  )
}

extension MatchPlayer {
  /// The public data of Blob.
  public static let blob = Self(Player.blob)

  /// The public data of Blob Jr.
  public static let blobJr = Self(Player.blobJr)
}

extension Match {
  /// A new unlimited match of two players on the mock puzzle.
  public static let mock = Self(
    createdAt: .mock,
    gameMode: .unlimited,
    id: .deadbeef,
    participants: [MatchParticipant(player: .blob), MatchParticipant(player: .blobJr)],
    puzzle: .mock
  )
}
