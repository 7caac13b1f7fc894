// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTestSupport
import LockstepTesting
import Testing

private final class Counter: Equatable {
  var count: Int
  init(_ count: Int) { self.count = count }
  static func == (lhs: Counter, rhs: Counter) -> Bool { lhs === rhs }
}

private protocol Animal {
  var name: String { get }
}

private struct Dog: Animal {
  var name = "Rex"
  var trick: @Sendable () -> String = { "sit" }
}

private struct Big: Equatable {
  var words: (Int, Int, Int, Int, Int, Int, Int, Int) = (1, 2, 3, 4, 5, 6, 7, 8)
  var text = "a text that is too long to be stored inside of a string value"
  static func == (lhs: Big, rhs: Big) -> Bool {
    lhs.text == rhs.text && lhs.words.0 == rhs.words.0 && lhs.words.7 == rhs.words.7
  }
}

private struct Empty: Equatable {}

private enum Only: Equatable {
  case tapped
}

/// One case for each kind of payload.
private enum Shape {
  case int(Int)
  case string(String)
  case big(Big)
  case object(Counter)
  case animal(any Animal)
  case error(any Error)
  case anything(Any)
  case metatype(Any.Type)
  case classMetatype(Counter.Type)
  case animalMetatype(any Animal.Type)
  case optional(Float?)
  case doubleOptional(UInt16??)
  case pair(Int, String)
  case labelled(first: UInt8, second: [Bool])
  case single(id: Double)
  case singleOptional(value: Int8?)
  case array([UInt32])
  case dictionary([String: Set<Int>])
  case trick(Dog)
  case closures([@Sendable (Int) -> Int])
  case nested(Nested)
  case impossible(Never)
  case void(Void)
  case empty(Empty)
  case only(Only)
  case nothing
  indirect case boxed(Double, String)
  indirect case shape(Shape)

  enum Nested: Equatable {
    case one(Int)
    case two
  }
}

private enum Bare: Equatable {
  case payload(Int)
  case first
  case void(Void)
  case second

  static func == (lhs: Bare, rhs: Bare) -> Bool { "\(lhs)" == "\(rhs)" }
}

@Suite struct CasePathShapeTests {
  @Test func `a case path reads plain payloads`() {
    #expect((/Shape.int).extract(from: .int(3)) == 3)
    #expect((/Shape.int).extract(from: .string("3")) == nil)
    #expect((/Shape.int).extract(from: .nothing) == nil)
    let long = "a long string that does not fit into the value itself"
    #expect((/Shape.string).extract(from: .string(long)) == long)
    #expect((/Shape.string).extract(from: .string("")) == "")
    #expect((/Shape.big).extract(from: .big(Big())) == Big())
    #expect((/Shape.array).extract(from: .array([1, 2])) == [1, 2])
    #expect((/Shape.dictionary).extract(from: .dictionary(["a": [1]])) == ["a": [1]])
    #expect((/Shape.nested).extract(from: .nested(.two)) == .two)
  }

  @Test func `an object keeps its identity`() {
    let counter = Counter(1)
    #expect((/Shape.object).extract(from: .object(counter)) === counter)
    #expect((/Shape.object).extract(from: .anything(counter)) == nil)
  }

  @Test func `a payload of an existential type is read`() {
    #expect((/Shape.animal).extract(from: .animal(Dog(name: "Lassie")))?.name == "Lassie")
    #expect((/Shape.error).extract(from: .error(Problem(code: 7))) as? Problem == Problem(code: 7))
    #expect((/Shape.anything).extract(from: .anything([1: "one"])) as? [Int: String] == [1: "one"])
    #expect((/Shape.anything).extract(from: .error(Problem(code: 7))) == nil)
  }

