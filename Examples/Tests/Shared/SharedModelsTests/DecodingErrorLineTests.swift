// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import SharedModels
import Testing

@Suite struct DecodingErrorLineTests {
  @Test(arguments: [
    (#""moves":"#, #""turns":"#, #"Missing key "moves"."#),
    (
      #""secondsPlayed":10"#, #""secondsPlayed":"10""#,
      "At secondsPlayed: expected an integer, found a string."
    ),
    (#""secondsPlayed":10"#, #""secondsPlayed":1.5"#, "At secondsPlayed: expected an integer."),
    (
      #""secondsPlayed":10"#, #""secondsPlayed":null"#,
      "At secondsPlayed: expected an integer, found null."
    ),
    (
      #""gameStartTime":1234567890"#, #""gameStartTime":"today""#,
      "At gameStartTime: expected a number, found a string."
    ),
    (
      #""gameMode":"timed""#, #""gameMode":"blitz""#,
      "At gameMode: expected one of timed, unlimited, found blitz."
    ),
    (#""language":"en""#, #""language":"xx""#, "At language: expected one of en, found xx."),
    (
      #""gameContext":{"solo":true}"#, #""gameContext":"solo""#,
      "At gameContext: expected an object, found a string."
    ),
    (
      #""gameContext":{"solo":true}"#, #""gameContext":{"dailyChallengeId":"today"}"#,
      "At gameContext.dailyChallengeId: attempted to decode UUID from invalid UUID string."
    ),
    (
      #"{"cubes":[[[{"left":{"letter":"A","side":1}"#,
      #"{"cubes":[[[{"left":{"letter":"A","side":7}"#,
      "At cubes[0][0][0].left.side: expected one of 0, 1, 2, found 7."
    ),
    (
      #"{"cubes":[[[{"left":{"letter":"A","side":1}"#,
      #"{"cubes":[[[{"left":{"letter":"A","side":0.5}"#,
      "At cubes[0][0][0].left.side: expected one of 0, 1, 2."
    ),
    (#""letter":"A","#, "", #"At cubes[0][0][0].left: missing key "letter"."#),
    (#""cubes":[[["#, #""cubes":[[[1,"#, "At cubes[0][0][0]: expected an object, found a number."),
    (#""moves":[{"#, #""moves":[null,{"#, "At moves[0]: expected an object, found null."),
    (
      #""moves":["#, #""moves":{},"plays":["#,
      "At moves: expected an array, found an object."
    ),
    (
      #""score":27"#, #""score":99999999999999999999"#,
      "At moves[0].score: expected an integer."
    ),
    (
      #""score":27"#, #""score":true"#,
      "At moves[0].score: expected an integer, found true or false."
    ),
    (
      #""score":27"#, #""playerIndex":[],"score":27"#,
      "At moves[0].playerIndex: expected an integer, found an array."
    ),
    (
      #"{"x":2,"y":2,"z":2}"#, #"{"x":2,"y":2,"z":3}"#,
      "At moves[0].type.playedWord[0].index.z: expected one of 0, 1, 2, found 3."
    ),
  ])
  func `an error names the invalid part of a game`(
    part: String,
    replacement: String,
    line: String
  ) throws {
    let game = try json(CompletedGame.mock).replacing(part, with: replacement)

    #expect(throws: InvalidGame(line)) {
      try CompletedGame(json: Data(game.utf8))
    }
  }

  @Test(arguments: [
    ("", "Not valid JSON: expected a value at line 1, column 1."),
    ("nonsense", "Not valid JSON: expected a value at line 1, column 1."),
    ("{", "Not valid JSON: expected a key in quotes at line 1, column 2."),
    ("{\n  \"cubes\": [[\n", "Not valid JSON: expected a value at line 3, column 1."),
    (
      "{\"cubes\": 1\n \"moves\": []}", #"Not valid JSON: expected "," or "}" at line 2, column 2."#
    ),
    ("[1 2]", #"Not valid JSON: expected "," or "]" at line 1, column 4."#),
    ("[1, ,2]", "Not valid JSON: expected a value at line 1, column 5."),
    ("{\"a\": 1,2}", "Not valid JSON: expected a key in quotes at line 1, column 9."),
    ("{\"a\" 1}", #"Not valid JSON: expected ":" at line 1, column 6."#),
    ("{\"a\": 01}", #"Not valid JSON: expected "," or "}" at line 1, column 8."#),
    ("{\"a\": 1.}", "Not valid JSON: expected a digit at line 1, column 9."),
    ("{\"a\": -}", "Not valid JSON: expected a digit at line 1, column 8."),
    ("{\"a\": 1e+}", "Not valid JSON: expected a digit at line 1, column 10."),
    ("{\"a\": tru}", "Not valid JSON: expected a value at line 1, column 7."),
    ("{\"a", "Not valid JSON: expected the end of a string at line 1, column 4."),
    (#"{"\x": 1}"#, "Not valid JSON: expected an escape sequence at line 1, column 4."),
    (#"{"\u12G4": 1}"#, "Not valid JSON: expected a hexadecimal digit at line 1, column 7."),
    (
      "{\"a\tb\": 1}",
      "Not valid JSON: expected no control character in a string at line 1, column 4."
    ),
    ("{} {}", "Not valid JSON: expected the end at line 1, column 4."),
    ("[[], {}, [[{\"a\": []}]]]]", "Not valid JSON: expected the end at line 1, column 24."),
    ("[]", "Expected an object, found an array."),
    ("[1, {\"a\": 2,},]", "Expected an object, found an array."),
    ("3", "Expected an object, found a number."),
    (#"  {"a": [-1.5e-3, "\u00e9\n", {"b": {}}, true, null]}  "#, #"Missing key "cubes"."#),
    ("\u{FEFF}{}", #"Missing key "cubes"."#),
  ])
  func `an error describes a value that is not a game`(text: String, line: String) {
    #expect(throws: InvalidGame(line)) {
      try CompletedGame(json: Data(text.utf8))
    }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(
      throws: InvalidGame("Not valid JSON: expected a string in UTF-8 at line 1, column 3.")
    ) {
      try CompletedGame(json: Data([UInt8](#"{""#.utf8) + [0xFF] + [UInt8](#"":1}"#.utf8)))
    }
  }

  @Test func `deep nesting does not trap`() {
    let text = String(repeating: "[", count: 100_000)

    #expect(
      throws: InvalidGame("Not valid JSON: expected a value at line 1, column 100001.")
    ) {
      try CompletedGame(json: Data(text.utf8))
    }
  }

  @Test func `garbled JSON is rejected if Foundation rejects it`() {
    let document = Array(#"{"a": [1, -2.5e3, true, null], "b": {"c": "d\\n"}, "e": [[], {}]}"#.utf8)
    let bytes = Array(#"{}[]",:\0123.e-+tfn "#.utf8)
    var random = SplitMix64(seed: 42)
    for _ in 0..<3_000 {
      var garbled = document
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let position = Int.random(in: garbled.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: garbled.remove(at: position)
        case 1: garbled.insert(bytes.randomElement(using: &random) ?? 0, at: position)
        default: garbled[position] = bytes.randomElement(using: &random) ?? 0
        }
      }
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(garbled))) != nil

      let error = #expect(throws: InvalidGame.self) { try CompletedGame(json: Data(garbled)) }

      #expect(
        error?.description.hasPrefix("Not valid JSON") == !isJSON,
        "\(String(decoding: garbled, as: UTF8.self))"
      )
    }
  }

  @Test func `a game is decoded from JSON`() throws {
    #expect(try CompletedGame(json: Data(json(CompletedGame.mock).utf8)) == .mock)
  }
}
