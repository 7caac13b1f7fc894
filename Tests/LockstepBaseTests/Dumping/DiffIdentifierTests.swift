// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Testing

private struct Note: Identifiable, Hashable {
  let id: Int
  var text = "text"
  var isPinned = false
}

/// A value with a computed identifier.
private struct City: Identifiable, Hashable {
  var id: String { "\(country)/\(name)" }
  var country: String
  var name: String
  var population = 1
  var isCapital = false
}

private enum Item: Identifiable, Hashable {
  case note(Note, isRead: Bool)
  case city(City, isRead: Bool)
  case separator

  var id: String {
    switch self {
    case .note(let note, _): "note \(note.id)"
    case .city(let city, _): "city \(city.name)"
    case .separator: "separator"
    }
  }
}

private final class Document: Identifiable {
  var title = "title"
  var isOpen = false
}

private struct Place: Hashable {
  var row: Int
  var name: String
}

private struct Cell: Identifiable, Hashable {
  let place: Place
  var id: Place { place }
  var a = 1
  var b = 2
}

private struct Shape: Identifiable, Hashable {
  var id: Self { self }
  var a = 1
  var b = 2
}

private struct Row: Hashable {
  var code: String
  var a = 1
  var b = 2
}

private struct Page: Equatable {
  var title = "page"
  var selected: Note? = Note(id: 7)
  var notes: [Note] = []
}

/// Tests the identifiers that a diff shows for abbreviated values.
@Suite struct DiffIdentifierTests {
  @Test func `a diff shows the identifier of an element of an array or identified array`() {
    let old = [Note(id: 1), Note(id: 2), Note(id: 3)]
    var new = old
    new[1].isPinned = true
    let text = """
        [
          … (1 unchanged)
          Note(
            id: 2,
            … (1 unchanged)
      -     isPinned: false
      +     isPinned: true
          ),
          … (1 unchanged)
        ]
      """
    #expect(diff(old, new) == text)
    #expect(diff(IdentifiedArray(old), IdentifiedArray(new)) == text)
    #expect(diff(ArraySlice(old), ArraySlice(new)) == text)
  }

  @Test
  func `a diff shows the identifiers of values in dictionaries, optionals, properties and sets`() {
    let old = Page(notes: [Note(id: 1)])
    var new = old
    new.selected?.isPinned = true
    new.notes[0].text = "other"
    #expect(
      diff(["a": old, "b": old], ["a": new, "b": old]) == """
          [
            "a": Page(
              … (1 unchanged)
              selected: Note(
                id: 7,
                … (1 unchanged)
        -       isPinned: false
        +       isPinned: true
              ),
              notes: [
                Note(
                  id: 1,
        -         text: "text",
        +         text: "other",
                  … (1 unchanged)
                ),
              ]
            ),
            … (1 unchanged)
          ]
        """
    )
    #expect(
      diff(Set([Note(id: 1), Note(id: 2)]), Set([Note(id: 1), Note(id: 2, isPinned: true)])) == """
          Set([
            … (1 unchanged)
            Note(
              id: 2,
              … (1 unchanged)
        -     isPinned: false
        +     isPinned: true
            ),
          ])
        """
    )
  }

  @Test func `a diff shows a computed identifier`() {
    let old = [City(country: "IT", name: "Rome"), City(country: "FR", name: "Paris")]
    var new = old
    new[1].isCapital = true
    #expect(
      diff(old, new) == """
          [
            … (1 unchanged)
            City(
              id: "FR/Paris",
              … (3 unchanged)
        -     isCapital: false
        +     isCapital: true
            ),
          ]
        """
    )
    new.insert(City(country: "UK", name: "London"), at: 0)
    #expect(
      diff(old, new) == """
          [
        +   City(
        +     country: "UK",
        +     name: "London",
        +     population: 1,
        +     isCapital: false
        +   ),
            … (1 unchanged)
            City(
              id: "FR/Paris",
              … (3 unchanged)
        -     isCapital: false
        +     isCapital: true
            ),
          ]
        """
    )
  }

  @Test func `a diff matches enum cases with and without a payload`() {
    let old = [
      Item.note(Note(id: 1), isRead: false), .separator,
      .city(City(country: "IT", name: "Rome"), isRead: false),
    ]
    let new = [
      .separator, Item.city(City(country: "IT", name: "Rome"), isRead: true),
      .note(Note(id: 1), isRead: false),
    ]
    #expect(
      diff(old, new) == """
          [
        -   Item.note(
        -     Note(
        -       id: 1,
        -       text: "text",
        -       isPinned: false
        -     ),
        -     isRead: false
        -   ),
            … (1 unchanged)
            Item.city(
              id: "city Rome",
              … (1 unchanged)
        -     isRead: false
        +     isRead: true
            ),
        +   Item.note(
        +     Note(
        +       id: 1,
        +       text: "text",
        +       isPinned: false
        +     ),
        +     isRead: false
        +   ),
          ]
        """
    )
  }

  @Test func `large identifiers are kept short`() {
    let name = String(repeating: "x", count: 100)
    let cell = Cell(place: Place(row: 1, name: "a\nb"))
    #expect(
      diff(cell, Cell(place: cell.place, a: 2)) == #"""
          Cell(
            id: Place(row: 1, name: "a\nb"),
            … (1 unchanged)
        -   a: 1,
        +   a: 2,
            … (1 unchanged)
          )
        """#
    )
    let large = Cell(place: Place(row: 1, name: name))
    #expect(
      diff([large], [Cell(place: large.place, b: 3)]) == """
          [
            Cell(
              id: Place(row: 1, name: "\(name.prefix(39))…,
              … (2 unchanged)
        -     b: 2
        +     b: 3
            ),
          ]
        """
    )
  }

  @Test func `identifiers that are the object or the value itself are not shown`() {
    let (old, new) = (Document(), Document())
    new.isOpen = true
    #expect(
      diff([old], [new]) == """
          [
            Document(
              … (1 unchanged)
        -     isOpen: false
        +     isOpen: true
            ),
          ]
        """
    )
    #expect(
      diff([Shape()], [Shape(b: 3)]) == """
          [
            Shape(
              … (1 unchanged)
        -     b: 2
        +     b: 3
            ),
          ]
        """
    )
  }

  @Test func `a diff shows a changed identifier`() {
    #expect(
      diff(Page(selected: Note(id: 1)), Page(selected: Note(id: 2))) == """
          Page(
            … (1 unchanged)
            selected: Note(
        -     id: 1,
        +     id: 2,
              … (2 unchanged)
            ),
            … (1 unchanged)
          )
        """
    )
  }

  @Test func `a diff shows the identifier that a key path of the array provides`() {
    let old = IdentifiedArray([Row(code: "a"), Row(code: "b"), Row(code: "c")], id: \.code)
    var new = old
    new[id: "b"]?.b = 3
    new.remove(id: "a")
    #expect(
      diff(old, new) == """
          [
        -   Row(
        -     code: "a",
        -     a: 1,
        -     b: 2
        -   ),
            Row(
              id: "b",
              … (2 unchanged)
        -     b: 2
        +     b: 3
            ),
            … (1 unchanged)
          ]
        """
    )
  }
}
