// SPDX-License-Identifier: MIT

internal import Synchronization

/// A scheduler that runs work of an effect.
struct LaneScheduler: Sendable {
  private let scheduler: any Scheduler & Sendable
  /// The operator that the work belongs to.
  private let description: EffectDescription

  init(_ scheduler: some Scheduler & Sendable, of description: EffectDescription) {
    self.scheduler = scheduler
    self.description = description
  }

  /// The identity of the scheduler; that of the operator, if its scheduler cannot be told from others.
  var id: ObjectIdentifier { identity(of: scheduler) ?? ObjectIdentifier(description) }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    scheduler.schedule(work)
  }
}

/// The work of one scheduler that has found a lane occupied.
struct ParkedWork: Sendable {
  let number: Int
  let schedulerID: ObjectIdentifier
  private let scheduler: LaneScheduler
  var jobs: [LaneJob]
  /// Whether a call of the scheduler is under way.
  var isCalled = false

  init(_ number: Int, of scheduler: LaneScheduler, _ id: ObjectIdentifier, _ job: LaneJob) {
    self.number = number
    self.scheduler = scheduler
    schedulerID = id
    jobs = [job]
  }

  /// Asks the scheduler for a call, in which the work is done if the lane is free.
  func call(_ lane: Lane) {
    let call = Call(lane, number)
    scheduler.schedule { call.arrive() }
  }

  private final class Call: Sendable {
    private let lane: Lane
    private let number: Int
    private let hasArrived = Atomic(false)

    init(_ lane: Lane, _ number: Int) {
      self.lane = lane
      self.number = number
    }

    func arrive() {
      hasArrived.store(true, ordering: .relaxed)
      lane.doParked(number)
    }

    /// A scheduler that drops its work, as a no-op scheduler does, makes no call.
    deinit {
      if hasArrived.load(ordering: .relaxed) == false { lane.dropParked(number) }
    }
  }
}
