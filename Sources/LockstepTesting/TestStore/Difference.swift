// SPDX-License-Identifier: MIT

internal import Lockstep

/// Describes two unequal values: the lines that differ, and the unequal parts that print the same.
///
/// - Parameters:
///   - expected: The first value, whose lines begin with a minus sign.
///   - actual: The second value, whose lines begin with a plus sign.
///   - legend: The meaning of the signs.
///   - remedy: How to fix the expectation, if that can help.
/// - Returns: The paragraphs.
func difference(
  _ expected: Any,
  _ actual: Any,
  legend: String,
  remedy: String? = nil
) -> String {
  let parts = UnequalPart.find(in: expected, actual)
  let causes = [
    unequalToThemselves(parts.filter(\.isUnequalToItself)),
    unequalUnseen(parts.filter { $0.isUnequalToItself == false }),
  ]
  .compactMap { $0 }
  if let lines = Dump.diff(expected, actual) {
    return ([lines, legend] + causes + (remedy.map { [$0] } ?? [])).joined(separator: "\n\n")
  }
  let whole = causes.isEmpty ? [Dump(actual).text] : []
  return (["Both print the same, but are not equal."] + whole + causes).joined(separator: "\n\n")
}

private func unequalToThemselves(_ parts: [UnequalPart]) -> String? {
  guard parts.isEmpty == false else { return nil }
  let (verb, pronoun) = parts.count == 1 ? ("is", "itself") : ("are", "themselves")
  return """
    \(counted(parts.count, "value")) \(verb) not equal to \(pronoun), so no expectation can match: …

    \(bullets(parts.map(\.text)))

    Keep not-a-number and the like out of the value, or define an '==' with which each is equal to itself.
    """
}

private func unequalUnseen(_ parts: [UnequalPart]) -> String? {
  guard parts.isEmpty == false else { return nil }
  let heading =
    parts.count == 1
    ? "1 value differs from the expected one, but prints the same"
    : "\(parts.count) values differ from the expected ones, but print the same"
  return """
    \(heading): …

    \(bullets(parts.map(\.text)))

    Usual cause: '==' compares something that is not printed, such as the identity of an object. Let it \
    compare the contents, or print what it compares with 'CustomReflectable'.
    """
}
