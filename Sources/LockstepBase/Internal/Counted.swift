// SPDX-License-Identifier: MIT

/// Returns a number of things, for messages: "1 line", "2 lines".
///
/// - Parameters:
///   - count: The number of things.
///   - noun: The word for one of them.
/// - Returns: The number and the noun, in the plural unless there is only one.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
