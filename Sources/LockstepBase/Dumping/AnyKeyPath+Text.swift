// SPDX-License-Identifier: MIT

extension AnyKeyPath {
  /// The path as it is written in code, as far as the program knows it: `\Checklist.State.rows.<computed Int>`.
  ///
  /// All messages show key paths in this way. The name of a computed property is not known at run time; only
  /// its type is.
  package var text: String {
    let computed = "<computed ("
    var rest = Dump.withoutAddresses("\(self)")[...]
    var result = ""
    while let component = rest.firstRange(of: computed) {
      result += rest[..<component.lowerBound] + computed.dropLast()
      rest = rest[component.upperBound...]
      // The type may itself contain parentheses.
      var depth = 1
      let end = rest.firstIndex { character in
        if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
        return depth == 0
      }
      guard let end else { break }
      result += rest[..<end]
      rest = rest[end...].dropFirst()
    }
    // The elements of tuples are named with a dot of their own.
    let text = (result + rest).replacing("..", with: ".")
    let root = type(of: self).rootType
    let prefix = "\\\(Dump.withoutAddresses("\(root)"))"
    return text.hasPrefix(prefix) ? "\\\(Dump.name(root))\(text.dropFirst(prefix.count))" : text
  }
}
