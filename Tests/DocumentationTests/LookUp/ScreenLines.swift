// SPDX-License-Identifier: MIT

// Page: Sources/LockstepTerminal/LockstepTerminal.docc/Articles/ScreensByTask.md

#if os(Linux) || os(macOS)
import Foundation
import Lockstep
import LockstepTerminal
import Testing

/// The code of the page about screens and their parts, which `Scripts/check-lookup` writes from it.
@Suite struct ScreenLines {
  enum Action: Equatable {
    case closed
    case deleted
    case alert(PresentationAction<AlertAction>)
  }

  enum AlertAction: Equatable {
    case deleteButtonTapped
  }

  private func makeScreen(rows: Int = 6, columns: Int = 24) -> Screen {
    Screen(size: Screen.Size(rows: rows, columns: columns))
  }

  // ## Draw texts and boxes

  @Test func `texts and boxes are drawn`() {
    // Screen.Size.init(rows:columns:), Screen.Size
    let size = Screen.Size(rows: 5, columns: 20)
    // Screen.init(size:), Screen
    var screen = Screen(size: size)
    // Screen.area
    let area = screen.area
    // Screen.box(_:title:border:style:)
    screen.box(area, title: "Title")
    // Screen.put(_:row:column:style:)
    screen.put("Hello", row: 1, column: 2)
    // Screen.put(_:in:alignment:style:)
    screen.put("42", in: area.inset(), alignment: .trailing)
    // Screen.putCentered(_:row:in:style:)
    screen.putCentered("middle", row: 2)
    // Screen.fill(_:with:style:)
    screen.fill(Screen.Area(row: 3, column: 1, rows: 1, columns: 18), with: ".")
    // Screen.restyle(_:_:)
    screen.restyle(area) { style in style.dim = true }
    // Screen.cursor
    screen.cursor = Screen.Place(row: 1, column: 7)
    // Screen.plainText
    let text = screen.plainText
    // Screen.size
    #expect(screen.size == size)
    // Screen.subscript(row:column:), Screen.Cell
    let cell: Screen.Cell? = screen[row: 1, column: 2]
    // Screen.Cell.character
    #expect(cell?.character == "H")
    // Screen.Cell.style
    #expect(cell?.style.dim == true)
    #expect(text.contains("middle") && text.contains("..."))
    // Screen.Size.rows
    #expect(size.rows == 5)
    // Screen.Size.columns
    #expect(size.columns == 20)
    // Screen.Place.init(row:column:), Screen.Place
    var place = Screen.Place(row: 1, column: 7)
    #expect(screen.cursor == place)
    // Screen.Place.row
    place.row = 2
    // Screen.Place.column
    place.column = 8
    #expect(screen.cursor != place)
    // Screen.Border
    typealias Border = Screen.Border
    let borders = [
      // Screen.Border.single
      Border.single,
      // Screen.Border.double
      Border.double,
      // Screen.Border.rounded
      Border.rounded,
      // Screen.Border.ascii
      Border.ascii,
    ]
    for border in borders { screen.box(area, border: border) }
    #expect(screen.plainText.hasPrefix("+-"))
    // Screen.Alignment
    typealias Alignment = Screen.Alignment
    let alignments = [
      // Screen.Alignment.leading
      Alignment.leading,
      // Screen.Alignment.center
      Alignment.center,
      // Screen.Alignment.trailing
      Alignment.trailing,
    ]
    for (row, alignment) in alignments.enumerated() {
      screen.put("x", in: area.rows([.fixed(1), .fixed(1), .fixed(1)])[row], alignment: alignment)
    }
    #expect(screen[row: 2, column: 19]?.character == "x")
  }

  // ## Divide an area

  @Test func `an area is divided`() {
    // Screen.Area.init(row:column:rows:columns:), Screen.Area
    let area = Screen.Area(row: 0, column: 0, rows: 10, columns: 40)
    // Screen.Area.rows(_:spacing:), Screen.Length.flexible(minimum:), Screen.Length.fixed(_:)
    let rows = area.rows([.flexible(), .fixed(1)])
    // Screen.Area.columns(_:spacing:), Screen.Length.fraction(_:)
    let columns = area.columns([.fraction(0.5), .flexible(minimum: 5)])
    // Screen.Area.inset(rows:columns:)
    let inside = area.inset()
    // Screen.Area.centered(rows:columns:)
    let middle = area.centered(rows: 4, columns: 20)
    // Screen.Area.contains(row:column:)
    #expect(middle.contains(row: 5, column: 20))
    // Screen.Area.row
    #expect(middle.row == 3)
    // Screen.Area.column
    #expect(middle.column == 10)
    // Screen.Area.rows
    #expect(rows[0].rows == 9)
    // Screen.Area.columns
    #expect(columns[0].columns == 20)
    // Screen.Length
    let length: Screen.Length = .fixed(1)
    #expect(area.rows([length])[0].rows == 1)
    #expect(inside.rows == 8)
  }

