// SPDX-License-Identifier: MIT

public import Synchronization

/// The search for a path's case among several candidates, as far as the case is known.
@usableFromInline
package final class CaseSearch: Sendable {
  @usableFromInline package let candidates: [CaseCandidate]
  /// The index of the case, once a first value has determined it.
  @usableFromInline let decided = Atomic(-1)
  @usableFromInline let plain = Atomic(false)
  /// Whether the bytes of a root can be read at an address other than its own.
  @usableFromInline let canCopyBytes: Bool

  /// A bit for each candidate that is known not to be the case.
  private let excluded: [Bits]

  private final class Bits: Sendable {
    let bits = Atomic<UInt64>(0)
  }

  init(_ candidates: [CaseCandidate], root: Any.Type) {
    self.candidates = candidates
    excluded = (0..<(candidates.count + UInt64.bitWidth - 1) / UInt64.bitWidth).map { _ in Bits() }
    canCopyBytes = EnumMetadata.isBitwiseTakable(root)
  }

  /// The candidate, if there is only one.
  var only: CaseCandidate? {
    candidates.count == 1 ? candidates[0] : nil
  }

  /// The case, once it is known, or else the candidates that it may be.
  var remaining: [CaseCandidate] {
    if let found { return [found] }
    return candidates.indices.filter { isExcluded($0) == false }.map { candidates[$0] }
  }

  /// The case, once it is known.
  @inlinable
  package var found: CaseCandidate? {
    let index = decided.load(ordering: .relaxed)
    return index < 0 ? nil : candidates[index]
  }

  /// Whether comparing tags and reading the memory of a root is enough: the case is known, its payload is not
  /// in a box, and the bytes of the root can be copied.
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

  /// Whether no candidate is left.
  var isHopeless: Bool {
    candidates.indices.allSatisfy(isExcluded)
  }
}
