// SPDX-License-Identifier: MIT

internal import LockstepBase

/// A conversion between two types of values, in both directions.
///
/// The parts of a route use conversions between text and values. A route uses a conversion between the values of its
/// parts and a case or a struct. The library provides conversions as static members, such as `.int`, `.uuid`,
/// `.case(_:)` and `.memberwise(_:_:)`. Create any other conversion from two closures:
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
/// For every value that a conversion reads, it must print an input that it reads as the same value. The laws of the
/// router depend on this.
public struct Conversion<Input, Output>: Sendable {
  @usableFromInline let apply: @Sendable (Input) throws -> Output
  @usableFromInline let unapply: @Sendable (Output) throws -> Input?
  @usableFromInline let facts: ConversionFacts
  let raw: RawConversion

  /// Creates a conversion from two closures.
  ///
  /// - Parameters:
  ///   - expected: The expected form of an input, for error messages: `"an integer"`.
  ///   - apply: Converts an input to an output. Throws if the input is not valid. The kind and the reason of a
  ///     ``RoutingError`` are kept. Any other error becomes a bad request with its description.
  ///   - unapply: Converts an output back to an input. Returns `nil` if the value belongs to another conversion, such
  ///     as another case, so that the router prints the next alternative. Throws if the value belongs to this
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

  /// Returns a conversion that applies this conversion, and then another conversion to its output.
  ///
  /// ```swift
  /// Field("page", .int.map(.memberwise(PageNumber.init) { $0.value }))
  ///
  /// Body(.json(NewUser.self).map(.memberwise(User.init(new:)) { $0.new }))
  /// ```
  ///
  /// - Parameter next: The conversion of the output.
  /// - Returns: A conversion to the output of `next`.
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

  /// Returns a conversion in the opposite direction.
  ///
  /// Use an inverted conversion if the parts of a route yield a struct but the route needs its properties, for example
  /// for a body with one field:
  ///
  /// ```swift
  /// Route(.case(NoteRoute.rename)) {
  ///   Path { Parameter("id", .int) }
  ///   Body(.json(Title.self).map(.inverted(.memberwise(Title.init(text:)) { $0.text })))
  /// }
  /// ```
  ///
  /// Several properties form one value, a tuple. If `conversion` cannot take an input apart, for example because the
  /// input is another case, the router throws a bad request error.
  ///
  /// - Parameter conversion: The conversion in the other direction.
  /// - Returns: A conversion from the output of `conversion` to its input.
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

  var described: ValueDescription {
    ValueDescription(
      type: facts.literal == nil ? String(describing: Output.self) : "String",
      expected: facts.expected ?? "a valid \(Output.self)",
      schema: facts.schema ?? ValueSchema(),
      literal: facts.literal
    )
  }

  /// Returns whether the conversion would read an input, without running custom conversions.
  func verdict(on input: Input) -> Verdict {
    switch facts.certainty {
    case .total: .accepts
    case .checkable: (try? apply(input)) == nil ? .rejects : .accepts
    case .unknown: .unknown
    }
  }
}

@usableFromInline
struct ConversionFacts: Sendable {
  var expected: String?
  var mediaType: String?
  var schema: ValueSchema?
  var certainty = Certainty.unknown
  var literal: String?
  var enumCase: CaseTag?
  var caseName: String?

  enum Certainty: Int, Comparable, Sendable {
    case total
    /// Applying the conversion shows whether it reads an input, at no cost but time.
    case checkable
    /// The conversion is custom and runs only if necessary.
    case unknown

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}

extension ConversionFacts {
  @usableFromInline
  init(expected: String?) {
    self.expected = expected
  }

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

/// The two directions of a conversion on untyped memory.
///
/// The types are known where the conversion is created, so an optimized build specializes these closures. Where the
/// conversion runs, the types are unknown, and each step would have to look them up.
@usableFromInline
struct RawConversion: Sendable {
  typealias Destroy = @Sendable (UnsafeMutableRawPointer) -> Void

  let apply: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void

  /// Reads the output and initializes the input, or returns `false` if the value belongs to another conversion.
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
  @inlinable
  @Sendable
  func requiredText(of output: Output) throws -> String {
    guard let text = try unapply(output) else {
      throw RoutingError.unprintable("the conversion's 'unapply' returned 'nil'")
    }
    return text
  }
}

@usableFromInline
struct InvalidInput: Error {
  @usableFromInline
  init() {}
}
