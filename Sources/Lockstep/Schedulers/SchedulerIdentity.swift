// SPDX-License-Identifier: MIT

/// A scheduler that is a value around the object that runs its work.
protocol SchedulerAround {
  /// The identity of that object; `nil` if the scheduler cannot be told from others of its type.
  var identity: ObjectIdentifier? { get }
}

/// Returns what distinguishes a scheduler from all others; `nil` if it cannot be told from others of its type.
func identity(of scheduler: some Scheduler) -> ObjectIdentifier? {
  if let scheduler = scheduler as? any SchedulerAround { return scheduler.identity }
  return type(of: scheduler) is AnyObject.Type ? ObjectIdentifier(scheduler as AnyObject) : nil
}
