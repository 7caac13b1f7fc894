// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestRun {
  /// Whether effects that count have left tasks behind which are still running.
  var hasEscapedTasks: Bool { account.tasks.escaped.contains(where: isCounted) }

  /// Reports the tasks that effects have left behind.
  func reportEscaped(after wait: TestWait?, at location: SourceLocation) {
    let escaped = account.tasks.escaped
    let counted = escaped.filter(isCounted).compactMap(\.description)
    let others = escaped.filter { isCounted($0) == false }.compactMap(\.description)
    if others.isEmpty == false { note(.escaped(others), at: location) }
    if counted.isEmpty == false { fail(.escaped(counted, after: wait), at: location) }
  }

  /// Takes the tasks that effects have left behind as ended.
  func skipEscaped(at location: SourceLocation) {
    let escaped = account.tasks.escaped.compactMap(\.description)
    if escaped.isEmpty == false { note(.escaped(escaped), at: location) }
    account.tasks.removeEscaped()
  }
}
