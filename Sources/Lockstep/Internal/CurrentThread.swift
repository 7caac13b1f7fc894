// SPDX-License-Identifier: MIT

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
