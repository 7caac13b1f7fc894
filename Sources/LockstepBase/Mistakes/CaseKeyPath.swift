// SPDX-License-Identifier: MIT

/// The root and the parts of a key path to a case, such as `\.child`.
///
/// The methods that take a ``CasePath`` have unavailable overloads that take such a key path, so that the compiler says
/// what to write.
@available(*, unavailable, message: "Write a case path: '/AppAction.child'.")
@dynamicMemberLookup
public struct CaseKeyPath {
  /// Stands for a case.
  public subscript(dynamicMember name: String) -> CaseKeyPath { self }

  /// Stands for an element of a list.
  public subscript<ID>(id id: ID) -> CaseKeyPath { self }
}
