// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

// The start of chains such as `.int.map(…)`. The member that a chain with a leading dot begins with is
// looked up in the type of the chain, so `int` must be a member of conversions to whatever type the
// chain produces. These would do for `.int` as well, but not for `Conversion.int`, where nothing tells
// the type that has the member: that is what the members with the same names on conversions to exactly
// their own type are for, which take precedence.

extension Conversion where Input == String {
  /// The text as it is, for a chain: `.string.map(…)`.
  @_disfavoredOverload
  public static var string: Conversion<String, String> { .string }

  /// An integer, for a chain: `.int.map(…)`.
  ///
  /// ```swift
  /// Field("page", .int.map(.memberwise(PageNumber.init) { $0.value }))
  /// ```
  @_disfavoredOverload
  public static var int: Conversion<String, Int> { .int }

  /// A finite number, for a chain: `.double.map(…)`.
  @_disfavoredOverload
  public static var double: Conversion<String, Double> { .double }

  /// `true` or `false`, for a chain: `.bool.map(…)`.
  @_disfavoredOverload
  public static var bool: Conversion<String, Bool> { .bool }

  /// A UUID, for a chain: `.uuid.map(…)`.
  @_disfavoredOverload
  public static var uuid: Conversion<String, UUID> { .uuid }

  /// Bytes in base64, for a chain: `.base64.map(…)`.
  @_disfavoredOverload
  public static var base64: Conversion<String, Data> { .base64 }

  /// Converts a value to and from its raw text, for a chain:
  /// `.rawRepresentable(as: Language.self).map(…)`.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  @_disfavoredOverload
  public static func rawRepresentable<Value: RawRepresentable<String> & SendableMetatype>(
    as type: Value.Type
  ) -> Conversion<String, Value> { .rawRepresentable(as: type) }
}

extension Conversion where Input == Data {
  /// The bytes as they are, for a chain: `.data.map(…)`.
  @_disfavoredOverload
  public static var data: Conversion<Data, Data> { .data }

  /// Converts a value to and from JSON, for a chain.
  ///
  /// ```swift
  /// Body(.json(NewUser.self).map(.memberwise(User.init(new:)) { $0.new }))
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: Reads the value.
  ///   - encoder: Prints the value; by default with sorted keys.
  /// - Returns: A conversion of the bytes.
  @_disfavoredOverload
  public static func json<Value: Codable & SendableMetatype>(
    _ type: Value.Type,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = .sortingKeys
  ) -> Conversion<Data, Value> { .json(type, decoder: decoder, encoder: encoder) }
}

extension Conversion {
  /// Converts a value to and from its raw value, for a chain:
  /// `.rawRepresentable(.int, as: Level.self).map(…)`.
  ///
  /// - Parameters:
  ///   - rawValue: Reads and prints the raw value.
  ///   - type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  @_disfavoredOverload
  public static func rawRepresentable<Value: RawRepresentable & SendableMetatype>(
    _ rawValue: Conversion<Input, Value.RawValue>,
    as type: Value.Type
  ) -> Conversion<Input, Value> { .rawRepresentable(rawValue, as: type) }

  /// Converts a tagged value to and from its raw value, for a chain:
  /// `.tagged(.uuid, as: User.ID.self).map(…)`.
  ///
  /// - Parameters:
  ///   - rawValue: Reads and prints the raw value.
  ///   - type: The type of the value.
  /// - Returns: A conversion to that type.
  @inlinable
  @_disfavoredOverload
  public static func tagged<Tag, RawValue>(
    _ rawValue: Conversion<Input, RawValue>,
    as type: Tagged<Tag, RawValue>.Type
  ) -> Conversion<Input, Tagged<Tag, RawValue>> { .tagged(rawValue, as: type) }

  /// Converts a struct to and from its properties, for a chain:
  /// `.memberwise(Page.init) { ($0.number, $0.size) }.map(…)`.
  ///
  /// - Parameters:
  ///   - make: Makes the struct.
  ///   - properties: Returns the values that were passed to the initializer.
  /// - Returns: A conversion of the tuple of properties.
  @inlinable
  @_disfavoredOverload
  public static func memberwise<Structure>(
    _ make: @escaping @Sendable (Input) -> Structure,
    _ properties: @escaping @Sendable (Structure) -> Input
  ) -> Conversion<Input, Structure> { .memberwise(make, properties) }
}
