// SPDX-License-Identifier: MIT

internal import LockstepBase

/// A conversion from one value to another, and back.
///
/// Parts of routes use conversions between text and values; routes use conversions between the values
/// of their parts and a case or a struct. The conversions of the library are static members: `.int`,
/// `.uuid`, `.case(_:)`, `.memberwise(_:_:)`, and so on; any other conversion is made from two
/// closures:
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
/// A conversion must turn what it makes from an input back into an input that it reads as the same
/// value; the laws of the router depend on this.
public struct Conversion<Input, Output>: Sendable {
  @usableFromInline let apply: @Sendable (Input) throws -> Output
  @usableFromInline let unapply: @Sendable (Output) throws -> Input?
  @usableFromInline let facts: ConversionFacts
  let raw: RawConversion

  /// Creates a conversion from the two directions.
  ///
  /// - Parameters:
  ///   - expected: The expected form of an input, for errors: `"an integer"`.
  ///   - apply: Makes the output; throws if the input is not valid. The kind and the reason of a
  ///     ``RoutingError`` are kept; any other error becomes a bad request with its description.
  ///   - unapply: Takes the output apart. Returns nil if the value is not meant for this conversion (it
  ///     is another case), so that the next alternative is printed; throws if it is meant for this
  ///     conversion but cannot be printed.
  @inlinable
  public init(
    expected: String? = nil,
    apply: @escaping @Sendable (Input) throws -> Output,
    unapply: @escaping @Sendable (Output) throws -> Input?
  ) {
    self.init(ConversionFacts(expected: expected), apply: apply, unapply: unapply)
  }

  @inlinable
  init(
    _ facts: ConversionFacts,
    apply: @escaping @Sendable (Input) throws -> Output,
    unapply: @escaping @Sendable (Output) throws -> Input?
  ) {
    self.init(
      facts,
      apply: apply,
      unapply: unapply,
      RawConversion(
        apply: { input, output in
          let value = try apply(input.assumingMemoryBound(to: Input.self).pointee)
          output.initializeMemory(as: Output.self, to: value)
        },
        unapply: { output, input in
          guard let value = try unapply(output.assumingMemoryBound(to: Output.self).pointee) else {
            return false
          }
          input.initializeMemory(as: Input.self, to: value)
          return true
        },
        destroyInput: { $0.assumingMemoryBound(to: Input.self).deinitialize(count: 1) },
        destroyOutput: { $0.assumingMemoryBound(to: Output.self).deinitialize(count: 1) }
      )
    )
  }

  @usableFromInline
  init(
    _ facts: ConversionFacts,
    apply: @escaping @Sendable (Input) throws -> Output,
    unapply: @escaping @Sendable (Output) throws -> Input?,
    _ raw: RawConversion
  ) {
    self.apply = apply
    self.unapply = unapply
    self.facts = facts
    self.raw = raw
  }

  /// Returns a conversion that applies this conversion, then another to its output.
  ///
  /// ```swift
  /// Field("page", .int.map(.memberwise(PageNumber.init) { $0.value }))
  ///
  /// Body(.json(NewUser.self).map(.memberwise(User.init(new:)) { $0.new }))
  /// ```
  ///
  /// - Parameter next: Converts the output further.
  /// - Returns: A conversion to the output of the other one.
  @inlinable
  public func map<NewOutput>(
    _ next: Conversion<Output, NewOutput>
  ) -> Conversion<Input, NewOutput> {
    Conversion<Input, NewOutput>(
      facts.followed(by: next.facts),
      apply: { try next.apply(apply($0)) },
      unapply: { try next.unapply($0).flatMap(unapply) }
    )
  }

