// SPDX-License-Identifier: MIT

public import Synchronization

/// Which of several reducers an action concerns, by the tag of its case.
@usableFromInline
final class DispatchTable: Sendable {
  /// The reducers that one tag concerns.
  @usableFromInline
  final class Row: Sendable {
    @usableFromInline let members: [Int]

    init(_ members: [Int]) {
      self.members = members
    }
  }

  /// Reads the tags.
  @usableFromInline let reader: CaseTag
  /// The gate that all have in common.
  @usableFromInline let commonGate: CaseGate?
  /// One row for each tag, made when it is first needed and everything about it is known.
  @usableFromInline let rows: Rows
  private let gates: [CaseGate?]

  /// Returns `nil` if no reducer has a gate.
  @usableFromInline
  init?(_ gates: [CaseGate?]) {
    guard let first = gates.lazy.compactMap({ $0 }).first else { return nil }
    self.gates = gates
    reader = first.reader
    commonGate =
      gates.allSatisfy { $0?.search == nil && $0?.reader.tag == first.reader.tag } ? first : nil
    rows = Rows(count: reader.metadata.cases.count)
  }

  @inlinable
  func row(_ tag: UInt32) -> Row {
    rows.load(tag) ?? makeRow(tag)
  }

  @usableFromInline
  func makeRow(_ tag: UInt32) -> Row {
    let verdicts = gates.map { $0.map { $0.admits(tag) } ?? true }
    let row = Row(gates.indices.filter { verdicts[$0] != false })
    return verdicts.contains(nil) ? row : rows.store(row, tag)
  }

  /// Rows that are set once and never change.
  ///
  /// An `AtomicLazyReference` would look up its metadata at each load, which took half of the time of
  /// a reducer of twenty.
  ///
  /// `@unchecked` because of the pointer, which is set once; what it points to is atomic.
  @usableFromInline
  final class Rows: @unchecked Sendable {
    @usableFromInline let count: Int
    @usableFromInline let base: UnsafeMutablePointer<Atomic<Unmanaged<Row>?>>

    init(count: Int) {
      self.count = count
      base = .allocate(capacity: count)
      for index in 0..<count { (base + index).initialize(to: Atomic(nil)) }
    }

    deinit {
      for index in 0..<count { base[index].load(ordering: .relaxed)?.release() }
      base.deinitialize(count: count)
      base.deallocate()
    }

    @inlinable
    func load(_ tag: UInt32) -> Row? {
      guard tag < count else { return nil }
      return base[Int(tag)].load(ordering: .acquiring)?.takeUnretainedValue()
    }

    /// Returns the row that was there first.
    func store(_ row: Row, _ tag: UInt32) -> Row {
      guard tag < count else { return row }
      let held = Unmanaged.passRetained(row)
      let (isStored, former) = base[Int(tag)].compareExchange(
        expected: nil,
        desired: held,
        ordering: .acquiringAndReleasing
      )
      guard !isStored, let former else { return row }
      held.release()
      return former.takeUnretainedValue()
    }
  }
}
