// SPDX-License-Identifier: MIT

public import Lockstep

extension Conversion {
  /// A case of an enum, by its constructor.
  ///
  /// ```swift
  /// Route(.case(SiteRoute.user)) { … }
  /// ```
  ///
  /// - Parameter embed: Wraps the payload in the case.
  /// - Returns: A conversion of the payload.
  public static func `case`(_ embed: @escaping @Sendable (Input) -> Output) -> Self {
    .case(CasePath(embed))
  }

  /// A case of an enum, by its case path.
  ///
  /// ```swift
  /// Route(.case(/SiteRoute.user)) { … }
  /// ```
  ///
  /// - Parameter path: The path to the payload.
  /// - Returns: A conversion of the payload.
  public static func `case`(_ path: CasePath<Output, Input>) -> Self {
    Self(
      ConversionFacts(
        certainty: .total,
        enumCase: path.tagTest.map(EnumCase.tag),
        caseName: path.caseName
      ),
      apply: path.embed,
      unapply: path.extract(from:)
    )
  }

  /// A struct, by its initializer and its properties in the same order.
  ///
  /// ```swift
  /// Route(.memberwise(Page.init) { ($0.number, $0.size) }) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes the struct.
  ///   - properties: Returns what was given to the initializer.
  /// - Returns: A conversion of the tuple of properties.
  public static func memberwise(
    _ make: @escaping @Sendable (Input) -> Output,
    _ properties: @escaping @Sendable (Output) -> Input
  ) -> Self {
    Self(ConversionFacts(certainty: .total), apply: make, unapply: properties)
  }
}

extension Conversion where Input == Void, Output: Equatable & Sendable {
  /// A case of an enum that has no payload, or any other constant.
  ///
  /// ```swift
  /// Route(.case(SiteRoute.home))
  /// ```
  ///
  /// - Parameter value: The one value of the route.
  /// - Returns: A conversion of nothing.
  public static func `case`(_ value: Output) -> Self {
    let isCase = Mirror(reflecting: value).displayStyle == .enum
    return Self(
      ConversionFacts(
        certainty: .total,
        enumCase: isCase
          ? .constant { tag in withUnsafePointer(to: value) { tag.tag(of: $0) } } : nil,
        caseName: isCase ? RouteDescription.caseName(of: value) : nil
      ),
      apply: { value },
      unapply: { $0 == value ? () : nil }
    )
  }
}

extension CasePath {
  /// The name of the case that the path leads to, where it is known.
  fileprivate var caseName: String? {
    let text = description
    guard text.hasPrefix("/"), let dot = text.lastIndex(of: ".") else { return nil }
    return String(text[text.index(after: dot)...])
  }
}
