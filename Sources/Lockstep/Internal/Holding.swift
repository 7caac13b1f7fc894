// SPDX-License-Identifier: MIT

/// Holds an object while a body runs, although nobody else may.
///
/// Who calls a method in Swift holds the object until the call returns. The Swift runtime does not when it
/// enqueues a job, and neither does code in C: there the method begins with this. A constant, or
/// `withExtendedLifetime`, would hold nothing, because the compiler takes the caller to do so.
///
/// - Parameters:
///   - object: The object whose method is called.
///   - body: What the method does.
/// - Returns: What the body returns.
package func holding<Result>(_ object: some AnyObject, _ body: () -> Result) -> Result {
  let hold = Unmanaged.passRetained(object)
  defer { hold.release() }
  return body()
}
