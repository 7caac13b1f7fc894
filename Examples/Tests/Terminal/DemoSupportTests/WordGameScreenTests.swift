// SPDX-License-Identifier: MIT

import DemoSupport
import ExampleData
import Foundation
import LockstepTerminal
import SharedModels
import Testing
import WordGameFeature

@Suite struct WordGameScreenTests {
  private func game() throws -> WordGameState {
    let game = try CompletedGame(json: ExampleData.game(.solo))
    return WordGameState(cubes: Puzzle(game.cubes), gameMode: .unlimited, gameStartTime: .mock)
  }

  /// The letters of a side in rows.
  private func letters(_ side: CubeFace.Side, of game: WordGameState) -> [String] {
    game.visibleFaces(side).map { row in
      row.map { $0.map { game.cubes[$0].letters } ?? "-" }.joined(separator: " ")
    }
  }

  @Test func `sides that touch on the cube also touch on the screen`() throws {
    let game = try game()
    let (left, right, top) = (
      game.visibleFaces(.left), game.visibleFaces(.right), game.visibleFaces(.top)
    )
    for index in 0..<3 {
      let edge = try #require(left[0][index])
      #expect(try #require(top[2][index]).touches(edge))
      let beside = try #require(left[index][2])
      #expect(try #require(right[index][0]).touches(beside))
    }
  }

  @Test func `removing a cube shows the next cube behind it until none is left`() throws {
    var game = try game()
    #expect(letters(.top, of: game) == ["L T B", "F T N", "T V K"])
    let line = LatticePoint.Index.allCases.map { LatticePoint(x: .zero, y: $0, z: .zero) }
    let seen = line.reversed().map { point in
      defer { game.cubes[point].wasRemoved = true }
      return letters(.top, of: game)[0]
    }
    #expect(seen == ["L T B", "S T B", "\(game.cubes[line[0]].top.letters) T B"])
    #expect(letters(.top, of: game)[0] == "- T B")
  }

  @Test
  func `if no neighboring face has the next letter, the word is selected again on other faces`()
    throws
  {
    var game = try game()
    for letter in "TON" {
      for face in game.taps(for: letter) {
        if game.selectedFaces.last == face {
          game.selectedFaces.removeLast()
        } else {
          game.selectedFaces.append(face)
        }
      }
    }
    #expect(game.selectedWord == "TON")
    #expect(Set(game.selectedFaces).count == 3)
    for (face, next) in zip(game.selectedFaces, game.selectedFaces.dropFirst()) {
      #expect(face.touches(next))
    }
    #expect(game.taps(for: "X") == [])
  }

  @Test
  func `the first letter selects a face with two letters, and its second letter selects nothing`()
    throws
  {
    var game = try game()
    game.selectedFaces = game.taps(for: "Q")
    #expect(game.selectedWord == "QU")
    #expect(game.taps(for: "U") == [])
    #expect(game.taps(for: "H").count == 1)
  }

  private func picture(_ game: WordGameState, _ rows: Int, _ columns: Int) -> String {
    var screen = Screen(size: Screen.Size(rows: rows, columns: columns))
    game.draw(in: screen.area, on: &screen)
    return screen.plainText
  }

  @Test func `a small screen shows the word and the sides of the cube`() throws {
    var game = try game()
    game.gameMode = .timed
    game.selectedFaces = try #require(game.faces(spelling: "CAT"))
    #expect(
      picture(game, 5, 26) == """
        Word  CAT
               0 points, 3:00 left
        L  T  B  S  R  A  C  N  U
        F  T  N  E  L  U  T  O  T
        T  V  K  L  T  A  QU H  D
        """
    )
    #expect(
      picture(game, 8, 40) == """
        Word  CAT            0 points, 3:00 left

        Top         Left        Right
        L  T  B     S  R  A     C  N  U
        F  T  N     E  L  U     T  O  T
        T  V  K     L  T  A     QU H  D
        """
    )
    #expect(picture(game, 3, 26).hasSuffix("\n… make the window larger"))
    #expect(picture(game, 9, 20).contains("Word  CAT"))
  }

  @Test func `a large screen draws lines between the faces of touching sides`() throws {
    var game = try game()
    game.selectedFaces = try #require(game.faces(spelling: "CAT"))
    #expect(
      picture(game, 18, 60) == """
        Word  CAT                                           0 points

           Top                                      Words found
        ┌─────┬─────┬─────┐
        │  L  │  T  │  B  │
        ├─────┼─────┼─────┤
        │  F  │  T  │  N  │
        ├─────┼─────┼─────┤
        │  T  │  V  │  K  │
        └─────┴─────┴─────┘
           Left                Right
        ┌─────┬─────┬─────┐ ┌─────┬─────┬─────┐
        │  S  │  R  │ [A] │ │ [C] │  N  │  U  │
        ├─────┼─────┼─────┤ ├─────┼─────┼─────┤
        │  E  │  L  │  U  │ │ [T] │  O  │  T  │
        ├─────┼─────┼─────┤ ├─────┼─────┼─────┤
        │  L  │  T  │  A  │ │  QU │  H  │  D  │
        └─────┴─────┴─────┘ └─────┴─────┴─────┘
        """
    )
  }

  @Test
  func `the list of found words shows as many words as fit, and counts the rest`()
    throws
  {
    var game = try game()
    let faces = try #require(game.faces(spelling: "CAT"))
    game.moves = Moves(
      (1...30).map { Move(playedAt: .mock, score: $0, type: .playedWord(faces)) }
    )
    let text = picture(game, 10, 56)
    #expect(text.contains("CAT 30"))
    #expect(text.contains("… and 24 more"))
  }

  @Test(arguments: [(0, "0 points"), (1, "1 point"), (2, "2 points"), (-1, "-1 points")])
  func `only a count of one uses the singular`(number: Int, text: String) {
    #expect(counted(number, "point") == text)
  }
}
