// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

extension SavingCounter {
  /// Carries out the commands in the lines of the standard input, and answers each with a line.
  ///
  ///     load                 loaded NUMBER; nothing; either with `problem` and the sentence
  ///     save NUMBER LENGTH   saves a page with a text of that length: saved; problem and the sentence
  ///     release              releases the client, and makes another one
  static func obeyCommands(_ file: URL) {
    var storage = StorageClient.file(file)
    while let line = readLine() {
      let words = line.split(separator: " ")
      switch words.first {
      case "load":
        let (page, problem) = format.load(from: storage)
        let value = page.map { "loaded \($0.number)" } ?? "nothing"
        say(problem.map { "\(value) problem \($0)" } ?? value)
      case "save":
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard numbers.count == 2 else { return say("usage") }
        let text = String(repeating: "x", count: numbers[1])
        do throws(SavingError) {
          try format.save(Page(number: numbers[0], text: text), to: storage)
          say("saved")
        } catch {
          say("problem \(error)")
        }
      case "release":
        storage = .file(file)
        say("released")
      default: say("usage")
      }
    }
  }
}
