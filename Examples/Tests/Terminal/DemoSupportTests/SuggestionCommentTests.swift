// SPDX-License-Identifier: MIT

import DemoSupport
import Testing

/// The example of the comment of suggestions.
@Suite struct SuggestionCommentTests {
  @Test func `what was meant by a misspelt option`() {
    let suggestion =
      ["--game", "--log"].suggestion(for: "--gaem")  // " (did you mean '--game'?)"
    #expect(suggestion == " (did you mean '--game'?)")
  }
}
