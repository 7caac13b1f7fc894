// SPDX-License-Identifier: MIT

/// Exactly three elements: a row of cubes, a layer of rows or the layers of a puzzle.
///
/// The JSON representation is an array. Decoding fails if its length is not three.
public struct Three<Element> {
  /// The element at index 0.
  public var first: Element

  /// The element at index 1.
  public var second: Element

  /// The element at index 2.
  public var third: Element

  /// Creates a value with three elements.
  public init(_ first: Element, _ second: Element, _ third: Element) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// Creates a value by calling a closure for each index, in order.
  public init<Failure: Error>(
    make: (LatticePoint.Index) throws(Failure) -> Element
  ) throws(Failure) {
    self.init(try make(.zero), try make(.one), try make(.two))
  }

  /// Accesses the element at an index.
  public subscript(index: LatticePoint.Index) -> Element {
    get {
      switch index {
      case .zero: first
      case .one: second
      case .two: third
      }
    }
    set {
      switch index {
      case .zero: first = newValue
      case .one: second = newValue
      case .two: third = newValue
      }
    }
  }

  /// Returns the results of transforming the elements, in order.
  public func map<Mapped>(_ transform: (Element) -> Mapped) -> Three<Mapped> {
    Three<Mapped>(transform(first), transform(second), transform(third))
  }
}

extension Three: Sendable where Element: Sendable {}
extension Three: Equatable where Element: Equatable {}
extension Three: Hashable where Element: Hashable {}

extension Three: Encodable where Element: Encodable {
  /// Encodes an array of three elements.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(second)
    try container.encode(third)
  }
}

extension Three: Decodable where Element: Decodable {
  /// Decodes an array of three elements.
  ///
  /// - Parameter decoder: The decoder that contains the array.
  /// - Throws: `DecodingError.dataCorrupted` with the array's path if its length is not three.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !container.isAtEnd, elements.count < 3 {
      elements.append(try container.decode(Element.self))
    }
    guard elements.count == 3, container.isAtEnd else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "Expected exactly 3 elements, found \(container.count ?? elements.count)."
        )
      )
    }
    self.init(elements[0], elements[1], elements[2])
  }
}
