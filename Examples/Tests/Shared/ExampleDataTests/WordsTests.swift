// SPDX-License-Identifier: MIT

import ExampleData
import Testing

@Suite struct WordsTests {
  @Test func `the list has at least 2,000 words`() throws {
    #expect(try ExampleData.words().count >= 2_000)
  }

  @Test func `each word has three or more lower-case letters`() throws {
    let wrongWords = try ExampleData.words().filter { word in
      word.count < 3
        || !word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }
    #expect(wrongWords == [])
  }

  @Test func `words are sorted and occur once`() throws {
    let words = try ExampleData.words()
    let wrongPairs = zip(words, words.dropFirst()).filter { $0 >= $1 }.map { "\($0), \($1)" }
    #expect(wrongPairs == [])
  }

  @Test func `the list contains common words`() throws {
    let common: Set = ["and", "cab", "game", "house", "quiet", "seven", "the", "winter", "yes"]
    #expect(common.subtracting(try ExampleData.words()) == [])
  }
}
