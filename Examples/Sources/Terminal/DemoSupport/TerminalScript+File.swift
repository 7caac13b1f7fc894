// SPDX-License-Identifier: MIT

internal import Foundation
package import LockstepTerminal

extension TerminalScript {
  /// Reads a script in a file.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - path: The name of the file in the error.
  /// - Throws: The error in the first bad line, with its number and a suggestion.
  package init(_ text: String, in path: String) throws(DemoError) {
    do {
      try self.init(text)
    } catch {
      throw .data("\(path), \(error)\(error.suggestion)")
    }
  }
}

extension TerminalScript.SyntaxError {
  /// Asks whether another name was meant, if the message lists the names that there are.
  fileprivate var suggestion: String {
    let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    for list in [" is none of ", "; keys are: "] where parts.count == 3 && parts[2].hasPrefix(list)
    {
      return parts[2].dropFirst(list.count).components(separatedBy: ", ")
        .suggestion(for: String(parts[1]))
    }
    return ""
  }
}
