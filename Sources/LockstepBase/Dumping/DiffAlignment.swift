// SPDX-License-Identifier: MIT

struct DiffAlignment {
  enum Step {
    case both(Int, Int)
    case old(Int)
    case new(Int)
  }

  private(set) var steps: [Step] = []

  init(_ old: Dump, _ new: Dump) {
    // Whether unmatched parts between two pairs may be the same part with different content.
    var isPairing = false
    let pairs: [(Int, Int)]
    switch old.style {
    case .fields where old.parts.map(\.label) == new.parts.map(\.label):
      pairs = old.parts.indices.map { ($0, $0) }
    case .fields where (old.parts + new.parts).allSatisfy({ $0.label != nil }), .entries:
      pairs = CommonSubsequence(old.parts.map(\.label), new.parts.map(\.label)).pairs
    case .elements, .members:
      if let ids = Self.identifiers(old.parts), let others = Self.identifiers(new.parts) {
        pairs = CommonSubsequence(ids, others).pairs
      } else {
        isPairing = old.style == .elements
        pairs = CommonSubsequence(old.parts.map(\.digest), new.parts.map(\.digest)).pairs
      }
    case .fields:
      isPairing = true
      pairs = []
    case .lines, .verbatim, .omission:
      pairs = CommonSubsequence(old.parts.map(\.digest), new.parts.map(\.digest)).pairs
    }
    let isOfLines = old.style == .lines
    var (oldIndex, newIndex) = (0, 0)
    for (old, new) in pairs + [(old.parts.count, new.parts.count)] {
      let isOneLine = isOfLines && old - oldIndex == 1 && new - newIndex == 1
      while isPairing || isOneLine, oldIndex < old, newIndex < new {
        steps.append(.both(oldIndex, newIndex))
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
      }
      steps += (oldIndex..<old).map(Step.old) + (newIndex..<new).map(Step.new)
      steps.append(.both(old, new))
      (oldIndex, newIndex) = (old + 1, new + 1)
    }
    steps.removeLast()
  }

  /// Returns the identifiers of the elements, or `nil` unless every element has a unique one.
  private static func identifiers(_ elements: [Dump]) -> [Dump]? {
    var ids: Set<Dump> = []
    var result: [Dump] = []
    for element in elements {
      guard let id = element.id, ids.insert(id).inserted else { return nil }
      result.append(id)
    }
    return result
  }
}

/// A common subsequence of two arrays, the longest one if the differing section is short.
///
/// The search matches the common prefix and suffix first, so two long arrays with one change cost no more than a
/// comparison. The elements that occur once in each array divide a long remainder into shorter sections.
///
/// Source: Bram Cohen's patience diff, https://bramcohen.livejournal.com/73318.html
struct CommonSubsequence<Element: Hashable> {
  private static var maximumTable: Int { 1_000_000 }
  private static var maximumDepth: Int { 32 }

  private(set) var pairs: [(Int, Int)] = []
  private let old: [Element]
  private let new: [Element]

  init(_ old: [Element], _ new: [Element]) {
    self.old = old
    self.new = new
    find(0..<old.count, 0..<new.count, depth: 0)
  }

  private mutating func find(_ oldRange: Range<Int>, _ newRange: Range<Int>, depth: Int) {
    var (oldRange, newRange) = (oldRange, newRange)
    while let first = oldRange.first, let other = newRange.first, old[first] == new[other] {
      pairs.append((first, other))
      (oldRange, newRange) = (oldRange.dropFirst(), newRange.dropFirst())
    }
    var ending: [(Int, Int)] = []
    while let last = oldRange.last, let other = newRange.last, old[last] == new[other] {
      ending.append((last, other))
      (oldRange, newRange) = (oldRange.dropLast(), newRange.dropLast())
    }
    if oldRange.isEmpty == false, newRange.isEmpty == false {
      if oldRange.count <= Self.maximumTable / newRange.count {
        findExactly(oldRange, newRange)
      } else if depth < Self.maximumDepth {
        divide(oldRange, newRange, depth)
      }
    }
    pairs += ending.reversed()
  }

  private mutating func findExactly(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    // Row by row, the lengths of the longest common subsequences of the remaining elements.
    let width = newRange.count + 1
    var lengths = Array(repeating: Int32(0), count: (oldRange.count + 1) * width)
    for row in (0..<oldRange.count).reversed() {
      for column in (0..<newRange.count).reversed() {
        let place = row * width + column
        lengths[place] =
          old[oldRange.lowerBound + row] == new[newRange.lowerBound + column]
          ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < oldRange.count, column < newRange.count {
      let place = row * width + column
      if old[oldRange.lowerBound + row] == new[newRange.lowerBound + column] {
        pairs.append((oldRange.lowerBound + row, newRange.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[place + width] >= lengths[place + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  private mutating func divide(_ oldRange: Range<Int>, _ newRange: Range<Int>, _ depth: Int) {
    let once = Self.indicesOfUnique(old, oldRange)
    let others = Self.indicesOfUnique(new, newRange)
    let common = once.compactMap { element, index in others[element].map { (index, $0) } }
      .sorted { $0.0 < $1.0 }
    let anchors = Self.increasing(common)
    guard anchors.isEmpty == false else { return }
    var (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
    for (index, other) in anchors {
      find(oldStart..<index, newStart..<other, depth: depth + 1)
      pairs.append((index, other))
      (oldStart, newStart) = (index + 1, other + 1)
    }
    find(oldStart..<oldRange.upperBound, newStart..<newRange.upperBound, depth: depth + 1)
  }

  private static func indicesOfUnique(
    _ elements: [Element],
    _ range: Range<Int>
  ) -> [Element: Int] {
    var indices: [Element: Int] = [:]
    var repeated: Set<Element> = []
    for index in range where indices.updateValue(index, forKey: elements[index]) != nil {
      repeated.insert(elements[index])
    }
    return indices.filter { repeated.contains($0.key) == false }
  }

  /// Returns the longest subsequence of pairs whose second indices increase.
  private static func increasing(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    // For each length, the last pair of the sequence with the lowest end, and for each pair, its predecessor.
    var tails: [Int] = []
    var previous: [Int] = []
    for (position, pair) in pairs.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? tails[low - 1] : -1)
      if low == tails.count { tails.append(position) } else { tails[low] = position }
    }
    var result: [(Int, Int)] = []
    var position = tails.last ?? -1
    while position >= 0 {
      result.append(pairs[position])
      position = previous[position]
    }
    return result.reversed()
  }
}
