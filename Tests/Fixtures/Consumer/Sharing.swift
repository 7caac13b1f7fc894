// SPDX-License-Identifier: MIT

// Features that share a value, with work, a subscription and a retry.

import Dispatch
import Lockstep

package nonisolated struct Studio: Equatable {
  package var booth = Booth()
  package var path: StackState<Track> = []
  package var takes: [Int] = []

  package init() {}
}

package nonisolated struct Booth: Equatable {
  package var error: SaveError?
  package var isOpen = false
  package var isSaving = false
  package var seconds = 0
}

package nonisolated struct SaveError: Error, Equatable {
  package init() {}
}

package nonisolated struct Track: Equatable, Sendable {
  package let index: Int

  package init(index: Int) {
    self.index = index
  }
}

package nonisolated enum StudioAction: Equatable, Sendable {
  case booth(BoothAction)
  case path(StackAction<Track, TrackAction>)
}

package nonisolated enum BoothAction: Equatable, Sendable {
  case recordTapped
  case saveTapped
  case saved
  case savingFailed(SaveError)
  case ticked
}

package nonisolated enum TrackAction: Equatable, Sendable {
  case louderTapped
  case removeTapped
}

package nonisolated struct StudioEnvironment: Sendable {
  package var clock: SchedulerOf<DispatchQueue>
  package var save: @Sendable ([Int]) async throws(SaveError) -> Void
  package var uuid = UUIDGenerator.failing

  package init(
    clock: SchedulerOf<DispatchQueue>,
    save: @escaping @Sendable ([Int]) async throws(SaveError) -> Void
  ) {
    self.clock = clock
    self.save = save
  }
}

extension Sharing where Local == Booth, Shared == [Int] {
  nonisolated fileprivate var openTake: Int? { local.isOpen ? shared.count : nil }
}

package nonisolated let boothReducer = Reducer<
  Sharing<Booth, [Int]>, BoothAction, StudioEnvironment
> { state, action, environment in
  switch action {
  case .recordTapped:
    state.isOpen.toggle()
    if state.isOpen { state.shared.append(1) }
    return .none
  case .saveTapped:
    let takes = state.shared
    state.error = nil
    state.isSaving = true
    return Effect<BoothAction, SaveError>.task { () async throws(SaveError) in
      try await environment.save(takes)
      return .saved
    }
    .catch { error in Effect(value: .savingFailed(error)) }
    .cancellable(id: "save", whenRunning: .ignoreNew)
  case .saved:
    state.isSaving = false
    return .none
  case .savingFailed(let error):
    state.error = error
    state.isSaving = false
    return .none
  case .ticked:
    state.seconds += 1
    return .none
  }
}
.subscription(to: \.openTake) { _, environment in
  Effect.timer(id: "seconds", every: 1, on: environment.clock).map { _ in .ticked }
}

package nonisolated let trackReducer = Reducer<
  Sharing<Track, [Int]>, TrackAction, StudioEnvironment
> { state, action, _ in
  switch action {
  case .louderTapped:
    state.shared[state.index] += 1
    return .none
  case .removeTapped:
    state.shared.remove(at: state.index)
    return .dismiss
  }
}

package nonisolated let studioReducer = Reducer<
  Studio, StudioAction, StudioEnvironment
>.combine(
  boothReducer.pullback(state: \.booth, sharing: \.takes, action: /StudioAction.booth),
  trackReducer.forEach(stack: \.path, sharing: \.takes, action: /StudioAction.path)
)

/// An effect that fails twice, and runs by a rule.
package nonisolated func patient(
  _ clock: SchedulerOf<DispatchQueue>,
  _ attempt: @escaping @Sendable () throws(SaveError) -> Int
) -> Effect<Int, SaveError> {
  Effect.task { () async throws(SaveError) in try attempt() }
    .retry(.exponential(attempts: 3, from: 1, jitter: 0), on: clock) { _ in true }
    .cancellable(id: 1, whenRunning: .queue)
}
