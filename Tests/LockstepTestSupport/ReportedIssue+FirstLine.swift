// SPDX-License-Identifier: MIT

package import Lockstep

extension ReportedIssue {
  /// The message up to its first line break.
  package var firstLine: String { String(message.prefix { $0 != "\n" }) }
}
