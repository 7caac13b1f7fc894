// SPDX-License-Identifier: MIT

/// Retains an object while a closure runs.
///
/// A Swift caller retains the object whose method it calls until the call returns. C code and the Swift runtime, when
/// it enqueues a job, do not. Methods called from there begin with this function. A constant or `withExtendedLifetime`
/// has no effect, because the compiler assumes that the caller retains the object.
package func holding<Result>(_ object: some AnyObject, _ body: () -> Result) -> Result {
  let hold = Unmanaged.passRetained(object)
  defer { hold.release() }
  return body()
}
