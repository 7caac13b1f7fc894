// SPDX-License-Identifier: MIT

public import Synchronization

/// A reference that is set once, by any thread.
///
/// An `AtomicLazyReference` is not compiled into the code that uses it: it would look up its metadata on each
/// load, which took half the time of a reducer of twenty, and the thread sanitizer would not see the ordering
/// that it establishes.
@usableFromInline
struct OnceReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let storage: Atomic<Unmanaged<Instance>?>

  init() {
    storage = Atomic(nil)
  }

  deinit {
    storage.load(ordering: .acquiring)?.release()
  }

  @inlinable
  func load() -> Instance? {
    storage.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Returns the instance that was there first.
  func storeIfNil(_ instance: Instance) -> Instance {
    let held = Unmanaged.passRetained(instance)
    let (isStored, former) = storage.compareExchange(
      expected: nil,
      desired: held,
      ordering: .acquiringAndReleasing
    )
    guard isStored == false, let former else { return instance }
    held.release()
    return former.takeUnretainedValue()
  }
}
