// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import ExampleData
internal import Foundation
internal import SharedModels

struct MultiplayerDemoInput: Sendable {
  var puzzle: ArchivablePuzzle
  var words: [String]

  init() throws(DemoError) {
    do {
      puzzle = try CompletedGame(json: ExampleData.game(.solo)).cubes
      words = try ExampleData.words()
    } catch {
      throw .noInput("the program's own files cannot be read: \(error.localizedDescription)")
    }
  }
}
