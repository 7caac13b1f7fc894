// SPDX-License-Identifier: MIT

/// The moves of a game in the order in which they were made; as JSON a bare array.
public struct Moves: Hashable, Sendable {
  private var moves: [Move]

  /// No moves.
  public init() {
    moves = []
  }

  /// The sum of the claimed scores, of all players.
  ///
  /// Stops at the largest integer, because claims are input.
  public var score: Int {
    reduce(0) { sum, move in
      let (next, overflow) = sum.addingReportingOverflow(move.score)
      return overflow ? (move.score > 0 ? .max : .min) : next
    }
  }
}

extension Moves: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// 0.
  public var startIndex: Int { moves.startIndex }

  /// The number of moves.
  public var endIndex: Int { moves.endIndex }

  /// The move at an index.
  public subscript(index: Int) -> Move {
    get { moves[index] }
    set { moves[index] = newValue }
  }

  /// Replaces a range of moves.
  public mutating func replaceSubrange(
    _ range: Range<Int>,
    with replacement: some Collection<Move>
  ) {
    moves.replaceSubrange(range, with: replacement)
  }
}

extension Moves: ExpressibleByArrayLiteral {
  /// Moves in the order of a literal.
  public init(arrayLiteral elements: Move...) {
    moves = elements
  }
}

extension Moves: Codable {
  /// Decodes a bare array of at most ``Bounds/moves`` moves.
  public init(from decoder: any Decoder) throws {
    moves = try [Move](from: decoder)
    guard moves.count <= Bounds.moves else {
      throw DecodingError.tooMuch(moves.count, "moves", Bounds.moves, at: decoder.codingPath)
    }
  }

  /// Encodes a bare array.
  public func encode(to encoder: any Encoder) throws {
    try moves.encode(to: encoder)
  }
}
