// SPDX-License-Identifier: MIT

struct ReportNames {
  /// The maximum length of a name, which leaves room for a number and an extension within the usual limit of 255 bytes.
  private static let byteLimit = 200

  /// The names in use, in lowercase because some file systems are case-insensitive.
  private var taken: Set<String> = []

  /// Returns a unique file name for a test's report, without characters that are special in a path or a shell.
  mutating func next(for test: RunningTest) -> String {
    let name = Self.plainName(test.path)
    var number = 1
    var file = "\(name).html"
    while taken.insert(file.lowercased()).inserted == false {
      number += 1
      file = "\(name)-\(number).html"
    }
    return file
  }

  /// Returns the text with other characters than letters, digits, periods and underscores replaced by hyphens.
  ///
  /// The result does not start with a period, so the file is neither hidden nor outside the folder.
  private static func plainName(_ text: String) -> String {
    var name = ""
    for character in text {
      if character.isLetter || character.isNumber || "._".contains(character) {
        name.append(character)
      } else if name.last != "-" {
        name.append("-")
      }
    }
    let isEdge = { (character: Character) in "-.".contains(character) }
    name = String(name.drop(while: isEdge))
    while name.utf8.count > byteLimit { name.removeLast() }
    while name.last.map(isEdge) ?? false { name.removeLast() }
    return name.isEmpty ? "test" : name
  }
}
