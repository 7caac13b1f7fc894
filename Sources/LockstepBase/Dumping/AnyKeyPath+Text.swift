// SPDX-License-Identifier: MIT

extension AnyKeyPath {
  /// The key path as code writes it, such as `\Checklist.State.rows.<computed Int>`.
  ///
  /// The name of a computed property is unknown at run time, so its type stands in.
  package var text: String {
    let computed = "<computed ("
    var rest = Dump.withoutAddresses("\(self)")[...]
    var result = ""
    while let component = rest.firstRange(of: computed) {
      result += rest[..<component.lowerBound] + computed.dropLast()
      rest = rest[component.upperBound...]
      var depth = 1
      let end = rest.firstIndex { character in
        if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
        return depth == 0
      }
      guard let end else { break }
      result += rest[..<end]
      rest = rest[end...].dropFirst()
    }
    // Swift prints a second dot before the elements of tuples.
    let text = (result + rest).replacing("..", with: ".")
    let root = type(of: self).rootType
    let prefix = "\\\(Dump.withoutAddresses("\(root)"))"
    return text.hasPrefix(prefix) ? "\\\(Dump.name(root))\(text.dropFirst(prefix.count))" : text
  }
}
