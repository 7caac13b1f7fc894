// SPDX-License-Identifier: MIT

import LockstepTesting

/// Makes a list of the values of expressions, of whatever types, so that an example that shows values
/// can stand in a test as it is.
@resultBuilder enum ValuesBuilder {
  static func buildExpression<Value>(_ value: Value) -> [Any] {
    [value]
  }

  static func buildBlock(_ values: [Any]...) -> [Any] {
    values.flatMap { $0 }
  }
}

/// The values of the expressions, in their order.
func values(@ValuesBuilder _ make: () throws -> [Any]) rethrows -> [Any] {
  try make()
}

/// Takes the place of the console in the examples that print.
struct Console: Sendable {
  private let text = Recorder<[String]>([])

  /// The printed texts, one for each call.
  var lines: [String] { text.value }

  func print(_ values: [Any]) {
    let line = values.map { "\($0)" }.joined(separator: " ")
    text.update { $0.append(line) }
  }
}
