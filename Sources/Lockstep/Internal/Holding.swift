// SPDX-License-Identifier: MIT

/// Holds an object while a body runs, even if nothing else does.
///
/// The caller of a method in Swift holds the object until the call returns. The Swift runtime does not when
/// it enqueues a job, and neither does C code: methods called from there begin with this function. A
/// constant, or `withExtendedLifetime`, would hold nothing, because the compiler assumes that the caller
/// does.
///
/// - Parameters:
///   - object: The object whose method is called.
///   - body: The work of the method.
/// - Returns: The result of the body.
package func holding<Result>(_ object: some AnyObject, _ body: () -> Result) -> Result {
  let hold = Unmanaged.passRetained(object)
  defer { hold.release() }
  return body()
}
