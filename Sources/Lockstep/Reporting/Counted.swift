// SPDX-License-Identifier: MIT

/// A number of things, for messages: "1 line", "2 lines".
///
/// - Parameters:
///   - count: How many there are.
///   - noun: What one of them is called.
/// - Returns: The number and the noun, in the plural unless there is one.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
