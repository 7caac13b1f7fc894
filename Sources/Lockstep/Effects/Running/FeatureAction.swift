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
/// The feature returns an output with ``Effect/output(_:fileID:filePath:line:column:)``, and any of its parents handles
/// it with ``Reducer/onOutput(of:perform:)``, in the same turn. An output is not an action: the store does not
/// queue it, and the features in between do not forward it.
public protocol FeatureAction: Sendable {
  /// The outputs of the feature.
  associatedtype Output: Sendable
}

extension Effect where Output: FeatureAction, Failure == Never {
  /// Returns an effect that sends an output to the parents of a feature, in this turn.
  ///
  /// ```swift
  /// case .ticked:
  ///   state.rounds += 1
  ///   return state.rounds == 3 ? .output(.finished(rounds: 3)) : .none
  /// ```
  ///
  /// Return it by itself or merged with other effects. The closest parent with ``Reducer/onOutput(of:perform:)``
  /// handles it. Within another operator, such as `concatenate`, it would be sent after the turn, when no parent can
  /// handle it: it is reported instead. To send an output after an effect, let the effect send an action whose reducer
  /// returns the output.
  ///
  /// A live store reports an output that no parent handles. In a test store, the test must assert it.
  ///
  /// - Parameters:
  ///   - value: The output.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The effect, which sends nothing.
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
  /// An effect that asks the closest presentation or stack around a feature to take the feature away.
  ///
  /// ```swift
  /// case .cancelButtonTapped:
  ///   return .dismiss
  /// ```
  ///
  /// It becomes the action of the parent that takes the state away: ``PresentationAction/dismiss`` or
  /// ``StackAction/popFrom(id:)``. This action waits for its turn behind everything that the effects of the turn and
  /// those before have sent, so all of that still finds the state there. Then the state goes, and the effects of the
  /// feature end. If the state, or anything around it, is removed or replaced before that, the request does nothing.
  ///
  /// What a running effect of the feature sends after the request is dropped. A reducer that returns `Effect(value:)`
  /// after it sends an action for a missing state, which is reported.
  ///
  /// It may stand behind something else: `.concatenate(save, .dismiss)`.
  ///
  /// A request for which there is no presentation or stack is reported by a live store, and has to be asserted in a
  /// test store.
  public static var dismiss: Self {
    Self(OutputNode(SentOutput(.dismiss, by: Output.self, nil)))
  }
}
