// SPDX-License-Identifier: MIT

/// Makes one value of another, and the other way around.
///
/// Parts of routes use conversions between text and values, routes those between the values of
/// their parts and a case or a struct. The library's own are static members: ``int``, ``uuid``,
/// `.case(_:)`, `.memberwise(_:_:)`, and so on; anything else is made of two closures:
///
/// ```swift
/// extension Conversion where Input == String, Output == Celsius {
///   static var celsius: Self {
///     Self(expected: "a temperature") { text in
///       guard let degrees = Double(text) else { throw RoutingError.badRequest("not a number") }
///       return Celsius(degrees)
///     } unapply: { celsius in
///       String(celsius.degrees)
///     }
///   }
/// }
/// ```
///
/// What a conversion makes of an input it must turn back into an input that it reads as the same
/// value; the laws of the router rest on it.
public struct Conversion<Input, Output>: Sendable {
  let apply: @Sendable (Input) throws -> Output
  let unapply: @Sendable (Output) throws -> Input?
  let expected: String?
  let mediaType: String?

  /// Creates a conversion from the two directions.
  ///
  /// - Parameters:
  ///   - expected: What an input has to be, for errors: `"an integer"`.
  ///   - apply: Makes the output; throws if the input is not valid. The kind and the reason of a
  ///     ``RoutingError`` are kept, any other error is a bad request with its description.
  ///   - unapply: Takes the output apart. Returns nil if this conversion is not meant (the value is
  ///     another case), so that the next alternative is printed; throws if it is meant but the value
  ///     cannot be printed.
  public init(
    expected: String? = nil,
    apply: @escaping @Sendable (Input) throws -> Output,
    unapply: @escaping @Sendable (Output) throws -> Input?
  ) {
    self.init(expected: expected, mediaType: nil, apply: apply, unapply: unapply)
  }

  init(
    expected: String?,
    mediaType: String?,
    apply: @escaping @Sendable (Input) throws -> Output,
    unapply: @escaping @Sendable (Output) throws -> Input?
  ) {
    self.apply = apply
    self.unapply = unapply
    self.expected = expected
    self.mediaType = mediaType
  }

  /// This conversion, then another on what it makes.
  ///
  /// - Parameter next: Converts the output further.
  /// - Returns: A conversion to what the other one makes.
  public func map<NewOutput>(
    _ next: Conversion<Output, NewOutput>
  ) -> Conversion<Input, NewOutput> {
    Conversion<Input, NewOutput>(
      expected: next.expected ?? expected,
      mediaType: mediaType,
      apply: { try next.apply(apply($0)) },
      unapply: { try next.unapply($0).flatMap(unapply) }
    )
  }

  /// The type made and the form of the input.
  var described: ValueDescription {
    ValueDescription(
      type: String(describing: Output.self),
      expected: expected ?? "a valid \(Output.self)"
    )
  }
}

extension Conversion {
  /// Applies the conversion and says where it failed.
  func apply(
    to input: Input,
    at part: RoutingError.Part?,
    found: String? = nil
  ) throws(RoutingError) -> Output {
    do {
      return try apply(input)
    } catch {
      throw RoutingError(
        .badRequest,
        wrapping: error,
        part: part,
        expected: part == nil ? nil : described.expected,
        found: found
      )
    }
  }

  /// Reverses the conversion and says where it failed.
  func unapply(
    to output: Output,
    at part: RoutingError.Part?
  ) throws(RoutingError) -> Input? {
    do {
      return try unapply(output)
    } catch {
      throw RoutingError(.unprintable, wrapping: error, part: part)
    }
  }
}

extension Conversion where Input == String {
  /// The text of a value that must have one.
  @Sendable
  func requiredText(of output: Output) throws -> String {
    guard let text = try unapply(output) else {
      throw RoutingError.unprintable("the value has no text")
    }
    return text
  }

  /// The text of a value that must have one, or where it is missing.
  func text(of output: Output, at part: RoutingError.Part) throws(RoutingError) -> String {
    do {
      return try requiredText(of: output)
    } catch {
      throw RoutingError(.unprintable, wrapping: error, part: part)
    }
  }
}

/// The input is not valid, and there is nothing to say beyond what was expected and found.
struct InvalidInput: Error {}
