// SPDX-License-Identifier: MIT

/// The actions of a feature that sends outputs to its parents.
///
/// ```swift
/// enum RoundTimer {
///   enum Action: FeatureAction, Equatable {
///     case startButtonTapped
///     case ticked
///
///     enum Output: Equatable {
///       case finished(rounds: Int)
///     }
///   }
/// }
/// ```
///
/// A feature returns an output with ``Effect/output(_:fileID:filePath:line:column:)``. A parent at any level handles it
/// with ``Reducer/onOutput(of:perform:)`` in the same turn. An output is not an action: the store does not queue it,
/// and the features in between do not forward it.
public protocol FeatureAction: Sendable {
  /// The outputs of the feature.
  associatedtype Output: Sendable
}

extension Effect where Output: FeatureAction, Failure == Never {
  /// Returns an effect that sends an output to the parents of a feature in the current turn.
  ///
  /// ```swift
  /// case .ticked:
  ///   state.rounds += 1
  ///   return state.rounds == 3 ? .output(.finished(rounds: 3)) : .none
  /// ```
  ///
  /// Return the effect by itself or merged with other effects. The closest parent with
  /// ``Reducer/onOutput(of:perform:)`` handles the output. Within another operator, such as `concatenate`, the output
  /// would arrive after the turn, when no parent can handle it, so the store reports it instead. To send an output
  /// after an effect, let the effect send an action whose reducer returns the output.
  ///
  /// A live store reports an output that no parent handles. In a test store, the test must assert it.
  ///
  /// - Parameters:
  ///   - value: The output.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The effect, which sends no actions.
  public static func output(
    _ value: Output.Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(OutputNode(SentOutput(.output(value), by: Output.self, location)))
  }
}

extension Effect where Failure == Never {
  /// An effect that asks the closest presentation or stack to dismiss a feature.
  ///
  /// ```swift
  /// case .cancelButtonTapped:
  ///   return .dismiss
  /// ```
  ///
  /// The request becomes an action of the parent: ``PresentationAction/dismiss`` or ``StackAction/popFrom(id:)``. This
  /// action waits until the store has processed all actions already sent by effects of this turn and of earlier turns,
  /// so those actions still find the state. Then the parent removes the state, which cancels the feature's effects. If
  /// the state, or the state of any of its parents, is removed or replaced first, the request does nothing.
  ///
  /// The store discards values that the feature's running effects send after the request. If the reducer returns
  /// `Effect(value:)` after the request, the store reports an action for missing state.
  ///
  /// To dismiss after another effect, write `.concatenate(save, .dismiss)`.
  ///
  /// If no presentation or stack can handle the request, a live store reports it. In a test store, the test must assert
  /// it.
  public static var dismiss: Self {
    Self(OutputNode(SentOutput(.dismiss, by: Output.self, nil)))
  }
}
