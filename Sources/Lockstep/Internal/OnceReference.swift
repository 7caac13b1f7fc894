// SPDX-License-Identifier: MIT

public import Synchronization

/// A reference that any thread can set, but only once.
///
/// This type replaces `AtomicLazyReference`, which the compiler does not specialize in client code: each load would
/// look up its metadata, which took half the time of a reducer of twenty, and the thread sanitizer would not see the
/// memory ordering.
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

  /// Stores an instance if none is stored, and returns the stored instance.
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
