// SPDX-License-Identifier: MIT

/// Copy-on-write rows that count how many rows are copied and compared.
struct CountedRows: Equatable {
  /// The operations on the rows of all copies.
  final class Counts {
    var copied = 0
    var compared = 0
  }

  private final class Storage {
    var rows: [Int]

    init(_ rows: [Int]) {
      self.rows = rows
    }
  }

  let counts = Counts()
  private var storage: Storage

  init(count: Int) {
    storage = Storage(Array(repeating: 0, count: count))
  }

  subscript(index: Int) -> Int {
    get { storage.rows[index] }
    set {
      if isKnownUniquelyReferenced(&storage) == false {
        counts.copied += storage.rows.count
        storage = Storage(storage.rows)
      }
      storage.rows[index] = newValue
    }
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.storage !== rhs.storage else { return true }
    lhs.counts.compared += lhs.storage.rows.count
    return lhs.storage.rows == rhs.storage.rows
  }
}
