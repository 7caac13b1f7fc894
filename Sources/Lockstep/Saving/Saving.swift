// SPDX-License-Identifier: MIT

/// The state of saving: whether all changes are saved, and the problem if there is one.
///
/// Isolation: any thread.
public struct Saving: Hashable, Sendable {
  /// A Boolean value that indicates whether there are changes that are neither saved nor being saved.
  public var hasChanges: Bool

  /// A Boolean value that indicates whether changes are being saved.
  public var isSaving: Bool

  /// The problem of loading, or of the last attempt to save; `nil` if there was none.
  ///
  /// A successful save sets it to `nil`, except for a problem that names data that was set aside or kept. Set that to `nil`
  /// when the user has seen it.
  public var problem: SavingError?

  /// The value that was last compared, at places that the store does not know.
  var compared = ComparedValue()

  /// Creates a state without changes.
  ///
  /// - Parameter problem: The problem of loading.
  public init(problem: SavingError? = nil) {
    hasChanges = false
    isSaving = false
    self.problem = problem
  }

  /// A Boolean value that indicates whether all changes are saved.
  public var isUpToDate: Bool { hasChanges == false && isSaving == false }
}

extension Saving: CustomReflectable {
  /// A mirror that shows what is compared.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["hasChanges": hasChanges, "isSaving": isSaving, "problem": problem as Any],
      displayStyle: .struct
    )
  }
}

/// A value that makes no difference to the state that it is a part of.
struct ComparedValue: Hashable, Sendable {
  var value: (any Sendable)?

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// An event of saving a value.
///
/// Isolation: any thread.
public enum SavingAction: Hashable, Sendable {
  /// A request to save the changes now.
  case save

  /// The changes have been saved.
  case saved

  /// The changes could not be saved, or they were saved beside those of another program
  /// (``SavingError/Kind/changedElsewhere(keptAs:)``).
  case failed(SavingError)
}
