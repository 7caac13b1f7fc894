// SPDX-License-Identifier: MIT

internal import Lockstep

/// Describes two values that are not equal: the lines in which they differ, and the parts that are unequal
/// although they print the same.
///
/// - Parameters:
///   - expected: The first value, whose lines begin with a minus sign.
///   - actual: The second value, whose lines begin with a plus sign.
///   - legend: The meaning of the signs.
///   - remedy: How to change what is expected, where that can help.
/// - Returns: The paragraphs.
func difference(
  _ expected: Any,
  _ actual: Any,
  legend: String,
  remedy: String? = nil
) -> String {
  let never = UnequalPart.unequalToThemselves(in: actual)
  let neverText = never.isEmpty ? [] : [describe(unequalToThemselves: never)]
  if let lines = Dump.diff(expected, actual) {
    return ([lines, legend] + neverText + (remedy.map { [$0] } ?? [])).joined(separator: "\n\n")
  }
  guard never.isEmpty else {
    return (["Both print the same, but are not equal."] + neverText).joined(separator: "\n\n")
  }
  let parts = UnequalPart.printingTheSame(expected, actual)
  let text = parts.isEmpty ? Dump(actual).text : bullets(parts.map(\.text))
  return """
    Both print the same, but are not equal: …

    \(text)

    Usual cause: '==' compares what is not printed, such as the identity of an object. Let it compare the \
    contents, or print the difference with 'CustomDebugOutputConvertible'.
    """
}

private func describe(unequalToThemselves parts: [UnequalPart]) -> String {
  """
  \(counted(parts.count, "value")) \(were(parts)) not equal to \(parts.count == 1 ? "itself" : "themselves"), \
  so that nothing expected is equal: …

  \(bullets(parts.map(\.text)))

  Keep not-a-number and the like out of these values, or define an '==' with which each is equal to itself.
  """
}
