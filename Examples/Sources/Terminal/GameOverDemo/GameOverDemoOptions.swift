// SPDX-License-Identifier: MIT

internal import DemoSupport

struct GameOverDemoOptions: Equatable {
  /// The path of the completed game, or nil for the bundled game.
  var game: String?

  /// The path of the word list, or nil for the bundled list.
  var dictionary: String?

  var common: CommonOptions

  static let endpoints: [DemoEndpoint] = [
    .gamesSubmit, .dailyChallengeToday, .dailyChallengeStart,
  ]

  static let help = """
    Shows the end of a word game, and sends its score to a server.

    Usage: game-over [OPTION ...]

    Options:
      --game FILE          A completed game as JSON. Without it, a bundled one is shown.
      --dictionary FILE    The words that count, one on each line. Without it, a bundled list is used.
    \(CommonOptions.help(endpoints: endpoints, connects: true))

    If the seed is a multiple of 3 the others have scored less, so that there may be a place among the
    first three, with confetti.

    \(CommonOptions.keysHelp)
    """

  init(
    game: String? = nil,
    dictionary: String? = nil,
    common: CommonOptions = CommonOptions()
  ) {
    self.game = game
    self.dictionary = dictionary
    self.common = common
  }

  init(arguments: some Sequence<String>) throws(DemoError) {
    self.init()
    var reader = ArgumentReader(arguments)
    while let name = reader.next() {
      if try common.take(name, &reader, endpoints: Self.endpoints, connects: true) { continue }
      switch name {
      case "--game": game = try reader.value(name, "a file")
      case "--dictionary": dictionary = try reader.value(name, "a file")
      default:
        let names = CommonOptions.names(endpoints: Self.endpoints, connects: true)
        throw reader.unknown(options: ["--game", "--dictionary"] + names)
      }
    }
    try common.check(reader)
  }
}
