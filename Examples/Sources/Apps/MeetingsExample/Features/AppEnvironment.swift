// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Foundation
internal import Lockstep

/// The dependencies of all features.
///
/// A test overrides the ones that it needs.
struct AppEnvironment: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue> = .failing
  var uuid: UUIDGenerator = .failing
  var date: ValueProvider<Date> = .failing
  var storage: StorageClient = .failing
}
