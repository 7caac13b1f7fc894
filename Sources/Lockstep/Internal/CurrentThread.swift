// SPDX-License-Identifier: MIT

internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Returns a number that distinguishes the current thread from all others and is never zero.
func currentThread() -> UInt {
  number(pthread_self())
}

/// Whether the caller is in a block of the main queue, which runs what is isolated to the main actor.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) != nil }

private let mainQueueKey = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()

/// Lets another thread run.
func yieldThread() {
  sched_yield()
}

// The type that identifies a thread differs from platform to platform.

private func number(_ thread: UInt) -> UInt { thread }

private func number(_ thread: OpaquePointer) -> UInt { UInt(bitPattern: thread) }

private func number<Thread>(_ thread: UnsafeMutablePointer<Thread>) -> UInt {
  UInt(bitPattern: thread)
}

/// A pointer that each thread has for itself.
struct ThreadPointer: Sendable {
  private let key: pthread_key_t

  #if canImport(Darwin)
  typealias Release = @convention(c) (UnsafeMutableRawPointer) -> Void
  #else
  typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
  #endif

  /// - Parameter release: Called with the pointer of a thread that ends, unless it is `nil`.
  init(_ release: @escaping Release) {
    var key = pthread_key_t()
    pthread_key_create(&key, release)
    self.key = key
  }

  var value: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
