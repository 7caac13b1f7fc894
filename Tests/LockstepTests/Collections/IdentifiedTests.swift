// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

private struct Song: Hashable, Codable, Sendable {
  var title: String
  var length = 0
  var isLong: Bool { length > 300 }
}

private enum CounterAction: Equatable {
  case incrementButtonTapped
}

/// A list of which one row can be opened, which then counts.
private struct ListState: Equatable {
  var selection: Identified<Int, Int?>?
}

private enum ListAction: Equatable {
  case counter(CounterAction)
  case loaded
  case selected(Int?)
}

private let listReducer = Reducer<ListState, ListAction, Void>.combine(
  Reducer<Int, CounterAction, Void> { count, _, _ in
    count += 1
    return .none
  }
  .optional()
  .pullback(state: \Identified.value, action: /CounterAction.self)
  .optional()
  .pullback(state: \.selection, action: /ListAction.counter),
  Reducer { list, action, _ in
    switch action {
    case .counter: break
    case .loaded: list.selection?.value = 7
    case .selected(let id): list.selection = id.map { Identified(nil, id: $0) }
    }
    return .none
  }
)

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

  @Test func `one of its properties as the id, as it was`() {
    var song = Identified(Song(title: "Blob"), id: \.title)
    let other = Identified(Song(title: "Blob"), id: \Song.title)
    #expect(song == other)
    #expect(song.id == "Blob")
    song.title = "Cube"
    #expect(song == Identified(Song(title: "Cube"), id: "Blob"))
  }

  @Test func `the properties of the value`() {
    var song = Identified(Song(title: "Blob"), id: 1)
    song.length = 301
    #expect((song.title, song.length, song.isLong) == ("Blob", 301, true))
    let list = Identified([1, 2], id: 1)
    #expect((list.count, list.first) == (2, 1))
  }

  @Test func `an element of an identified array`() {
    var songs: IdentifiedArrayOf<Identified<Int, Song>> = [
      Identified(Song(title: "Blob"), id: 1), Identified(Song(title: "Blob"), id: 2),
    ]
    songs[id: 2]?.title = "Cube"
    #expect(songs.map(\.title) == ["Blob", "Cube"])
  }

  @Test func `coded with its id`() throws {
    let song = Identified(Song(title: "Blob"), id: 1)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(song)
    #expect(
      String(decoding: data, as: UTF8.self) == #"{"id":1,"value":{"length":0,"title":"Blob"}}"#
    )
    #expect(try JSONDecoder().decode(Identified<Int, Song>.self, from: data) == song)
  }

  @Test func `dumped with its id`() {
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

  @Test func `a reducer runs on the value`() {
    let store = TestStore(initialState: ListState(), reducer: listReducer, environment: ())
    store.send(.selected(3)) { $0.selection = Identified(nil, id: 3) }
    store.send(.loaded) { $0.selection?.value = 7 }
    store.send(.counter(.incrementButtonTapped)) { $0.selection?.value = 8 }
    store.send(.selected(nil)) { $0.selection = nil }
  }
}
