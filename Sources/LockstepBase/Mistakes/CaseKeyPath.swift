// SPDX-License-Identifier: MIT

/// The root and the components of a key path to a case, such as `\.child`.
///
/// Overloads with such a key path are unavailable, so that the compiler suggests a ``CasePath``.
@available(*, unavailable, message: "Write a case path: '/AppAction.child'.")
@dynamicMemberLookup
public struct CaseKeyPath {
  /// The component of a case.
  public subscript(dynamicMember name: String) -> CaseKeyPath { self }

  /// The component of a list element.
  public subscript<ID>(id id: ID) -> CaseKeyPath { self }
}
