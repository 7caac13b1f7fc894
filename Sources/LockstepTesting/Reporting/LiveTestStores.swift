// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// A test store that ``LiveTestStores`` checks when its test or the process ends.
protocol CheckedAtEnd: AnyObject {
  /// Reports the remaining actions and effects, unless the store was checked after its last step.
  ///
  /// Isolation: any thread, even while another thread uses the store.
  func end()
}

/// The live test stores.
///
/// A store checks for remaining actions and effects in its deinitializer. If a global or an XCTest case retains the
/// store beyond the test, this list lets the library check it anyway.
enum LiveTestStores {
  /// A live store with its test and location.
  ///
  /// `@unchecked` because a store is not `Sendable`. Only ``checkStores(ofTest:)`` uses the store, and it calls only
  /// ``CheckedAtEnd/end()``, which is safe on any thread, even while a leftover task uses the store.
  private struct Entry: @unchecked Sendable {
    weak var store: (any CheckedAtEnd)?
    var test: String?
    var location: CodeLocation
    var check: Check
  }

  private final class Check: Sendable {
    let isDone = Atomic(false)
  }

  private struct Entries {
    var lastNumber: UInt64 = 0
    var byNumber: [UInt64: Entry] = [:]

    var inOrder: [Entry] { byNumber.sorted { $0.key < $1.key }.map(\.value) }
  }

  private static let entries = Mutex(Entries())

  final class Listing: Sendable {
    private let number: UInt64
    private let check = Check()

    // Inlined, because otherwise the optimizer passes the store's type, which requires a metadata lookup in
    // unspecialized code.
    @inline(__always)
    init(_ store: any CheckedAtEnd, at location: CodeLocation) {
      let entry = Entry(
        store: store,
        test: RunningTest.current?.name,
        location: location,
        check: check
      )
      number = entries.withLock { entries in
        entries.lastNumber += 1
        entries.byNumber[entries.lastNumber] = entry
        return entries.lastNumber
      }
    }

    deinit {
      let entry = entries.withLock { $0.byNumber.removeValue(forKey: number) }
      // Released outside the lock, although it is only a weak reference.
      _ = entry
    }

    func noteCheck(_ isChecked: Bool) {
      check.isDone.store(isChecked, ordering: .sequentiallyConsistent)
    }
  }

  private static var unchecked: [Entry] {
    entries.withLock { $0.inOrder }
      .filter { $0.check.isDone.load(ordering: .sequentiallyConsistent) == false }
  }

  static func checkStores(ofTest name: String?) {
    for entry in unchecked where entry.test == name { entry.store?.end() }
  }

  static var complaints: [String] {
    unchecked.map { entry in
      """
      A test store is still alive at the end of all tests, so its remaining actions and effects were not checked: …

      Made\(entry.test.map { " in the test '\($0)'" } ?? " outside of any test"), at \(entry.location)

      Usual causes: it is held by a global or a static property, or by a task that the test has left \
      behind. Release it in the test, or end the test with 'finish()'.
      """
    }
  }
}
