// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import Testing

/// Laws for all components, in areas of any size.
@Suite struct ComponentBoundsTests {
  private struct Line: ListElement {
    let id: Int
    var title: String
  }

  private static let titles = ["one", "two, which is long", "ゲームの終わり", "🏆 e\u{301}", "", "a\nb"]

  private static let lines = IdentifiedArrayOf<Line>(
    titles.enumerated().map { Line(id: $0, title: $1) }
  )

  private static let lists = [
    List(lines, selection: 3),
    List(lines, selection: 5, firstRow: .max),
    List(lines, filter: TextField("e")),
    List<Line>([], firstRow: .min),
  ]

  private static let fields = [
    TextField("a text, ゲームの終わり 🏆", cursor: 12),
    TextField("a text", cursor: .max, isSecret: true),
    TextField("\u{301}\u{1B}\n", cursor: .min),
    TextField(placeholder: "ゲーム\nname"),
  ]

  private static let tables = ([nil, 2, .max] as [Int?]).map { selection in
    Table(
      columns: [
        Table.Column("Name", length: .flexible(minimum: 3)),
        Table.Column("ゲーム", alignment: .trailing),
        Table.Column("Share", length: .fraction(0.3), alignment: .center),
      ],
      rows: titles.map { [$0, "27", $0] } + [[], ["only"]],
      selection: selection,
      firstRow: selection ?? 1
    )
  }

  private static let viewports = [
    Viewport(titles.joined(separator: "\n"), firstRow: 2, firstColumn: 3),
    Viewport(titles.joined(separator: "\n"), firstRow: .max, firstColumn: .max),
    Viewport("", firstRow: .min, firstColumn: .min),
  ]

  private static let dialogs = [AlertState<Int>.Style.alert, .confirmationDialog].flatMap { style in
    [
      AlertState<Int>(
        title: "Delete this game?",
        message: TextState(titles.joined(separator: " ")),
        style: style,
        buttons: [.destructive("Delete"), .default("ゲーム"), .cancel()]
      ),
      AlertState<Int>(title: "", style: style, buttons: []),
    ]
    .map { Dialog($0, dismissal: 0) }
  }

  private typealias Drawing = (name: String, draw: (inout Screen, Screen.Area) -> Void)

  /// Draws every component on a screen.
  private static var drawings: [Drawing] {
    var drawings: [Drawing] = []
    for list in lists {
      drawings.append(("\(list)", { $0.draw(list, in: $1) }))
    }
    for field in fields {
      drawings.append(("\(field)", { $0.draw(field, in: $1) }))
      drawings.append(("\(field), left", { $0.draw(field, in: $1, isFocused: false) }))
    }
    for table in tables {
      drawings.append(("\(table)", { $0.draw(table, in: $1) }))
    }
    for selection in [0, 3, 9] {
      let tabs = Tabs(titles, selection: selection)
      drawings.append(("\(tabs)", { $0.draw(tabs, in: $1) }))
    }
    for viewport in viewports {
      drawings.append(("\(viewport)", { $0.draw(viewport, in: $1) }))
    }
    for dialog in dialogs {
      drawings.append(("\(dialog)", { $0.draw(dialog, in: $1) }))
    }
    drawings.append(("bar", { $0.draw(ProgressBar(0.37), in: $1) }))
    drawings.append(("spinner", { $0.draw(Spinner("ゲーム"), in: $1) }))
    drawings.append(("help", { $0.draw(HelpLine(titles), in: $1, alignment: .trailing) }))
    let text = titles.joined(separator: "\n")
    drawings.append(("text", { $0.put(text, in: $1, alignment: .center) }))
    return drawings
  }

  @Test(arguments: 0...12)
  func `components draw nothing outside their area`(rows: Int) {
    var background = Screen(size: Screen.Size(rows: rows + 4, columns: 46))
    background.fill(background.area, with: "x")
    for (name, draw) in Self.drawings {
      for columns in 0...40 {
        let area = Screen.Area(row: 2, column: 3, rows: rows, columns: columns)
        var screen = background
        draw(&screen, area)
        screen.fill(area, with: "x")
        guard screen != background else { continue }
        Issue.record("\(columns) columns: \(name)\n\(screen.plainText)")
      }
    }
  }

