// SPDX-License-Identifier: MIT

extension AnyCancellable {
  /// Adds this cancellable to a set.
  ///
  /// The set keeps the cancellable alive, so its work continues to run.
  ///
  /// ```swift
  /// var cancellables: Set<AnyCancellable> = []
  /// environment.messages()
  ///   .sink { print($0) }
  ///   .store(in: &cancellables)
  /// ```
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Adds this cancellable to a collection, such as an array.
  ///
  /// The collection keeps the cancellable alive, so its work continues to run.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }
}

extension AnyCancellable: Hashable {
  /// Returns whether both values are the same instance.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the instance.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