  @Test func `a payload that is a metatype is read`() {
    #expect((/Shape.metatype).extract(from: .metatype(Dog.self)) == Dog.self)
    #expect((/Shape.classMetatype).extract(from: .classMetatype(Counter.self)) == Counter.self)
    #expect((/Shape.classMetatype).extract(from: .metatype(Counter.self)) == nil)
    #expect((/Shape.animalMetatype).extract(from: .animalMetatype(Dog.self)) == Dog.self)
  }

  @Test func `an optional payload is read, nil included`() {
    let path = CasePath<Shape, Float?>(Shape.optional)
    #expect(path.extract(from: .optional(2)) == .some(.some(2)))
    #expect(path.extract(from: .optional(nil)) == .some(.none))
    #expect(path.extract(from: .int(2)) == .none)

    let double = CasePath<Shape, UInt16??>(Shape.doubleOptional)
    #expect(double.extract(from: .doubleOptional(.some(.some(2)))) == .some(.some(.some(2))))
    #expect(double.extract(from: .doubleOptional(.some(.none))) == .some(.some(.none)))
    #expect(double.extract(from: .doubleOptional(.none)) == .some(.none))
    #expect(double.extract(from: .nothing) == .none)
  }

  @Test func `an optional payload is read by a path to its wrapped value`() {
    let path = CasePath<Shape, Float>(Shape.optional)
    #expect(path.extract(from: .optional(2.5)) == 2.5)
    #expect(path.extract(from: .optional(nil)) == nil)
    #expect(path.extract(from: .nothing) == nil)
    var shape = Shape.optional(2.5)
    #expect(path.modify(&shape) { $0 *= 2 } != nil)
    #expect(path.extract(from: shape) == 5)

    let labelled = CasePath<Shape, Int8>(Shape.singleOptional)
    #expect(labelled.extract(from: .singleOptional(value: 3)) == 3)
    #expect(labelled.extract(from: .singleOptional(value: nil)) == nil)
    let whole = CasePath<Shape, Int8?>(Shape.singleOptional)
    #expect(whole.extract(from: .singleOptional(value: nil)) == .some(.none))
  }

  @Test func `a payload of several values is a tuple`() throws {
    let pair = try #require((/Shape.pair).extract(from: .pair(1, "b")))
    #expect(pair == (1, "b"))
    let labelled = try #require(
      (/Shape.labelled).extract(from: .labelled(first: 4, second: [true]))
    )
    #expect(labelled == (4, [true]))
    #expect((/Shape.single).extract(from: .single(id: 2.5)) == 2.5)
    #expect((/Shape.pair).extract(from: .labelled(first: 4, second: [])) == nil)

