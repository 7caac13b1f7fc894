// SPDX-License-Identifier: MIT

/// The state of saving: whether all changes are saved, and the problem that there is.
///
/// Isolation: any thread.
public struct Saving: Hashable, Sendable {
  /// Whether there are changes that are neither saved nor being saved.
  public var hasChanges: Bool

  /// Whether changes are being saved.
  public var isSaving: Bool

  /// The problem of loading, or of the last attempt to save; `nil` if there was none.
  public var problem: StorageError?

  /// Creates the state in which nothing has changed.
  ///
  /// - Parameter problem: The problem of loading.
  public init(problem: StorageError? = nil) {
    hasChanges = false
    isSaving = false
    self.problem = problem
  }

  /// Whether all changes are saved.
  public var isUpToDate: Bool { hasChanges == false && isSaving == false }
}

/// Something that happens while a value is saved.
///
/// Isolation: any thread.
public enum SavingAction: Hashable, Sendable {
  /// The changes are to be saved now.
  case save

  /// The changes have been saved.
  case saved

  /// The changes could not be saved.
  case failed(StorageError)
}
