// SPDX-License-Identifier: MIT

internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Returns a nonzero number that distinguishes the current thread from all others.
func currentThread() -> UInt {
  number(pthread_self())
}

/// Whether the caller runs in a block of the main queue, which also runs the jobs of the main actor.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) != nil }

private let mainQueueKey = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()

func yieldThread() {
  sched_yield()
}

// The type that identifies a thread depends on the platform.

private func number(_ thread: UInt) -> UInt { thread }

private func number(_ thread: OpaquePointer) -> UInt { UInt(bitPattern: thread) }

private func number<Thread>(_ thread: UnsafeMutablePointer<Thread>) -> UInt {
  UInt(bitPattern: thread)
}

struct ThreadPointer: Sendable {
  private let key: pthread_key_t

  #if canImport(Darwin)
  typealias Release = @convention(c) (UnsafeMutableRawPointer) -> Void
  #else
  typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
  #endif

  /// - Parameter release: Called with the pointer of a thread that exits, unless the pointer is `nil`.
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