  // ## Style a text

  @Test func `texts have styles`() {
    // Style.init(_:on:bold:dim:italic:underline:inverse:), Style
    var style = Style(.red, on: .black, bold: true)
    // Style.foreground
    style.foreground = .green
    // Style.background
    style.background = nil
    // Style.bold
    style.bold = false
    // Style.dim
    style.dim = true
    // Style.italic
    style.italic = true
    // Style.underline
    style.underline = true
    // Style.inverse
    style.inverse = true
    // Style.plain
    #expect(style != .plain)
    // Color.black, red, green, yellow, Color: Colors of the theme.
    let dark: [Color] = [.black, .red, .green, .yellow]
    // Color.blue, magenta, cyan, white, gray: More colors of the theme.
    let light: [Color] = [.blue, .magenta, .cyan, .white, .gray]
    let others: [Color] = [
      // Color.rgb(_:_:_:)
      .rgb(255, 128, 0),
      // Color.indexed(_:)
      .indexed(208),
      // Color.theme(_:), Color.Theme.brightRed
      .theme(.brightRed),
    ]
    // Color.Theme.black, red, green, yellow, Color.Theme: Colors that every color terminal has.
    let themeDark: [Color.Theme] = [.black, .red, .green, .yellow]
    // Color.Theme.blue, magenta, cyan, white: More of these colors.
    let themeLight: [Color.Theme] = [.blue, .magenta, .cyan, .white]
    // Color.Theme.brightBlack, brightGreen, brightYellow: Bright colors of the theme.
    let bright: [Color.Theme] = [.brightBlack, .brightGreen, .brightYellow]
    // Color.Theme.brightBlue, brightMagenta, brightCyan, brightWhite: More bright colors of the theme.
    let brightest: [Color.Theme] = [.brightBlue, .brightMagenta, .brightCyan, .brightWhite]
    #expect(Set(dark + light + others).count == 12)
    #expect(Set(themeDark + themeLight + bright + brightest).count == 15)
  }

  @Test func `texts fit`() {
    let text = "one two"
    // StringProtocol.terminalColumns
    #expect(text.terminalColumns == 7)
    // StringProtocol.truncated(columns:)
    #expect(text.truncated(columns: 4) == "one…")
    // StringProtocol.wrapped(columns:)
    #expect(text.wrapped(columns: 4) == ["one", "two"])
  }

  // ## Show help, progress and dialogs

  @Test func `help is drawn`() {
    var screen = makeScreen()
    let area = screen.area
    // HelpLine.init(_:)#[String]
    var help = HelpLine(["[q] Quit"])
    // HelpLine.init(_:)#KeyBinding, HelpLine
    let keysHelp = HelpLine([KeyBinding("c", "Close", Action.closed)])
    // HelpLine.items
    help.items += keysHelp.items
    // HelpLine.lines(columns:rows:)
    #expect(help.lines(columns: 24, rows: 1).count == 1)
    // Screen.draw(_:in:alignment:style:)#HelpLine
    screen.draw(help, in: area)
    #expect(screen.plainText.contains("[c] Close"))
    // Spinner.init(_:phase:), Spinner
    var spinner = Spinner("Loading")
    // Screen.draw(_:in:alignment:style:)#Spinner
    screen.draw(spinner, in: area)
    // Spinner.label
    #expect(spinner.label == "Loading")
    // Spinner.phase
    spinner.phase += 1
    // ProgressBar.init(_:showsPercentage:), ProgressBar
    var bar = ProgressBar(0.5)
    // ProgressBar.fraction
    bar.fraction = 0.75
    // ProgressBar.showsPercentage
    bar.showsPercentage = true
    // Screen.draw(_:in:style:)#ProgressBar
    screen.draw(bar, in: area)
    #expect(screen.plainText.contains("75"))
  }

