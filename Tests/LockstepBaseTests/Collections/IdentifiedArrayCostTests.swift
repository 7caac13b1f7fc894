// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTestSupport
import Synchronization
import Testing

/// An element that is expensive to copy.
private struct Album: Identifiable, Sendable {
  let id: Int
  var photos: [Int]

  /// The address of the photos in memory.
  var address: UInt { photos.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}

/// A key that counts how often it is hashed.
private struct CountingKey: Hashable, Sendable {
  static let counter = Mutex<[Int: Int]>([:])

  let value: Int
  /// Identifies the test whose count the key increases.
  let account: Int

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.value == rhs.value
  }

  func hash(into hasher: inout Hasher) {
    Self.counter.withLock { $0[account, default: 0] += 1 }
    hasher.combine(value)
  }
}

private struct CountingRow: Identifiable {
  let id: CountingKey
  var value = 0
}

@Suite struct IdentifiedArrayCostTests {
  private func albums() -> IdentifiedArrayOf<Album> {
    IdentifiedArray((0..<3).map { Album(id: $0, photos: Array(repeating: $0, count: 1_000_000)) })
  }

  private func address(_ albums: IdentifiedArrayOf<Album>) -> UInt {
    albums.elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  /// Returns whether the rows and their photos keep their addresses in memory after a change.
  private func staysInPlace(_ change: (inout IdentifiedArrayOf<Album>) -> Void) -> Bool {
    var albums = albums()
    let before = (address(albums), albums.map(\.address))
    change(&albums)
    #expect(albums[1].photos[999_999] == 7)
    #expect(albums.isConsistent)
    return (address(albums), albums.map(\.address)) == before
  }

  @Test func `an element is changed in place`() {
    #expect(staysInPlace { $0.modify(id: 1) { $0.photos[999_999] = 7 } })
    #expect(staysInPlace { $0[id: 1]?.photos[999_999] = 7 })
  }

  @Test func `an element is changed in place through the subscript of a function argument`() {
    func change(_ album: inout Album?) { album?.photos[999_999] = 7 }
    #expect(staysInPlace { change(&$0[id: 1]) })
  }

  @Test func `a change that throws leaves the element in place`() {
    func change(_ album: inout Album?) throws {
      album?.photos[999_999] = 7
      throw Problem()
    }
    #expect(staysInPlace { albums in try? change(&albums[id: 1]) })
    #expect(
      staysInPlace { albums in
        _ = try? albums.modify(id: 1) { album throws(Problem) in
          album.photos[999_999] = 7
          throw Problem()
        }
      }
    )
  }

  @Test func `a copy is not changed`() {
    let first = albums()
    var second = first
    second.modify(id: 1) { $0.photos[0] = 7 }
    second[id: 2]?.photos[0] = 7
    second.remove(id: 0)
    #expect(first.map { $0.photos[0] } == [0, 1, 2])
    #expect(second.map { $0.photos[0] } == [7, 7])
    #expect(first.isConsistent && second.isConsistent)
    // Copies share photos that have not changed.
    let third = first
    #expect(third.map(\.address) == first.map(\.address))
  }

  @Test func `reordering does not copy the elements`() {
    var generator = SplitMix64(seed: 1)
    let changes: [(inout IdentifiedArrayOf<Album>) -> Void] = [
      { $0.swapAt(0, 2) },
      { $0.sort { $0.id > $1.id } },
      { $0.reverse() },
      { $0.shuffle(using: &generator) },
      { _ = $0.partition { $0.id == 0 } },
      { $0.move(fromOffsets: [0], toOffset: 3) },
      { $0[0..<2].reverse() },
      { $0[1..<3].sort { $0.id > $1.id } },
    ]
    for change in changes {
      var albums = albums()
      let before = (address(albums), albums.map(\.address))
      while albums.map(\.id) == [0, 1, 2] { change(&albums) }
      #expect(address(albums) == before.0)
      #expect(albums.map(\.address) == albums.map { before.1[$0.id] })
      #expect(albums.isConsistent)
    }
  }

  // MARK: Hashing

  /// Counts how often `body` hashes ids of an array with `size` elements.
  private func hashes(
    size: Int,
    account: Int,
    _ body: (inout IdentifiedArrayOf<CountingRow>, (Int) -> CountingKey) -> Void
  ) -> Int {
    let key = { (value: Int) in CountingKey(value: value, account: account) }
    var rows = IdentifiedArrayOf<CountingRow>()
    rows.append(contentsOf: (0..<size).map { CountingRow(id: key($0)) })
    CountingKey.counter.withLock { $0[account] = 0 }
    body(&rows, key)
    return CountingKey.counter.withLock { $0[account] ?? 0 }
  }

  @Test(arguments: [10, 1_000, 30_000])
  func `work by id does not grow with the number of elements`(size: Int) {
    let middle = size / 2
    let counts = [
      hashes(size: size, account: size) { rows, key in _ = rows[id: key(middle)] },
      hashes(size: size, account: size) { rows, key in _ = rows.index(id: key(middle)) },
      hashes(size: size, account: size) { rows, key in rows.modify(id: key(middle)) { $0.value = 1 }
      },
      hashes(size: size, account: size) { rows, key in rows[id: key(middle)]?.value = 1 },
    ]
    #expect(counts == [1, 1, 1, 1])
    // Removing a key from a hash table rehashes the keys next to it.
    let last = hashes(size: size, account: size) { rows, key in rows.remove(id: key(size - 1)) }
    #expect((2...100).contains(last))
  }

  @Test(arguments: [10, 1_000])
  func `removing an element does not hash all other elements`(size: Int) {
    let first = hashes(size: size, account: -size) { rows, key in rows.remove(id: key(0)) }
    #expect((1...100).contains(first))
    let half = hashes(size: size, account: -size) { rows, _ in
      rows.removeAll { $0.id.value % 2 == 0 }
    }
    #expect((size / 2...size * 2 + 100).contains(half))
  }

  @Test(arguments: [10, 1_000])
  func `only reordering by swaps hashes elements`(size: Int) {
    var generator = SplitMix64(seed: 1)
    let account = 100_000 + size
    let changes: [(inout IdentifiedArrayOf<CountingRow>) -> Void] = [
      { $0.swapAt(0, size - 1) },
      { $0.sort { $0.id.value > $1.id.value } },
      { $0.reverse() },
      { _ = $0.partition { $0.id.value % 2 == 0 } },
      { $0.move(fromOffsets: [0], toOffset: size) },
    ]
    let counts = changes.map { change in
      hashes(size: size, account: account) { rows, _ in change(&rows) }
    }
    #expect(counts == [2, 0, 0, 0, 0])
    let shuffled = hashes(size: size, account: account) { rows, _ in
      rows.shuffle(using: &generator)
    }
    #expect((1...2 * size).contains(shuffled))
  }
}
