// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

private struct Row: Equatable, Sendable {
  var title = "row"
  var subtitle: String?
  var length: Int {
    get { title.count }
    set { title = String(title.prefix(newValue)) }
  }
  var pair: (Int, () -> (Int)) { (1, { 1 }) }
}

private struct ListState: Equatable, Sendable {
  var rows = [Row()]
  var first: Row {
    get { rows[0] }
    set { rows[0] = newValue }
  }
  var selected: Row?
}

/// Tests that key paths in messages contain no addresses.
@Suite struct KeyPathTextTests {
  @Test func `a key path names stored properties, optionals and the root`() {
    #expect((\ListState.rows).text == #"\ListState.rows"#)
    #expect((\ListState.selected?.subtitle).text == #"\ListState.selected?.subtitle"#)
    #expect((\ListState.self).text == #"\ListState.self"#)
  }

  @Test func `a key path shows the types of computed properties and subscripts`() {
    #expect((\ListState.first).text == #"\ListState.<computed Row>"#)
    #expect((\ListState.first.title).text == #"\ListState.<computed Row>.title"#)
    #expect((\ListState.first.length).text == #"\ListState.<computed Row>.<computed Int>"#)
    #expect((\ListState.rows[0].title).text == #"\ListState.rows.<computed Row>.title"#)
    #expect((\Row.pair).text == #"\Row.<computed (Int, () -> Int)>"#)
    #expect((\Row.pair.0).text == #"\Row.<computed (Int, () -> Int)>.0"#)
  }

  @Test func `binding actions, optional paths and dumps show the text of a key path`() {
    let action = BindingAction<ListState>.set(\.first.length, 2)
    #expect("\(action)" == #".set(\ListState.<computed Row>.<computed Int>, 2)"#)
    #expect(
      String(dumping: action) == #"""
        BindingAction<ListState>.set(
          \ListState.<computed Row>.<computed Int>: 2
        )
        """#
    )
    #expect(OptionalPath(\ListState.selected).description == #"\ListState.selected"#)
    let path = (\ListState.first).appending(path: OptionalPath(\Row.subtitle))
    #expect(path.description == #"\ListState.<computed Row> .. \Row.subtitle"#)
    #expect(String(dumping: \ListState.first) == #"\ListState.<computed Row>"#)
  }
}