  @Test func `a dialog is drawn`() {
    var screen = makeScreen(rows: 12, columns: 40)
    let area = screen.area
    typealias Button = AlertState<AlertAction>.Button
    let alert = AlertState<AlertAction>(
      title: "Delete?",
      primaryButton: Button.destructive("Delete", send: .deleteButtonTapped),
      secondaryButton: Button.cancel()
    )
    // Dialog.init(presented:reservedKeys:)
    let presented = Dialog<PresentationAction<AlertAction>>(presented: alert)
    let question = AlertState(
      title: "Delete?",
      primaryButton: .destructive("Delete", send: Action.deleted),
      secondaryButton: .cancel()
    )
    // Dialog.init(_:dismissal:reservedKeys:)
    let dismissed = Dialog(question, dismissal: Action.closed)
    let keys = [KeyBinding("c", "Close", Action.closed)]
    // Dialog.init(_:message:style:contentRows:keys:), Dialog
    var dialog: Dialog<Action> = Dialog("Books", keys: keys)
    // Dialog.title
    dialog.title = "Done"
    // Dialog.message
    dialog.message = "All books are saved."
    // Dialog.style
    dialog.style = .confirmationDialog
    // Dialog.contentRows
    dialog.contentRows = 1
    // Dialog.keys
    dialog.keys += [KeyBinding("d", "Delete", Action.deleted)]
    #expect(dialog.keys.action(for: .key("c")) == .closed)
    // Screen.draw(_:in:style:)#Dialog
    let content = screen.draw(dialog, in: area)
    #expect(content.rows == 1)
    #expect(screen.plainText.contains("Done"))
    #expect(presented.keys.count == 2)
    #expect(dismissed.keys.count == 2)
  }

  // ## Edit a text

  @Test func `a text field edits a text`() {
    var screen = makeScreen()
    let area = screen.area
    // TextField.init(_:cursor:placeholder:isSecret:), TextField
    var field = TextField("Emma", placeholder: "Title")
    // TextField.action(for:)
    let action = field.action(for: .key("!"))
    // TextField.Action.inserted(_:)
    #expect(action == .inserted("!"))
    // TextField.reducer
    let reducer = TextField.reducer
    if let action { _ = reducer.run(&field, action, ()) }
    // TextField.text
    #expect(field.text == "Emma!")
    // TextField.cursor
    #expect(field.cursor == 5)
    // TextField.placeholder
    field.placeholder = "Name"
    // TextField.isSecret
    field.isSecret = false
    // TextField.keys
    #expect(field.keys.isEmpty == false)
    // Screen.draw(_:in:isFocused:style:)#TextField
    screen.draw(field, in: area)
    #expect(screen.plainText.hasPrefix("Emma!"))
    // TextField.Action
    typealias Edit = TextField.Action
    let actions = [
      // TextField.Action.movedLeft
      Edit.movedLeft,
      // TextField.Action.movedRight
      Edit.movedRight,
      // TextField.Action.movedWordLeft
      Edit.movedWordLeft,
      // TextField.Action.movedWordRight
      Edit.movedWordRight,
      // TextField.Action.movedToStart
      Edit.movedToStart,
      // TextField.Action.movedToEnd
      Edit.movedToEnd,
      // TextField.Action.deletedBackward
      Edit.deletedBackward,
      // TextField.Action.deletedForward
      Edit.deletedForward,
      // TextField.Action.deletedWord
      Edit.deletedWord,
      // TextField.Action.deletedWordForward
      Edit.deletedWordForward,
      // TextField.Action.deletedToStart
      Edit.deletedToStart,
      // TextField.Action.deletedToEnd
      Edit.deletedToEnd,
    ]
    for action in actions { _ = reducer.run(&field, action, ()) }
    #expect(field.text.isEmpty)
  }

  // ## Choose from a list

  // ListElement
  struct Book: ListElement {
    let id: Int
    var author = ""
    // ListElement.title
    var title = ""
    // ListElement.searchText
    var searchText: String { "\(author) \(title)" }
  }

