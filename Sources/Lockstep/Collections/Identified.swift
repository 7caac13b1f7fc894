// SPDX-License-Identifier: MIT

/// A value with an id, where the value has none of its own.
///
/// ```swift
/// struct Selection: Equatable {
///   var counter: Identified<Row.ID, Counter?>?
/// }
///
/// var selection = Selection(counter: Identified(nil, id: row.id))
/// selection.counter?.value = Counter(count: 7)
/// ```
///
/// The properties of the value are read and set as those of the whole:
///
/// ```swift
/// var song = Identified(Song(title: "Blob"), id: 1)
/// song.title = "Blob, Jr."
/// ```
///
/// Values from elsewhere become the elements of an ``IdentifiedArray`` with it. Where one of the value's
/// own properties tells it from others, the array does without: see ``IdentifiedArray/init(_:id:)``.
///
/// Isolation: a value, as `Sendable` as its id and its value.
///
/// Complexity: O(1), besides that of the id and of the value where they are compared or coded.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// What tells the value from others.
  public let id: ID

  /// The value.
  public var value: Value

  /// Gives a value an id.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: What tells it from others.
  @inlinable
  @_disfavoredOverload  // So that a key path is the property that it leads to.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Gives a value one of its properties for an id, as the property is now.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The property.
  @inlinable
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A property of the value.
  @inlinable
  public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property {
    value[keyPath: property]
  }

  /// A property of the value that can be set.
  @inlinable
  public subscript<Property>(
    dynamicMember property: WritableKeyPath<Value, Property>
  ) -> Property {
    get { value[keyPath: property] }
    _modify { yield &value[keyPath: property] }
  }
}

extension Identified: Sendable where ID: Sendable, Value: Sendable {}

extension Identified: Equatable where Value: Equatable {}

extension Identified: Hashable where Value: Hashable {}

extension Identified: Encodable where ID: Encodable, Value: Encodable {}

extension Identified: Decodable where ID: Decodable, Value: Decodable {}
