// SPDX-License-Identifier: MIT

/// The moves of a game, in order, encoded as an array.
public struct Moves: Hashable, Sendable {
  private var moves: [Move]

  /// Creates an empty list of moves.
  public init() {
    moves = []
  }

  /// The sum of the claimed scores of all players.
  ///
  /// The sum stops at the largest or smallest integer instead of overflowing, because claimed scores are
  /// untrusted input.
  public var score: Int {
    reduce(0) { sum, move in
      let (next, overflow) = sum.addingReportingOverflow(move.score)
      return overflow ? (move.score > 0 ? .max : .min) : next
    }
  }
}

extension Moves: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The index of the first move, 0.
  public var startIndex: Int { moves.startIndex }

  /// The number of moves.
  public var endIndex: Int { moves.endIndex }

  /// Accesses the move at an index.
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
  /// Creates a list of moves from an array literal.
  public init(arrayLiteral elements: Move...) {
    moves = elements
  }
}

extension Moves: Codable {
  /// Decodes an array of at most ``Bounds/moves`` moves.
  public init(from decoder: any Decoder) throws {
    moves = try [Move](from: decoder)
    guard moves.count <= Bounds.moves else {
      throw DecodingError.tooMuch(moves.count, "moves", Bounds.moves, at: decoder.codingPath)
    }
  }

  /// Encodes an array.
  public func encode(to encoder: any Encoder) throws {
    try moves.encode(to: encoder)
  }
}
