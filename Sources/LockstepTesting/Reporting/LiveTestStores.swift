// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// A test store, as seen by the code that ensures that no store escapes its check.
protocol CheckedAtEnd: AnyObject {
  /// Reports what is left, unless that has already been done since the last step.
  ///
  /// Isolation: any thread, even while the store is used on another one.
  func end()
}

/// The test stores that are alive.
///
/// A store checks what is left when it is released. A store held by something that outlives the test, an
/// XCTest case or a global, is found here.
enum LiveTestStores {
  /// The known facts about a store.
  ///
  /// `@unchecked` because a store is not `Sendable`. It is used only by ``checkStores(ofTest:)``, which
  /// calls only ``CheckedAtEnd/end()``. That method may be called on any thread: a task that the test
  /// has left behind may still use the store.
  private struct Entry: @unchecked Sendable {
    weak var store: (any CheckedAtEnd)?
    var test: String?
    var location: CodeLocation
    var check: Check
  }

  /// Whether a store has been checked since its last step.
  private final class Check: Sendable {
    let isDone = Atomic(false)
  }

  private struct Entries {
    var lastNumber: UInt64 = 0
    var byNumber: [UInt64: Entry] = [:]

    var inOrder: [Entry] { byNumber.sorted { $0.key < $1.key }.map(\.value) }
  }

  private static let entries = Mutex(Entries())

  /// The listing of a store, for as long as the store is alive.
  final class Listing: Sendable {
    private let number: UInt64
    private let check = Check()

    // Inlined: otherwise the optimizer passes the type of the store, which unspecialized code looks up.
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

    /// Notes whether the store has been checked since its last step.
    func noteCheck(_ isChecked: Bool) {
      check.isDone.store(isChecked, ordering: .sequentiallyConsistent)
    }
  }

  private static var unchecked: [Entry] {
    entries.withLock { $0.inOrder }
      .filter { $0.check.isDone.load(ordering: .sequentiallyConsistent) == false }
  }

  /// Checks the stores that were made in a test that is about to end, or outside of any test.
  static func checkStores(ofTest name: String?) {
    for entry in unchecked where entry.test == name { entry.store?.end() }
  }

  /// The complaints about stores that have not been checked when the process ends.
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
