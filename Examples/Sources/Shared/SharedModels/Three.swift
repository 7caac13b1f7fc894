// SPDX-License-Identifier: MIT

/// Exactly three elements: one row of cubes, one layer of rows, or the layers of a puzzle.
///
/// As JSON it is an array, and an array of any other length does not decode.
public struct Three<Element> {
  /// The element at 0.
  public var first: Element

  /// The element at 1.
  public var second: Element

  /// The element at 2.
  public var third: Element

  /// Puts three elements in their order.
  public init(_ first: Element, _ second: Element, _ third: Element) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// Calls a closure once for each position, in order, and keeps what it returns.
  public init<Failure: Error>(
    make: (LatticePoint.Index) throws(Failure) -> Element
  ) throws(Failure) {
    self.init(try make(.zero), try make(.one), try make(.two))
  }

  /// The element at a coordinate.
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

  /// Three elements made from these, each in the place of the one it was made from.
  public func map<Mapped>(_ transform: (Element) -> Mapped) -> Three<Mapped> {
    Three<Mapped>(transform(first), transform(second), transform(third))
  }
}

extension Three: Sendable where Element: Sendable {}
extension Three: Equatable where Element: Equatable {}
extension Three: Hashable where Element: Hashable {}

extension Three: Encodable where Element: Encodable {
  /// Encodes an array of three.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(second)
    try container.encode(third)
  }
}

extension Three: Decodable where Element: Decodable {
  /// Decodes an array of three.
  ///
  /// - Parameter decoder: Holds the array.
  /// - Throws: A `DecodingError.dataCorrupted` with the array's path if its length is not three.
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
