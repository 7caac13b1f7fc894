// SPDX-License-Identifier: MIT

/// A table that maps the tag of an action's case to the reducers that may handle the action.
@usableFromInline
final class DispatchTable: Sendable {
  @usableFromInline
  final class Row: Sendable {
    @usableFromInline let members: [Int]

    init(_ members: [Int]) {
      self.members = members
    }
  }

  @usableFromInline let reader: CaseTag
  /// The known gate that all reducers share; `nil` if there is none.
  @usableFromInline let commonGate: CaseGate?
  /// One row for each tag, stored when it is first needed and every gate has a definite answer for the tag.
  @usableFromInline let rows: Rows
  private let gates: [CaseGate?]

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

  /// `@unchecked Sendable` because the pointer is constant and the references in its memory are atomic.
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

    /// Stores a row if the tag has none, and returns the stored row.
    func store(_ row: Row, _ tag: UInt32) -> Row {
      guard tag < count else { return row }
      return base[Int(tag)].storeIfNil(row)
    }
  }
}
