// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private enum Twins: Equatable {
  case first(Int)
  case second(Int)
  case text(String)
  case note(String)
  case single(Bool)

  static func doubled(_ number: Int) -> Self { .first(number * 2) }
  static func swapped(_ flag: Bool) -> Self { .text("\(flag)") }
  static func described(_ text: String) -> Self { .single(text.isEmpty) }
}

private struct Point: Equatable {
  var x: Int
}

private protocol Shape {}

private struct Square: Shape {
  var side: Int
}

private final class Reference: Sendable {
  init(_ number: Int) {}
}

private enum Functions {
  case function(@Sendable (Int) -> Int)
  case optional((@Sendable () -> Int)?)
  case pair(Int, @Sendable () -> String)
  case metatype(String.Type)
  case optionalMetatype(Twins.Type?)
  case int(Int)
}

@Suite struct CasePathMisuseTests {
  private func message(_ path: String, _ reason: String) -> String {
    """
    A case path cannot find its case, and extracts nothing.

    Path: CasePath<\(path)>

    \(reason) Make the path with 'CasePath(embed:extract:)', or from the constructor of a case.
    """
  }

  @Test func `a root that is no enum is reported once`() {
    let issues = withReportedIssues {
      let point = CasePath(Point.init)
      for _ in 0..<3 { #expect(point.extract(from: Point(x: 1)) == nil) }
      let shape = CasePath<any Shape, Int> { Square(side: $0) }
      for _ in 0..<3 { #expect(shape.extract(from: Square(side: 1)) == nil) }
      let reference = CasePath(Reference.init)
      for _ in 0..<3 { #expect(reference.isMatching(Reference(1)) == false) }
      let optional = CasePath<Point?, Int> { Point(x: $0) }
      for _ in 0..<3 { #expect(optional.extract(from: Point(x: 1)) == nil) }
      let function: @Sendable (Int) -> @Sendable () -> Int = { number in { number } }
      let returning = CasePath(function)
      for _ in 0..<3 { #expect(returning.extract(from: { 1 }) == nil) }
      let tuple = CasePath<(Int, Int), Int> { ($0, $0) }
      for _ in 0..<3 { #expect(tuple.extract(from: (1, 1)) == nil) }
    }
    func message(_ root: String) -> String {
      self.message("\(root), Int", "'\(root)' is no enum with a case whose payload is a 'Int'.")
    }
    #expect(
      issues.map(\.message) == [
        message("Point"), message("Shape"), message("Reference"), message("Optional<Point>"),
        message("@Sendable () -> Int"), message("(Int, Int)"),
      ]
    )
  }

  @Test func `a function that returns another case than its payload's is reported once`() {
    let issues = withReportedIssues {
      let path = CasePath(Twins.swapped)
      for _ in 0..<3 { #expect(path.extract(from: .text("true")) == nil) }
      var root = Twins.single(true)
      for _ in 0..<3 {
        #expect(path.extract(from: .single(true)) == nil)
        #expect(path.modify(&root) { $0.toggle() } == nil)
      }
      #expect(root == .single(true))

      let several = CasePath(Twins.described)
      for _ in 0..<3 {
        #expect(several.extract(from: .text("a")) == nil)
        #expect(several.extract(from: .note("a")) == nil)
      }
    }
    func message(_ type: String) -> String {
      self.message(
        "Twins, \(type)",
        """
        It was made from a function that is no constructor of a case: it put a '\(type)' into \
        another case than the one that it came from.
        """
      )
    }
    #expect(issues.map(\.message) == [message("Bool"), message("String")])
  }

  @Test func `a function that returns the payload's case stands for the case`() {
    let issues = withReportedIssues {
      let path = CasePath(Twins.doubled)
      for _ in 0..<2 {
        #expect(path.extract(from: .first(3)) == 3)
        #expect(path.extract(from: .second(3)) == nil)
      }
      #expect(path.embed(3) == .first(6))
    }
    #expect(issues == [])
  }

  @Test func `a composed path reports the part that is no case`() {
    let issues = withReportedIssues {
      let path = /Result<Twins, Problem>.success .. CasePath<Twins, Double> { .first(Int($0)) }
      for _ in 0..<3 {
        #expect(path.extract(from: .failure(Problem())) == nil)
        #expect(path.extract(from: .success(.first(1))) == nil)
      }
    }
    #expect(
      issues.map(\.message) == [
        message("Twins, Double", "'Twins' is no enum with a case whose payload is a 'Double'.")
      ]
    )
  }

  @Test func `a path that is no case is reported once`() {
    let issues = withReportedIssues {
      let path = CasePath<Twins, Double> { .first(Int($0)) }
      #expect(path.extract(from: .first(1)) == nil)
      #expect(path.extract(from: .first(1)) == nil)
      var root = Twins.first(1)
      #expect(path.modify(&root) { $0 += 1 } == nil)
      #expect(root == .first(1))
    }
    #expect(
      issues.map(\.message) == [
        """
        A case path cannot find its case, and extracts nothing.

        Path: CasePath<Twins, Double>

        'Twins' is no enum with a case whose payload is a 'Double'. Make the path with \
        'CasePath(embed:extract:)', or from the constructor of a case.
        """
      ]
    )
  }

  @Test func `payloads that are functions or metatypes of values are reported`() {
    let issues = withReportedIssues {
      #expect((/Functions.function).extract(from: .function { $0 }) == nil)
      let optional = CasePath<Functions, (@Sendable () -> Int)?>(Functions.optional)
      #expect(optional.extract(from: .optional { 1 }) == nil)
      #expect((/Functions.pair).extract(from: .pair(1) { "" }) == nil)
      #expect((/Functions.metatype).extract(from: .metatype(String.self)) == nil)
      let optionalMetatype = CasePath<Functions, Twins.Type?>(Functions.optionalMetatype)
      #expect(optionalMetatype.extract(from: .optionalMetatype(Twins.self)) == nil)
      #expect((/Functions.int).extract(from: .int(1)) == 1)
    }
    func message(_ type: String) -> String {
      """
      A case path cannot find its case, and extracts nothing.

      Path: CasePath<Functions, \(type)>

      A payload that is a function or the metatype of a struct or enum, or an optional or tuple of \
      one, cannot be read. Make the path with 'CasePath(embed:extract:)', or from the constructor of \
      a case.
      """
    }
    #expect(
      issues.map(\.message) == [
        message("@Sendable (Int) -> Int"),
        message("Optional<@Sendable () -> Int>"),
        message("(Int, @Sendable () -> String)"),
        message("String.Type"),
        message("Optional<Twins.Type>"),
      ]
    )
  }

  @Test func `a payload that is a function works by hand`() {
    let path = CasePath<Functions, @Sendable (Int) -> Int>(
      embed: Functions.function,
      extract: { if case .function(let function) = $0 { function } else { nil } }
    )
    #expect(path.extract(from: .function { $0 + 1 })?(1) == 2)
    #expect(path.extract(from: .int(1)) == nil)
  }
}
