// SPDX-License-Identifier: MIT

public import LockstepBase

extension Conversion {
  /// Converts a payload to and from a case of an enum, given by its constructor.
  ///
  /// ```swift
  /// Route(.case(SiteRoute.user)) {
  ///   Path { Parameter("id", .int) }
  /// }
  /// ```
  ///
  /// - Parameter embed: Wraps the payload in the case.
  /// - Returns: A conversion of the payload.
  @inlinable
  public static func `case`(_ embed: @escaping @Sendable (Input) -> Output) -> Self {
    .case(/embed)
  }

  /// Converts a payload to and from a case of an enum, given by its case path.
  ///
  /// ```swift
  /// Route(.case(/SiteRoute.user)) {
  ///   Path { Parameter("id", .int) }
  /// }
  /// ```
  ///
  /// - Parameter path: The path to the payload.
  /// - Returns: A conversion of the payload.
  @inlinable
  public static func `case`(_ path: CasePath<Output, Input>) -> Self {
    Self(
      ConversionFacts(path),
      apply: { path.embed($0) },
      unapply: { path.extract(from: $0) }
    )
  }

  /// Converts a tuple to and from a struct, by its initializer and its properties in the same order.
  ///
  /// ```swift
  /// Route(.memberwise(Page.init) { ($0.number, $0.size) }) {
  ///   Query {
  ///     Field("page", .int)
  ///     Field("size", .int)
  ///   }
  /// }
  /// ```
  ///
  /// The output is the struct that the initializer returns, so that a chain of conversions can begin here. The `Output` of
  /// the type before the dot makes no difference.
  ///
  /// - Parameters:
  ///   - make: Makes the struct.
  ///   - properties: Returns the values that were passed to the initializer.
  /// - Returns: A conversion of the tuple of properties.
  @inlinable
  public static func memberwise<Structure>(
    _ make: @escaping @Sendable (Input) -> Structure,
    _ properties: @escaping @Sendable (Structure) -> Input
  ) -> Conversion<Input, Structure> {
    Conversion<Input, Structure>(ConversionFacts.structure, apply: make, unapply: properties)
  }
}

extension Conversion where Input == Void, Output: Equatable & Sendable {
  /// Converts `Void` to and from a case of an enum that has no payload, or any other constant.
  ///
  /// ```swift
  /// Route(.case(SiteRoute.home))
  /// ```
  ///
  /// - Parameter value: The one value of the route.
  /// - Returns: A conversion of `Void`.
  @inlinable
  public static func `case`(_ value: Output) -> Self {
    Self(
      ConversionFacts(constant: value),
      apply: { value },
      unapply: { $0 == value ? () : nil }
    )
  }
}

extension ConversionFacts {
  /// Creates the facts about a conversion to a case.
  @usableFromInline
  init<Root, Value>(_ path: CasePath<Root, Value>) {
    certainty = .total
    enumCase = path.tagTest
    caseName = path.caseName
  }

  /// Creates the facts about a conversion to a constant.
  @usableFromInline
  init<Value: Sendable>(constant value: Value) {
    certainty = .total
    guard Mirror(reflecting: value).displayStyle == .enum else { return }
    enumCase = CaseTag(of: value)
    caseName = RouteDescription.caseName(of: value)
  }

  /// The facts about a conversion to a struct.
  @usableFromInline
  static var structure: Self { Self(certainty: .total) }
}

extension CasePath {
  /// The name of the case that the path leads to, if it is known.
  fileprivate var caseName: String? {
    let text = description
    guard text.hasPrefix("/"), let dot = text.lastIndex(of: ".") else { return nil }
    return String(text[text.index(after: dot)...])
  }
}
