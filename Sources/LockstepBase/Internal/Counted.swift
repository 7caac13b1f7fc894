// SPDX-License-Identifier: MIT

/// Returns a count with its noun, in the plural unless the count is 1: "1 line", "2 lines".
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
