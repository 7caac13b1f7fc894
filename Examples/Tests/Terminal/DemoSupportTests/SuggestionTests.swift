// SPDX-License-Identifier: MIT

import DemoSupport
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("--gaem", "--game"), ("--gmae", "--game"), ("--game", "--game"), ("--ame", "--game"),
    ("--gamee", "--game"), ("--GAME", "--game"), ("-game", "--game"), ("--gome", "--game"),
    ("--dictonary", "--dictionary"), ("--dicsionery", "--dictionary"), ("--lgo", "--log"),
  ])
  func `a similar word is suggested`(word: String, meant: String) {
    let words = ["--log", "--game", "--dictionary"]
    #expect(words.suggestion(for: word) == " (did you mean '\(meant)'?)")
  }

  @Test(arguments: ["", "x", "--", "--x", "--no-such-option", "--dicsoneri", "--gxxx"])
  func `a word without similarity to a known word gets no suggestion`(word: String) {
    #expect(["--log", "--game", "--dictionary"].suggestion(for: word) == "")
  }

  @Test func `the first of several equally similar words is suggested`() {
    #expect(["feed", "need"].suggestion(for: "seed") == " (did you mean 'feed'?)")
    #expect(["feed", "seed"].suggestion(for: "seeds") == " (did you mean 'seed'?)")
    #expect([String]().suggestion(for: "seed") == "")
  }
}
