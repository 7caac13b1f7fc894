// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The results of searching the elements of a list, found when they are first needed.
///
/// Copies of a list share them as long as they have the same elements.
final class ListSearch: Sendable {
  /// The positions of the elements that were found, in order.
  enum Result {
    /// All of a number of elements.
    case all(Int)
    /// Some of the elements.
    case some([Int32])
  }

  private struct State {
    var texts: SearchedTexts?
    /// The positions of what contains a text, for the last text and for beginnings of it.
    var results: [(text: String, positions: [Int32])] = []
  }

  private let state = Mutex(State())

  /// Makes the texts of the elements ready to be searched.
  func prepare(_ elements: IdentifiedArrayOf<some ListElement>) {
    _ = texts(of: elements)
  }

  /// Returns the positions of the elements that contain a text.
  func positions(of text: String, in elements: IdentifiedArrayOf<some ListElement>) -> [Int32] {
    // Elements that contain a text contain its beginning, too.
    let nearest = state.withLock { state in
      while let last = state.results.last, !text.hasPrefix(last.text) { state.results.removeLast() }
      return state.results.last
    }
    if let nearest, nearest.text == text { return nearest.positions }
    let positions = texts(of: elements).positions(of: text, among: nearest?.positions)
    state.withLock { state in
      if state.results.count == 32 { state.results.removeFirst() }
      state.results.append((text, positions))
    }
    return positions
  }

  private func texts(of elements: IdentifiedArrayOf<some ListElement>) -> SearchedTexts {
    if let texts = state.withLock(\.texts) { return texts }
    // Outside of the lock, because the elements may do anything.
    let texts = SearchedTexts(elements.elements)
    state.withLock { $0.texts = texts }
    return texts
  }
}

extension ListSearch.Result {
  var count: Int {
    switch self {
    case .all(let count): count
    case .some(let positions): positions.count
    }
  }

  var isEmpty: Bool { count == 0 }

  /// The position of the element in a row.
  subscript(row: Int) -> Int {
    switch self {
    case .all: row
    case .some(let positions): Int(positions[row])
    }
  }

  /// Returns the row of the element at a position, or `nil` if it is not among those that were found.
  func row(_ position: Int) -> Int? {
    switch self {
    case .all: return position
    case .some(let positions):
      let row = positions.partitioningIndex { $0 >= position }
      return row < positions.count && positions[row] == position ? row : nil
    }
  }

  func map<Value>(_ transform: (Int) -> Value) -> [Value] {
    (0..<count).map { transform(self[$0]) }
  }
}

extension [Int32] {
  /// The first index at which a predicate holds that holds from there on.
  fileprivate func partitioningIndex(_ belongsAfter: (Int32) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