  @Test func `a list is shown`() {
    var screen = makeScreen()
    let area = screen.area
    let books: IdentifiedArrayOf<Book> = [
      Book(id: 1, title: "Emma"), Book(id: 2, title: "Ulysses"),
    ]
    // List.init(_:selection:filter:keepsFilter:firstRow:), List
    var list: List<Book> = List(books, selection: 1)
    // List.reducer
    let reducer = List<Book>.reducer
    // List.keys(in:)
    let keys = list.keys(in: area)
    // List.action(for:in:)
    let action = list.action(for: .key(.down), in: area)
    if let action { _ = reducer.run(&list, action, ()) }
    // List.selection
    #expect(list.selection == 2)
    // List.selectedElement
    #expect(list.selectedElement?.title == "Ulysses")
    // List.elements
    #expect(list.elements == books)
    let actions: [List<Book>.Action] = [
      // List.Action.moved(by:rows:), List.Action
      List<Book>.Action.moved(by: 1, rows: 6),
      // List.Action.filterOpened
      .filterOpened,
      // List.Action.filter(_:)
      .filter(.inserted("Em")),
      // List.Action.filterKept
      .filterKept,
      // List.Action.filterClosed
      .filterClosed,
    ]
    for action in actions[..<4] { _ = reducer.run(&list, action, ()) }
    // List.shownElements
    #expect(list.shownElements.map(\.title) == ["Emma"])
    // List.filter
    #expect(list.filter?.text == "Em")
    // List.keepsFilter
    #expect(list.keepsFilter)
    // List.takesText
    #expect(list.takesText == false)
    // List.firstRow
    list.firstRow = 0
    _ = reducer.run(&list, actions[4], ())
    // Screen.draw(_:in:isFocused:style:)#List<
    screen.draw(list, in: area)
    #expect(screen.plainText.contains("Ulysses"))
    #expect(keys.isEmpty == false)
  }

  // ## Show a table

  @Test func `a table is shown`() {
    var screen = makeScreen()
    let area = screen.area
    // Table.Column.init(_:length:alignment:), Table.Column
    var column = Table.Column("Title", length: .flexible())
    // Table.Column.title
    column.title = "Book"
    // Table.Column.length
    column.length = .fixed(10)
    // Table.Column.alignment
    column.alignment = .trailing
    // Table.init(columns:rows:selection:firstRow:), Table
    var table = Table(columns: [column], rows: [["Emma"], ["Ulysses"]], selection: 0)
    // Table.keys(in:)
    let keys = table.keys(in: area)
    // Table.action(for:in:)
    let action = table.action(for: .key(.down), in: area)
    // Table.Action.moved(by:rows:), Table.Action
    #expect(action == Table.Action.moved(by: 1, rows: 5))
    // Table.reducer
    let reducer = Table.reducer
    if let action { _ = reducer.run(&table, action, ()) }
    // Table.selection
    #expect(table.selection == 1)
    // Table.columns
    #expect(table.columns == [column])
    // Table.rows
    table.rows += [["Persuasion"]]
    // Table.firstRow
    table.firstRow = 0
    // Screen.draw(_:in:isFocused:style:)#Table
    screen.draw(table, in: area)
    #expect(screen.plainText.contains("Ulysses"))
    #expect(keys.isEmpty == false)
  }

  // ## Choose a tab

  @Test func `tabs are shown`() {
    var screen = makeScreen()
    let area = screen.area
    // Tabs.init(_:selection:), Tabs
    var tabs = Tabs(["Books", "Authors"])
    // Tabs.keys
    let keys = tabs.keys
    // Tabs.action(for:in:)
    let action = tabs.action(for: .key(.right), in: area)
    // Tabs.Action.selected(_:), Tabs.Action
    #expect(action == Tabs.Action.selected(1))
    // Tabs.reducer
    let reducer = Tabs.reducer
    if let action { _ = reducer.run(&tabs, action, ()) }
    // Tabs.selection
    #expect(tabs.selection == 1)
    // Tabs.titles
    tabs.titles += ["Orders"]
    // Screen.draw(_:in:isFocused:style:)#Tabs
    screen.draw(tabs, in: area)
    #expect(screen.plainText.contains("Authors"))
    #expect(keys.isEmpty == false)
  }

  // ## Scroll a text

  @Test func `a text is scrolled`() {
    var screen = makeScreen(rows: 2, columns: 10)
    let area = screen.area
    // Viewport.init(_:firstRow:firstColumn:), Viewport
    var viewport = Viewport("one\ntwo\nthree")
    // Viewport.keys(in:)
    let keys = viewport.keys(in: area)
    // Viewport.action(for:in:)
    let action = viewport.action(for: .key(.down), in: area)
    // Viewport.Action.scrolled(rows:columns:size:), Viewport.Action
    #expect(action == Viewport.Action.scrolled(rows: 1, columns: 0, size: screen.size))
    // Viewport.reducer
    let reducer = Viewport.reducer
    if let action { _ = reducer.run(&viewport, action, ()) }
    // Viewport.firstRow
    #expect(viewport.firstRow == 1)
    // Viewport.firstColumn
    #expect(viewport.firstColumn == 0)
    // Viewport.text
    viewport.text += "\nfour"
    // Screen.draw(_:in:style:)#Viewport
    screen.draw(viewport, in: area)
    #expect(screen.plainText.contains("three"))
    #expect(keys.isEmpty == false)
  }
}
#endif
