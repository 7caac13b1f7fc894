// SPDX-License-Identifier: MIT

internal import Foundation
package import LockstepTerminal

extension TerminalScript {
  /// Parses the text of a script file.
  ///
  /// - Throws: An error with the path, the number of the first invalid line, and a suggestion.
  package init(_ text: String, in path: String) throws(DemoError) {
    do {
      try self.init(text)
    } catch {
      throw .data("\(path), \(error)\(error.suggestion)")
    }
  }
}

extension TerminalScript.SyntaxError {
  /// A suggestion of a similar name, if the message lists the valid ones.
  fileprivate var suggestion: String {
    let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    for list in [" is not a command; commands are: ", "; keys are: "]
    where parts.count == 3 && parts[2].hasPrefix(list) {
      return parts[2].dropFirst(list.count).components(separatedBy: ", ")
        .suggestion(for: String(parts[1]))
    }
    return ""
  }
}
