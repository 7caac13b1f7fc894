// SPDX-License-Identifier: MIT

import DemoSupport
import Testing

/// Tests the example in the comment on suggestions.
@Suite struct SuggestionCommentTests {
  @Test func `a misspelled option gets a suggestion`() {
    let suggestion =
      ["--game", "--log"].suggestion(for: "--gaem")  // " (did you mean '--game'?)"
    #expect(suggestion == " (did you mean '--game'?)")
  }
}
