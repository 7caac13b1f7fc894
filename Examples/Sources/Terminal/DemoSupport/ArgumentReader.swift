// SPDX-License-Identifier: MIT

/// Reads a command line: options with values, as `--name value` or `--name=value`.
package struct ArgumentReader {
  private var arguments: ArraySlice<String>
  private var argument = ""
  private var inlineValue: String?

  /// The names that ``next()`` has returned so far.
  package private(set) var names: [String] = []

  package init(_ arguments: some Sequence<String>) {
    self.arguments = ArraySlice(arguments)
  }

  /// Goes to the next argument, and returns it without the value after a `=`; nil at the end.
  package mutating func next() -> String? {
    guard let next = arguments.popFirst() else { return nil }
    argument = next
    var name = next
    inlineValue = nil
    if next.hasPrefix("--"), let index = next.firstIndex(of: "=") {
      inlineValue = String(next[next.index(after: index)...])
      name = String(next[..<index])
    }
    names.append(name)
    return name
  }

  /// The value of the option that ``next()`` has returned.
  package mutating func value(_ name: String, _ kind: String) throws(DemoError) -> String {
    guard let value = inlineValue ?? arguments.popFirst(), value.isEmpty == false else {
      throw .usage("option '\(name)' needs \(kind)")
    }
    return value
  }

  /// The value of an option, as something that can be made of its text.
  package mutating func value<Value>(
    _ name: String,
    _ kind: String,
    _ convert: (String) -> Value?
  ) throws(DemoError) -> Value {
    let text = try value(name, kind)
    guard let value = convert(text) else {
      throw .usage("option '\(name)' needs \(kind), not '\(text)'")
    }
    return value
  }

  /// The value of an option that has only some values.
  package mutating func value<Value: RawRepresentable<String>>(
    _ name: String,
    oneOf values: [Value]
  ) throws(DemoError) -> Value {
    let texts = values.map(\.rawValue)
    let kind = "one of \(texts.joined(separator: ", "))"
    let text = try value(name, kind)
    guard let value = values.first(where: { $0.rawValue == text }) else {
      throw .usage("option '\(name)' needs \(kind), not '\(text)'\(texts.suggestion(for: text))")
    }
    return value
  }

  /// Makes sure that an option without a value was given none.
  package func noValue(_ name: String) throws(DemoError) {
    if inlineValue != nil { throw .usage("option '\(name)' takes no value") }
  }

  /// The error of an unknown argument.
  ///
  /// - Parameter options: The options that there are.
  /// - Returns: The error, which suggests the nearest option if one is near.
  package func unknown(options: [String]) -> DemoError {
    let kind = argument.hasPrefix("-") ? "option" : "argument"
    let suggestion = options.suggestion(for: names.last ?? argument)
    return .usage("unknown \(kind) '\(argument)'\(suggestion)")
  }
}
