// SPDX-License-Identifier: MIT

extension AnyCancellable {
  /// Adds this to a set that keeps it, and so what it would end.
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

  /// Adds this to a collection, such as an array, that keeps it, and so what it would end.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }
}

extension AnyCancellable: Hashable {
  /// Whether both are the same instance.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
    lhs === rhs
  }

  /// Hashes which instance it is.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
