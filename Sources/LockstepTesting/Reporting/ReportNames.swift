// SPDX-License-Identifier: MIT

/// The names of the files of reports, each of which is given once.
struct ReportNames {
  /// Most file systems allow 255 bytes; the rest is for a number and the kind of the file.
  private static let byteLimit = 200

  /// The names that have been given, in lower case: some file systems do not tell the cases apart.
  private var taken: Set<String> = []

  /// Returns a name for a report of a test, without any character that a path or a shell would take for something else.
  ///
  /// The reports of a test beyond the first are numbered.
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

  /// Returns a text with hyphens for everything but letters, digits, periods and underscores.
  ///
  /// It does not begin with a period, so that the file is not hidden and is in the folder.
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