  @Test func `drawing in an area beyond the screen is clipped`() {
    let areas = [
      Screen.Area(row: -3, column: -5, rows: 8, columns: 20),
      Screen.Area(row: 3, column: 9, rows: 8, columns: 20),
      Screen.Area(row: .min, column: .min, rows: .max, columns: .max),
      Screen.Area(row: .max, column: .max, rows: .max, columns: .max),
      Screen.Area(row: 1, column: 2, rows: .max, columns: .max),
      Screen.Area(row: 0, column: 0, rows: 500, columns: 500),
    ]
    for (name, draw) in Self.drawings {
      for area in areas {
        var screen = Screen(size: Screen.Size(rows: 5, columns: 12))
        draw(&screen, area)
        #expect(screen.size == Screen.Size(rows: 5, columns: 12), "\(name)")
      }
    }
  }

  @Test func `texts can be truncated and wrapped to any number of columns`() {
    let texts = Self.titles.joined(separator: " ") + " abc"
    for columns in [.min, -1, 0, 1, .max - 1, .max] as [Int] {
      #expect("abc".truncated(columns: columns) == (columns > 1 ? "abc" : columns == 1 ? "…" : ""))
      #expect(
        HelpLine(["[q] Quit"]).lines(columns: columns, rows: 1)
          == (columns > 1 ? ["[q] Quit"] : columns == 1 ? ["…"] : [])
      )
      let isWide = columns > 1
      #expect(texts.truncated(columns: columns).isEmpty == (columns < 1))
      #expect(texts.wrapped(columns: columns).count == (isWide ? 2 : 23))
    }
  }

  // MARK: Actions

  private static let events: [TerminalEvent] = {
    var events = [
      Key.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .return, .escape,
      .character("/"), .character("e"), .backspace, .delete, .control("w"),
    ]
    .map(TerminalEvent.key)
    for kind in [
      TerminalEvent.Mouse.Kind.press(.left), .release(.left), .wheelUp, .wheelDown,
    ] {
      for place in [.min, 0, 3, .max] as [Int] {
        events.append(.mouse(TerminalEvent.Mouse(kind, row: place, column: place)))
      }
    }
    return events + [.paste("e\u{301}"), .focus(false)]
  }()

  private static let areas = [
    Screen.Area(row: 0, column: 0, rows: 0, columns: 0),
    Screen.Area(row: 2, column: 2, rows: 1, columns: 1),
    Screen.Area(row: 2, column: 2, rows: 4, columns: 9),
    Screen.Area(row: .min, column: .min, rows: .max, columns: .max),
  ]

  @Test func `components handle every event in an area of any size`() {
    for area in Self.areas {
      for var list in Self.lists {
        for event in Self.events {
          guard let action = list.action(for: event, in: area) else { continue }
          _ = List<Line>.reducer.run(&list, action, ())
          #expect(list.shownElements.isEmpty || list.selectedElement != nil)
        }
      }
      for var table in Self.tables {
        for event in Self.events {
          guard let action = table.action(for: event, in: area) else { continue }
          _ = Table.reducer.run(&table, action, ())
          #expect((0...table.rows.count).contains(table.firstRow))
          #expect(table.selection.map(table.rows.indices.contains) != false)
        }
      }
      for var viewport in Self.viewports {
        for event in Self.events {
          guard let action = viewport.action(for: event, in: area) else { continue }
          let column = viewport.firstColumn
          _ = Viewport.reducer.run(&viewport, action, ())
          #expect((0...7).contains(viewport.firstRow))
          let isSideways = [.key(.left), .key(.right)].contains(event)
          #expect(
            isSideways ? (0...18).contains(viewport.firstColumn) : viewport.firstColumn == column
          )
        }
      }
      for event in Self.events {
        for selection in [.min, 0, 3, .max] as [Int] {
          let action = Tabs(Self.titles, selection: selection).action(for: event, in: area)
          if case .selected(let index) = action {
            #expect(Self.titles.indices.contains(index))
          }
        }
      }
    }
  }

  @Test func `components handle actions with any distance and size`() {
    for distance in [.min, -1, 0, 1, .max] as [Int] {
      for room in [.min, 0, 1, 3, .max] as [Int] {
        for var list in Self.lists {
          _ = List<Line>.reducer.run(&list, .moved(by: distance, rows: room), ())
          #expect((0...6).contains(list.firstRow))
        }
        for var table in Self.tables {
          _ = Table.reducer.run(&table, .moved(by: distance, rows: room), ())
          #expect((0...8).contains(table.firstRow))
        }
        for var viewport in Self.viewports {
          let size = Screen.Size(rows: room, columns: room)
          let action = Viewport.Action.scrolled(rows: distance, columns: distance, size: size)
          _ = Viewport.reducer.run(&viewport, action, ())
          #expect((0...7).contains(viewport.firstRow))
        }
      }
    }
  }
}
