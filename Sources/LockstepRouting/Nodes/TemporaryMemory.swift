// SPDX-License-Identifier: MIT

/// Calls a closure with uninitialized memory for one value, whose size may be zero.
@inline(__always)
func withTemporaryMemory<Result, Failure: Error>(
  byteCount: Int,
  alignment: Int,
  _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafeTemporaryAllocation(byteCount: max(byteCount, 1), alignment: alignment) {
    buffer throws(Failure) in
    guard let memory = buffer.baseAddress else {
      preconditionFailure("A buffer that is not empty has an address.")
    }
    return try body(memory)
  }
}
