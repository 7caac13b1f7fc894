// SPDX-License-Identifier: MIT

/// What the command line asks for.
struct DemoOptions: Equatable {
  /// The file with the completed game; a bundled one if there is none.
  var game: String?

  /// The file with the words; the bundled list if there is none.
  var dictionary: String?

  /// Whether to explain the program instead of running it.
  var showsHelp = false

  static let help = """
    Shows the end of a word game, and sends its score to a server in the same process.

    Usage: game-over [--game FILE] [--dictionary FILE]

    Options:
      --game FILE        A completed game as JSON. Without it, a bundled one is shown.
      --dictionary FILE  The words that count, one on each line. Without it, a bundled list is used.
      --help             Show this text.

    On a terminal, keys do what the screen says. Without one, keys are read from standard input, a
    second passes after each of them, and the screens are printed as text.
    """

  init(game: String? = nil, dictionary: String? = nil, showsHelp: Bool = false) {
    self.game = game
    self.dictionary = dictionary
    self.showsHelp = showsHelp
  }

  /// Reads the arguments after the program's name.
  init(arguments: some Sequence<String>) throws(DemoError) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      let (name, inlineValue) = Self.split(argument)
      switch name {
      case "--game": game = try Self.value(of: name, inlineValue, &arguments)
      case "--dictionary": dictionary = try Self.value(of: name, inlineValue, &arguments)
      case "--help", "-h": showsHelp = true
      default: throw .usage("unknown \(name.hasPrefix("-") ? "option" : "argument") '\(argument)'")
      }
    }
  }

  /// Splits `--name=value`.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let index = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<index]), String(argument[argument.index(after: index)...]))
  }

  private static func value(
    of name: String,
    _ inlineValue: String?,
    _ arguments: inout some IteratorProtocol<String>
  ) throws(DemoError) -> String {
    guard let value = inlineValue ?? arguments.next(), value.isEmpty == false else {
      throw .usage("option '\(name)' needs a file")
    }
    return value
  }
}
