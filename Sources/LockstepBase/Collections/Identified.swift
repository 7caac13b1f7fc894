// SPDX-License-Identifier: MIT

/// A value paired with an id, for values that have no id of their own.
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
/// You access the properties of the value directly:
///
/// ```swift
/// var song = Identified(Song(title: "Blob"), id: 1)
/// song.title = "Blob, Jr."
/// ```
///
/// Use `Identified` to store values that have no id in an ``IdentifiedArray``. If one of their properties identifies
/// them, the array does not need this type: see ``IdentifiedArray/init(_:id:)``.
///
/// Isolation: a value type, `Sendable` if its id and its value are.
///
/// Complexity: O(1), plus the cost of comparing or coding the id and the value.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The id of the value.
  public let id: ID

  /// The value.
  public var value: Value

  /// Creates a value with an id.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The id of the value.
  @inlinable
  @_disfavoredOverload  // A key path selects the other initializer.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Creates a value whose id is the current value of one of its properties.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The key path to the property.
  @inlinable
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A property of the value.
  @inlinable
  public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property {
    value[keyPath: property]
  }

  /// A writable property of the value.
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
