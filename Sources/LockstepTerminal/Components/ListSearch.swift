// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The cached search results of a list.
///
/// Copies of a list share the cache until their elements change.
final class ListSearch: Sendable {
  /// The positions of the matching elements, in order.
  enum Result {
    /// The number of elements, all of which match.
    case all(Int)
    case some([Int32])
  }

  private struct State {
    var texts: SearchedTexts?
    /// The results for the latest text and for prefixes of it.
    var results: [(text: String, positions: [Int32])] = []
  }

  private let state = Mutex(State())

  func prepare(_ elements: IdentifiedArrayOf<some ListElement>) {
    _ = texts(of: elements)
  }

  func positions(of text: String, in elements: IdentifiedArrayOf<some ListElement>) -> [Int32] {
    // An element that contains a text also contains the text's prefixes.
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
    // Runs outside the lock, because the elements may run arbitrary code.
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

  subscript(row: Int) -> Int {
    switch self {
    case .all: row
    case .some(let positions): Int(positions[row])
    }
  }

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
  /// Returns the first index where the predicate holds, given that it holds for all later elements.
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
