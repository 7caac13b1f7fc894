// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Testing

private enum PlayerTag {}
private enum MatchTag {}
private typealias PlayerID = Tagged<PlayerTag, Int>
private typealias Name = Tagged<PlayerTag, String>

@Suite struct TaggedTests {
  @Test func `a tagged value can be written as a literal`() {
    let player: PlayerID = 42
    let name: Name = "Blob"
    let emoji: Tagged<PlayerTag, Character> = "🎲"
    let scalar: Tagged<PlayerTag, Unicode.Scalar> = "a"
    let rating: Tagged<PlayerTag, Double> = 4.5
    let isActive: Tagged<PlayerTag, Bool> = true
    #expect(player.rawValue == 42)
    #expect(name.rawValue == "Blob")
    #expect(emoji.rawValue == "🎲")
    #expect(scalar.rawValue == "a")
    #expect(rating.rawValue == 4.5)
    #expect(isActive.rawValue)
    #expect(name == "Blo\("b")")
  }

  @Test func `a tagged value can be made from a raw value, with or without a label`() {
    let number = 42
    let name = "Blob"
    #expect(PlayerID(number) == PlayerID(rawValue: 42))
    #expect(Name(name) == "Blob")
    #expect(Name("Blob").rawValue == "Blob")
    #expect(["a": 1].mapValues(Tagged<MatchTag, Int>.init(_:)) == ["a": 1])
    let uuids = [UUID(), UUID()]
    #expect(uuids.map(Tagged<MatchTag, UUID>.init).map(\.rawValue) == uuids)
  }

  @Test func `tagged values are compared, hashed and described by their raw values`() {
    let players: [PlayerID] = [3, 1, 2]
    #expect(players.sorted() == [1, 2, 3])
    #expect(PlayerID(rawValue: 1) != 2)
    #expect(Set<PlayerID>([1, 1, 2]).count == 2)
    #expect(PlayerID(rawValue: 7).hashValue == 7.hashValue)
    #expect(players.description == "[3, 1, 2]")
    #expect("\(Name(rawValue: "Blob"))" == "Blob")
    #expect(Array((1 as PlayerID)..<4) == [1, 2, 3])
    #expect((1 as PlayerID).distance(to: 4) == 3)
    var player: PlayerID = 1
    player.rawValue += 1
    #expect(player == 2)
  }

  private struct Row: Codable, Equatable {
    var id: PlayerID
    var name: Name
    var date: Tagged<MatchTag, Date>
    var nickname: Tagged<MatchTag, String?>
    var scores: [Tagged<MatchTag, [Int]>]
  }

  @Test func `a tagged value is coded as its raw value, with the strategies of the coder`() throws {
    let row = Row(
      id: 1,
      name: "Blob",
      date: Tagged(rawValue: Date(timeIntervalSince1970: 1_234_567_890)),
      nickname: Tagged(rawValue: nil),
      scores: [Tagged(rawValue: [1, 2])]
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    let data = try encoder.encode(row)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"date":"2009-02-13T23:31:30Z","id":1,"name":"Blob","nickname":null,"scores":[[1,2]]}"#
    )
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(try decoder.decode(Row.self, from: data) == row)

    encoder.dateEncodingStrategy = .secondsSince1970
    let seconds = String(decoding: try encoder.encode([row.date]), as: UTF8.self)
    #expect(seconds == "[1234567890]")
  }

  @Test func `decoding reports the position of a value of the wrong type`() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PlayerID].self, from: Data(#"[1,"two"]"#.utf8))
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [1])
  }
}
