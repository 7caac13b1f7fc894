// SPDX-License-Identifier: MIT

/// A reader of command lines whose options have values, as `--name value` or `--name=value`.
package struct ArgumentReader {
  private var arguments: ArraySlice<String>
  private var argument = ""
  private var inlineValue: String?

  /// The arguments that ``next()`` has returned so far, without values.
  package private(set) var names: [String] = []

  package init(_ arguments: some Sequence<String>) {
    self.arguments = ArraySlice(arguments)
  }

  /// Returns the next argument, without the value after `=`; nil at the end.
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

  /// Returns the value of the current option.
  package mutating func value(_ name: String, _ kind: String) throws(DemoError) -> String {
    guard let value = inlineValue ?? arguments.popFirst(), value.isEmpty == false else {
      throw .usage("option '\(name)' needs \(kind)")
    }
    return value
  }

  /// Returns the converted value of the current option.
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

  /// Returns the value of an option that accepts only the listed values.
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

  /// Throws an error if the current option has an inline value.
  package func noValue(_ name: String) throws(DemoError) {
    if inlineValue != nil { throw .usage("option '\(name)' takes no value") }
  }

  /// Returns the error for an unknown argument, with a suggestion if an option has a similar name.
  package func unknown(options: [String]) -> DemoError {
    let kind = argument.hasPrefix("-") ? "option" : "argument"
    let suggestion = options.suggestion(for: names.last ?? argument)
    return .usage("unknown \(kind) '\(argument)'\(suggestion)")
  }
}
