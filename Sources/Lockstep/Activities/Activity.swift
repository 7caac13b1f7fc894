// SPDX-License-Identifier: MIT

/// The state of work that a feature does: whether it runs, and how it failed.
///
/// ```swift
/// struct EditorState: Equatable {
///   var draft = ""
///   var saving = Activity<SaveError>.idle
/// }
///
/// enum EditorAction: Equatable {
///   case saveButtonTapped
///   case saving(ActivityAction<SaveError>)
/// }
///
/// let editorReducer = Reducer<EditorState, EditorAction, EditorEnvironment> {
///   state, action, environment in
///   switch action {
///   case .saveButtonTapped:
///     let draft = state.draft
///     return .activity(/EditorAction.saving) { () async throws(SaveError) in
///       try await environment.save(draft)
///     }
///   case .saving:
///     return .none
///   }
/// }
/// .activity(\.saving, action: /EditorAction.saving)
/// ```
///
/// The state is `.running` as soon as the reducer has returned the effect, without an action of its own, and the end of
/// the work is an action, so that tests and recordings contain it.
public enum Activity<Failure: Error> {
  /// The work has not been started, has finished, or was cancelled.
  case idle

  /// The work is being done.
  case running

  /// The work has failed.
  case failed(Failure)

  /// A Boolean value that indicates whether the work is being done.
  public var isRunning: Bool { if case .running = self { true } else { false } }

  /// The failure of the work; `nil` if it has not failed.
  public var failure: Failure? { if case .failed(let failure) = self { failure } else { nil } }
}

extension Activity: Sendable {}
extension Activity: Equatable where Failure: Equatable {}
extension Activity: Hashable where Failure: Hashable {}

/// An event of an ``Activity``.
public enum ActivityAction<Failure: Error>: Sendable {
  /// The work has been started later than the reducer has returned it: behind another effect, or after waiting in a queue.
  case started

  /// The work has ended without a failure.
  case finished

  /// The work has failed.
  case failed(Failure)

  /// The work was cancelled later than the reducer has asked for that: behind another effect.
  case cancelled
}

extension ActivityAction: Equatable where Failure: Equatable {}
extension ActivityAction: Hashable where Failure: Hashable {}
