// SPDX-License-Identifier: MIT

public import Synchronization

/// The search for a path's case among several candidates.
@usableFromInline
package final class CaseSearch: Sendable {
  @usableFromInline package let candidates: [CaseCandidate]
  /// The index of the case; -1 until the first root determines it.
  @usableFromInline let decided = Atomic(-1)
  @usableFromInline let plain = Atomic(false)
  /// Whether the bytes of a root can be read at another address.
  @usableFromInline let canCopyBytes: Bool

  /// A bit for each candidate that cannot be the case.
  private let excluded: [Bits]

  private final class Bits: Sendable {
    let bits = Atomic<UInt64>(0)
  }

  init(_ candidates: [CaseCandidate], root: Any.Type) {
    self.candidates = candidates
    excluded = (0..<(candidates.count + UInt64.bitWidth - 1) / UInt64.bitWidth).map { _ in Bits() }
    canCopyBytes = EnumMetadata.isBitwiseTakable(root)
  }

  var only: CaseCandidate? {
    candidates.count == 1 ? candidates[0] : nil
  }

  var remaining: [CaseCandidate] {
    if let found { return [found] }
    return candidates.indices.filter { isExcluded($0) == false }.map { candidates[$0] }
  }

  @inlinable
  package var found: CaseCandidate? {
    let index = decided.load(ordering: .relaxed)
    return index < 0 ? nil : candidates[index]
  }

  /// Whether comparing tags and copying bytes suffices: the case is known, and its payload is not in a box.
  @inlinable
  package var isPlain: Bool {
    plain.load(ordering: .relaxed)
  }

  func decide(_ index: Int) {
    decided.store(index, ordering: .relaxed)
    if canCopyBytes, candidates[index].isIndirect == false {
      plain.store(true, ordering: .relaxed)
    }
  }

  func exclude(_ index: Int) {
    let (word, bit) = index.quotientAndRemainder(dividingBy: UInt64.bitWidth)
    excluded[word].bits.bitwiseOr(1 << UInt64(bit), ordering: .relaxed)
  }

  package func isExcluded(_ index: Int) -> Bool {
    let (word, bit) = index.quotientAndRemainder(dividingBy: UInt64.bitWidth)
    return excluded[word].bits.load(ordering: .relaxed) & (1 << UInt64(bit)) != 0
  }

  var isHopeless: Bool {
    candidates.indices.allSatisfy(isExcluded)
  }
}
