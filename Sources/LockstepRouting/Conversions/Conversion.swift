// SPDX-License-Identifier: MIT

internal import Lockstep

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
  let facts: ConversionFacts

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
    self.init(ConversionFacts(expected: expected), apply: apply, unapply: unapply)
  }

  init(
    _ facts: ConversionFacts,
    apply: @escaping @Sendable (Input) throws -> Output,
    unapply: @escaping @Sendable (Output) throws -> Input?
  ) {
    self.apply = apply
    self.unapply = unapply
    self.facts = facts
  }

  /// This conversion, then another on what it makes.
  ///
  /// - Parameter next: Converts the output further.
  /// - Returns: A conversion to what the other one makes.
  public func map<NewOutput>(
    _ next: Conversion<Output, NewOutput>
  ) -> Conversion<Input, NewOutput> {
    var facts = next.facts
    facts.expected = next.facts.expected ?? self.facts.expected
    facts.mediaType = self.facts.mediaType
    facts.schema = next.facts.schema ?? self.facts.schema
    facts.certainty = max(self.facts.certainty, next.facts.certainty)
    return Conversion<Input, NewOutput>(
      facts,
      apply: { try next.apply(apply($0)) },
      unapply: { try next.unapply($0).flatMap(unapply) }
    )
  }

  /// The type made and the form of the input.
  var described: ValueDescription {
    ValueDescription(
      type: String(describing: Output.self),
      expected: facts.expected ?? "a valid \(Output.self)",
      schema: facts.schema ?? ValueSchema()
    )
  }

  /// Whether an input would be read, as far as that is known without running a user's conversion.
  func verdict(on input: Input) -> Verdict {
    switch facts.certainty {
    case .total: .accepts
    case .checkable: (try? apply(input)) == nil ? .rejects : .accepts
    case .unknown: .unknown
    }
  }
}

/// What is known of a conversion beside its two directions.
struct ConversionFacts: Sendable {
  var expected: String?
  var mediaType: String?
  var schema: ValueSchema?
  var certainty = Certainty.unknown
  var enumCase: EnumCase?
  /// The name of the case, if the output is always in one.
  var caseName: String?

  /// Which inputs are read, with the least certain last.
  enum Certainty: Int, Comparable, Sendable {
    /// All.
    case total
    /// Those that are when it is tried; that costs nothing but time.
    case checkable
    /// The conversion is a user's and only runs when it has to.
    case unknown

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
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
}

/// The input is not valid, and there is nothing to say beyond what was expected and found.
struct InvalidInput: Error {}
