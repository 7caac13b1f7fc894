// SPDX-License-Identifier: MIT

import LockstepBase
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
  /// Returns the report of a path.
  ///
  /// The report omits the location of a path that an operator made.
  private func message(_ path: String, madeAt line: UInt?, _ reason: String) -> String {
    let origin =
      line.map { "\nCreated at: LockstepBaseTests/CasePathMisuseTests.swift:\($0)" } ?? ""
    return """
      A case path cannot find its case, and extracts nothing.

      Path: \(path)\(origin)

      \(reason) Create the path with 'CasePath(embed:extract:)' or from a case constructor.
      """
  }

  private func places(_ issues: [ReportedIssue]) -> [UInt?] {
    issues.map { $0.location.fileID.description == #fileID ? $0.location.line : nil }
  }

  @Test func `a root that is not an enum is reported once`() {
    let line: UInt = #line + 2
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
    func message(_ root: String, _ line: UInt) -> String {
      self.message(
        "CasePath<\(root), Int>",
        madeAt: line,
        "'\(root)' has no case with a payload of type 'Int'."
      )
    }
    #expect(
      issues.map(\.message) == [
        message("Point", line), message("Shape", line + 2), message("Reference", line + 4),
        message("Optional<Point>", line + 6), message("@Sendable () -> Int", line + 9),
        message("(Int, Int)", line + 11),
      ]
    )
    #expect(places(issues) == [line, line + 2, line + 4, line + 6, line + 9, line + 11])
  }

  @Test func `a function that returns a case with a different payload is reported once`() {
    let line: UInt = #line + 2
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
    func message(_ type: String, _ line: UInt, from old: String, to new: String) -> String {
      self.message(
        "CasePath<Twins, \(type)>",
        madeAt: line,
        """
        The path was created from a function that is not a case constructor. It put the '\(type)' of '/Twins.\(old)' \
        into '/Twins.\(new)'.
        """
      )
    }
    #expect(
      issues.map(\.message) == [
        message("Bool", line, from: "single", to: "text"),
        message("String", line + 9, from: "note", to: "single"),
      ]
    )
    #expect(places(issues) == [line, line + 9])
  }

  @Test func `a path made from a function that returns the payload's case finds that case`() {
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

  @Test func `a composed path reports the part that is not a case`() {
    let line: UInt = #line + 2
    let issues = withReportedIssues {
      let path = /Result<Twins, Problem>.success .. CasePath<Twins, Double> { .first(Int($0)) }
      for _ in 0..<3 {
        #expect(path.extract(from: .failure(Problem())) == nil)
        #expect(path.extract(from: .success(.first(1))) == nil)
      }
    }
    #expect(
      issues.map(\.message) == [
        message(
          "CasePath<Twins, Double>",
          madeAt: line,
          "'Twins' has no case with a payload of type 'Double'."
        )
      ]
    )
  }

  @Test func `a path that is not a case is reported once`() {
    let line: UInt = #line + 2
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
        Created at: LockstepBaseTests/CasePathMisuseTests.swift:\(line)

        'Twins' has no case with a payload of type 'Double'. Create the path with 'CasePath(embed:extract:)' or from a \
        case constructor.
        """
      ]
    )
  }

  @Test func `payloads that are functions or metatypes of values are reported`() {
    let line: UInt = #line + 3
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
    func message(_ name: String, madeAt line: UInt? = nil) -> String {
      self.message(
        "/Functions.\(name)",
        madeAt: line,
        """
        A case path cannot read a payload that is a function, the metatype of a struct or enum, or an optional or \
        tuple of these.
        """
      )
    }
    #expect(
      issues.map(\.message) == [
        message("function"),
        message("optional", madeAt: line),
        message("pair"),
        message("metatype"),
        message("optionalMetatype", madeAt: line + 4),
      ]
    )
  }

  @Test func `the report names all cases whose shared payload type cannot be read`() {
    enum Callbacks {
      case finished(@Sendable () -> Void)
      case failed(@Sendable () -> Void)
    }
    let issues = withReportedIssues {
      #expect((/Callbacks.failed).extract(from: .failed {}) == nil)
      let optional: CasePath<Callbacks?, @Sendable () -> Void> = /Callbacks.failed
      #expect(optional.extract(from: .finished {}) == nil)
    }
    let message = message(
      "(/Callbacks.finished or /Callbacks.failed)",
      madeAt: nil,
      """
      A case path cannot read a payload that is a function, the metatype of a struct or enum, or an optional or tuple \
      of these.
      """
    )
    #expect(issues.map(\.message) == [message, message])
  }

  @Test func `a path with a custom extract function reads a function payload`() {
    let path = CasePath<Functions, @Sendable (Int) -> Int>(
      embed: Functions.function,
      extract: { if case .function(let function) = $0 { function } else { nil } }
    )
    #expect(path.extract(from: .function { $0 + 1 })?(1) == 2)
    #expect(path.extract(from: .int(1)) == nil)
  }
}
