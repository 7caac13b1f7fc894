// SPDX-License-Identifier: MIT

/// A scheduler value that wraps the object that runs its work.
protocol SchedulerAround {
  /// The wrapped object's identity; `nil` if the scheduler is indistinguishable from others of its type.
  var identity: ObjectIdentifier? { get }
}

func identity(of scheduler: some Scheduler) -> ObjectIdentifier? {
  if let scheduler = scheduler as? any SchedulerAround { return scheduler.identity }
  return type(of: scheduler) is AnyObject.Type ? ObjectIdentifier(scheduler as AnyObject) : nil
}