    var shape = Shape.labelled(first: 4, second: [true])
    (/Shape.labelled).modify(&shape) {
      $0.0 += 1
      $0.1.append(false)
    }
    let modified = try #require((/Shape.labelled).extract(from: shape))
    #expect(modified == (5, [true, false]))
  }

  @Test func `a case path reads structs and arrays that contain closures`() {
    let dog = Dog(name: "Rex", trick: { "roll" })
    #expect((/Shape.trick).extract(from: .trick(dog))?.trick() == "roll")
    let number = 3
    let shape = Shape.closures([{ $0 + number }, { $0 * number }])
    #expect((/Shape.closures).extract(from: shape)?.map { $0(5) } == [8, 15])
  }

  @Test func `a case path reads payloads of size zero`() {
    #expect((/Shape.void).extract(from: .void(())) != nil)
    #expect((/Shape.void).extract(from: .nothing) == nil)
    #expect((/Shape.void).extract(from: .empty(Empty())) == nil)
    #expect((/Shape.empty).extract(from: .empty(Empty())) == Empty())
    #expect((/Shape.empty).extract(from: .only(.tapped)) == nil)
    #expect((/Shape.only).extract(from: .only(.tapped)) == .tapped)
    #expect((/Shape.only).extract(from: .nothing) == nil)
    var shape = Shape.only(.tapped)
    #expect((/Shape.only).modify(&shape) { $0 = .tapped } != nil)
    #expect((/Shape.only).extract(from: shape) == .tapped)
    #expect((/Shape.void).modify(&shape) { _ in } == nil)
  }

  @Test func `a case without a payload`() {
    let path = /Bare.second
    #expect(path.embed(()) == .second)
    #expect(path.extract(from: .second) != nil)
    #expect(path.extract(from: .first) == nil)
    #expect(path.extract(from: .payload(2)) == nil)
    var bare = Bare.second
    #expect(path.modify(&bare) { _ in 1 } == 1)
    #expect(bare == .second)
    #expect(CasePath(Bare.first).extract(from: .first) != nil)
    #expect((/Bare.void).extract(from: .void(())) != nil)
    #expect((/Result<Bare, Never>.success .. /Bare.first).extract(from: .success(.first)) != nil)
    #expect((/Result<Bare, Never>.success .. /Bare.first).extract(from: .success(.second)) == nil)
    #expect((/Bare?.none).extract(from: nil) != nil)
    #expect((/Bare?.none).extract(from: .first) == nil)
    let promoted: CasePath<Bare?, Void> = /Bare.first
    #expect(promoted.extract(from: .first) != nil)
    #expect(promoted.extract(from: .second) == nil)
    #expect(promoted.extract(from: nil) == nil)
  }

  @Test func `a value other than a case without a payload is reported once`() {
    let line: UInt = #line + 2
    let issues = withReportedIssues {
      let path = CasePath(Bare.payload(1))
      #expect(path.extract(from: .payload(1)) == nil)
      #expect(path.extract(from: .payload(1)) == nil)
      #expect(CasePath(5).extract(from: 5) == nil)
      #expect((/Bare.payload(1)).extract(from: .payload(1)) == nil)
    }
    func message(_ path: String, _ reason: String, madeAt line: UInt?) -> String {
      let origin =
        line.map { "\nCreated at: LockstepBaseTests/CasePathShapeTests.swift:\($0)" } ?? ""
      return """
        A case path cannot find its case, and extracts nothing.

        Path: \(path)\(origin)

        \(reason)
        """
    }
    let hasPayload = "This case has a payload; pass its constructor instead."
    let isNoEnum = """
      The value is not an enum. Create the path with 'CasePath(embed:extract:)' or from a case constructor.
      """
    #expect(
      issues.map(\.message) == [
        message("/Bare.payload", hasPayload, madeAt: line),
        message("CasePath<Int, ()>", isNoEnum, madeAt: line + 3),
        message("/Bare.payload", hasPayload, madeAt: nil),
      ]
    )
  }

  @Test func `a path to an uninhabited case extracts nothing and reports nothing`() {
    let issues = withReportedIssues {
      #expect((/Shape.impossible).extract(from: .int(1)) == nil)
      #expect((/Shape.impossible).extract(from: .nothing) == nil)
      #expect((/Shape.impossible).extract(from: .void(())) == nil)
      #expect((/Shape.impossible).extract(from: .only(.tapped)) == nil)
    }
    #expect(issues == [])
  }

  @Test func `a case path reads and changes payloads of indirect cases`() throws {
    let boxed = try #require((/Shape.boxed).extract(from: .boxed(1.5, "b")))
    #expect(boxed == (1.5, "b"))
    let path = /Shape.shape .. /Shape.shape .. /Shape.string
    #expect(path.extract(from: .shape(.shape(.string("deep")))) == "deep")
    #expect(path.extract(from: .shape(.string("deep"))) == nil)
    #expect((/Shape.boxed).extract(from: .shape(.boxed(1, "b"))) == nil)

    var shape = path.embed("deep")
    let copy = shape
    #expect(path.modify(&shape) { $0 += "er" } != nil)
    #expect(path.extract(from: shape) == "deeper")
    #expect(path.extract(from: copy) == "deep")
  }
}
