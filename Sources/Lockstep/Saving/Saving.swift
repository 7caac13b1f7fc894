// SPDX-License-Identifier: MIT

/// The state of saving: whether all changes are saved, and the last problem.
///
/// Isolation: any thread.
public struct Saving: Hashable, Sendable {
  /// A Boolean value that indicates whether the value has unsaved changes that are not being saved.
  public var hasChanges: Bool

  /// A Boolean value that indicates whether changes are being saved.
  public var isSaving: Bool

  /// The problem of loading or of the last attempt to save; `nil` if none occurred.
  ///
  /// A successful save sets it to `nil`, unless it names kept data. Set it to `nil` after the user has seen that name.
  public var problem: SavingError?

  var compared = ComparedValue()

  /// Creates a saving state without changes.
  ///
  /// - Parameter problem: The problem that occurred while loading.
  public init(problem: SavingError? = nil) {
    hasChanges = false
    isSaving = false
    self.problem = problem
  }

  /// A Boolean value that indicates whether all changes are saved.
  public var isUpToDate: Bool { hasChanges == false && isSaving == false }
}

extension Saving: CustomReflectable {
  /// A mirror of the properties that equality compares.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["hasChanges": hasChanges, "isSaving": isSaving, "problem": problem as Any],
      displayStyle: .struct
    )
  }
}

/// A value that does not affect the equality of the state that contains it.
struct ComparedValue: Hashable, Sendable {
  var value: (any Sendable)?

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// An action that requests or reports saving.
///
/// Isolation: any thread.
public enum SavingAction: Hashable, Sendable {
  /// A request to save the changes now.
  case save

  /// The changes were saved.
  case saved

  /// Saving failed, or it kept another program's data (``SavingError/Kind/changedElsewhere(keptAs:)``).
  case failed(SavingError)
}
