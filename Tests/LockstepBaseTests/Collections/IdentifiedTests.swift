// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Testing

private struct Song: Hashable, Codable, Sendable {
  var title: String
  var length = 0
  var isLong: Bool { length > 300 }
}

@Suite struct IdentifiedTests {
  @Test func `a value with an id`() {
    var song = Identified(Song(title: "Blob"), id: 1)
    #expect(song.id == 1)
    #expect(song.value == Song(title: "Blob"))
    #expect(song == Identified(Song(title: "Blob"), id: 1))
    #expect(song != Identified(Song(title: "Blob"), id: 2))
    #expect(song != Identified(Song(title: "Cube"), id: 1))
    song.value = Song(title: "Cube")
    #expect(song == Identified(Song(title: "Cube"), id: 1))
    #expect(Set([song, song, Identified(Song(title: "Cube"), id: 2)]).count == 2)
  }

  @Test func `an id that is taken from a property does not change with the property`() {
    var song = Identified(Song(title: "Blob"), id: \.title)
    let other = Identified(Song(title: "Blob"), id: \Song.title)
    #expect(song == other)
    #expect(song.id == "Blob")
    song.title = "Cube"
    #expect(song == Identified(Song(title: "Cube"), id: "Blob"))
  }

  @Test func `an identified value forwards the properties of its value`() {
    var song = Identified(Song(title: "Blob"), id: 1)
    song.length = 301
    #expect((song.title, song.length, song.isLong) == ("Blob", 301, true))
    let list = Identified([1, 2], id: 1)
    #expect((list.count, list.first) == (2, 1))
  }

  @Test func `an identified value can be an element of an identified array`() {
    var songs: IdentifiedArrayOf<Identified<Int, Song>> = [
      Identified(Song(title: "Blob"), id: 1), Identified(Song(title: "Blob"), id: 2),
    ]
    songs[id: 2]?.title = "Cube"
    #expect(songs.map(\.title) == ["Blob", "Cube"])
  }

  @Test func `an identified value is coded with its id`() throws {
    let song = Identified(Song(title: "Blob"), id: 1)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(song)
    #expect(
      String(decoding: data, as: UTF8.self) == #"{"id":1,"value":{"length":0,"title":"Blob"}}"#
    )
    #expect(try JSONDecoder().decode(Identified<Int, Song>.self, from: data) == song)
  }

  @Test func `an identified value is dumped with its id`() {
    #expect(
      Dump(Identified(Song(title: "Blob"), id: 1)).text == """
        Identified<Int, Song>(
          id: 1,
          value: Song(
            title: "Blob",
            length: 0
          )
        )
        """
    )
  }
}
