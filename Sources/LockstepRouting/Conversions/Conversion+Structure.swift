// SPDX-License-Identifier: MIT

public import LockstepBase

extension Conversion {
  /// Returns a conversion between a payload and an enum case, based on the case's constructor.
  ///
  /// ```swift
  /// Route(.case(SiteRoute.user)) {
  ///   Path { Parameter("id", .int) }
  /// }
  /// ```
  ///
  /// - Parameter embed: The constructor of the case.
  /// - Returns: A conversion of the payload.
  @inlinable
  public static func `case`(_ embed: @escaping @Sendable (Input) -> Output) -> Self {
    .case(/embed)
  }

  /// Returns a conversion between a payload and an enum case, based on a case path.
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

  /// Returns a conversion between a tuple and a struct.
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
  /// The initializer and the properties must have the same order. The result converts to the struct that the
  /// initializer returns, regardless of the `Output` before the dot, so a chain of conversions can begin here.
  ///
  /// - Parameters:
  ///   - make: The initializer of the struct.
  ///   - properties: Returns the arguments of the initializer.
  /// - Returns: A conversion of the tuple.
  @inlinable
  public static func memberwise<Structure>(
    _ make: @escaping @Sendable (Input) -> Structure,
    _ properties: @escaping @Sendable (Structure) -> Input
  ) -> Conversion<Input, Structure> {
    Conversion<Input, Structure>(ConversionFacts.structure, apply: make, unapply: properties)
  }
}

extension Conversion where Input == Void, Output: Equatable & Sendable {
  /// Returns a conversion between `Void` and a constant, such as an enum case without a payload.
  ///
  /// ```swift
  /// Route(.case(SiteRoute.home))
  /// ```
  ///
  /// - Parameter value: The constant.
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
  @usableFromInline
  init<Root, Value>(_ path: CasePath<Root, Value>) {
    certainty = .total
    enumCase = path.tagTest
    caseName = path.caseName
  }

  @usableFromInline
  init<Value: Sendable>(constant value: Value) {
    certainty = .total
    guard Mirror(reflecting: value).displayStyle == .enum else { return }
    enumCase = CaseTag(of: value)
    caseName = RouteDescription.caseName(of: value)
  }

  @usableFromInline
  static var structure: Self { Self(certainty: .total) }
}

extension CasePath {
  fileprivate var caseName: String? {
    let text = description
    guard text.hasPrefix("/"), let dot = text.lastIndex(of: ".") else { return nil }
    return String(text[text.index(after: dot)...])
  }
}
