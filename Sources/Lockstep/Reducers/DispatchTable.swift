// SPDX-License-Identifier: MIT

/// A table of which of several reducers an action concerns, by the tag of its case.
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

  /// The reader of the tags.
  @usableFromInline let reader: CaseTag
  /// The gate that all reducers have in common.
  @usableFromInline let commonGate: CaseGate?
  /// One row for each tag, made when it is first needed and everything about it is known.
  @usableFromInline let rows: Rows
  private let gates: [CaseGate?]

  /// Creates a table; returns `nil` if no reducer has a gate.
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
  /// `@unchecked` because of the pointer, which is set once; what it points to is atomic.
  @usableFromInline
  final class Rows: @unchecked Sendable {
    @usableFromInline let count: Int
    @usableFromInline let base: UnsafeMutablePointer<OnceReference<Row>>

    init(count: Int) {
      self.count = count
      base = .allocate(capacity: count)
      for index in 0..<count { (base + index).initialize(to: OnceReference()) }
    }

    deinit {
      base.deinitialize(count: count)
      base.deallocate()
    }

    @inlinable
    func load(_ tag: UInt32) -> Row? {
      guard tag < count else { return nil }
      return base[Int(tag)].load()
    }

    /// Returns the row that was there first.
    func store(_ row: Row, _ tag: UInt32) -> Row {
      guard tag < count else { return row }
      return base[Int(tag)].storeIfNil(row)
    }
  }
}