  /// Returns a conversion the other way round.
  ///
  /// Use it where the parts of a route make a struct of which the route takes the properties, as in a body with one
  /// field:
  ///
  /// ```swift
  /// Route(.case(NoteRoute.rename)) {
  ///   Path { Parameter("id", .int) }
  ///   Body(.json(Title.self).map(.inverted(.memberwise(Title.init(text:)) { $0.text })))
  /// }
  /// ```
  ///
  /// Several properties are one value, a tuple. An input that the conversion does not take apart, such as another case,
  /// is a bad request.
  ///
  /// - Parameter conversion: The conversion in the other direction.
  /// - Returns: A conversion from the output of the other one to its input.
  @inlinable
  public static func inverted(_ conversion: Conversion<Output, Input>) -> Self {
    Self(
      apply: { input in
        guard let output = try conversion.unapply(input) else {
          throw RoutingError.badRequest("the conversion's 'unapply' returned 'nil'")
        }
        return output
      },
      unapply: { try conversion.apply($0) }
    )
  }

  /// The type of the output and the form of the input.
  var described: ValueDescription {
    ValueDescription(
      type: facts.literal == nil ? String(describing: Output.self) : "String",
      expected: facts.expected ?? "a valid \(Output.self)",
      schema: facts.schema ?? ValueSchema(),
      literal: facts.literal
    )
  }

  /// Returns whether an input would be read, as far as this is known without running a custom
  /// conversion.
  func verdict(on input: Input) -> Verdict {
    switch facts.certainty {
    case .total: .accepts
    case .checkable: (try? apply(input)) == nil ? .rejects : .accepts
    case .unknown: .unknown
    }
  }
}

/// The facts about a conversion besides its two directions.
@usableFromInline
struct ConversionFacts: Sendable {
  var expected: String?
  var mediaType: String?
  var schema: ValueSchema?
  var certainty = Certainty.unknown
  /// The one text that is read, if there is only one.
  var literal: String?
  var enumCase: CaseTag?
  /// The name of the case, if the output is always in the same one.
  var caseName: String?

  /// How certain it is which inputs are read, with the least certain last.
  enum Certainty: Int, Comparable, Sendable {
    /// All inputs are read.
    case total
    /// The inputs that are read can be found out by trying, which only costs time.
    case checkable
    /// The conversion is custom and runs only when necessary.
    case unknown

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}

extension ConversionFacts {
  /// Creates the facts about a custom conversion.
  @usableFromInline
  init(expected: String?) {
    self.expected = expected
  }

  /// Returns the facts about two conversions applied one after the other.
  @usableFromInline
  func followed(by next: Self) -> Self {
    var facts = next
    facts.expected = next.expected ?? expected
    facts.mediaType = mediaType
    facts.schema = next.schema ?? schema
    facts.certainty = max(certainty, next.certainty)
    return facts
  }
}

/// The two directions of a conversion on memory, with the types erased.
///
/// The types are known where the conversion is made, so an optimized build compiles these closures to
/// plain code; they are not known where the conversion runs, and each step would have to look them up.
@usableFromInline
struct RawConversion: Sendable {
  typealias Destroy = @Sendable (UnsafeMutableRawPointer) -> Void

  /// Reads the input and initializes the output.
  let apply: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void

  /// Reads the output and initializes the input; returns false if the value is not meant for the
  /// conversion.
  let unapply: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Bool

  let destroyInput: Destroy
  let destroyOutput: Destroy

  @usableFromInline
  init(
    apply: @escaping @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void,
    unapply: @escaping @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Bool,
    destroyInput: @escaping @Sendable (UnsafeMutableRawPointer) -> Void,
    destroyOutput: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    self.apply = apply
    self.unapply = unapply
    self.destroyInput = destroyInput
    self.destroyOutput = destroyOutput
  }
}

extension Conversion where Input == String {
  /// Returns the text of a value that must have one.
  @inlinable
  @Sendable
  func requiredText(of output: Output) throws -> String {
    guard let text = try unapply(output) else {
      throw RoutingError.unprintable("the conversion's 'unapply' returned 'nil'")
    }
    return text
  }
}

/// An error for an invalid input, with nothing to add to the expected and the found one.
@usableFromInline
struct InvalidInput: Error {
  @usableFromInline
  init() {}
}
