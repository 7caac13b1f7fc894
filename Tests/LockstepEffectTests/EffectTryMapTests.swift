// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectTryMapTests {
  typealias Numbers = Effect<Int, Problem>

  private let numbers = Numbers.concatenate((1...4).map { Numbers(value: $0) })

  @Test func `tryMap transforms values until its function throws`() {
    let failing = numbers.tryMap { (number) throws(Problem) in
      if number == 3 { throw Problem(code: 3) }
      return "\(number)!"
    }
    #expect(picture(failing) == "1! 2! x(problem 3) |")
    #expect(picture(numbers.tryMap { $0 * 10 }) == "10 20 30 40 |")
    #expect(picture(Numbers(error: Problem()).tryMap { $0 * 10 }) == "x(problem 1) |")
    #expect(picture(Numbers.none.tryMap { $0 * 10 }) == "|")
  }

  @Test func `tryMap sends optional values unchanged`() {
    let optional: Effect<Int?, Problem> = numbers.tryMap { $0 == 2 ? nil : $0 }
    #expect(picture(optional) == "Optional(1) nil Optional(3) Optional(4) |")
  }

  @Test func `an effect that cannot fail takes the failure type of the function`() {
    let results = Effect<Result<Int, any Error>, Never>.concatenate(
      Effect(value: .success(1)),
      Effect(value: .failure(Problem())),
      Effect(value: .success(2))
    )
    let unwrapped: Effect<Int, any Error> = results.tryMap { try $0.get() }
    #expect(picture(unwrapped) == "1 x(problem 1) |")
    let left: Effect<Int, Problem> = results.tryMap { (result) throws(Problem) in
      do { return try result.get() } catch { throw Problem(code: 7) }
    }
    #expect(picture(left) == "1 x(problem 7) |")
  }

  @Test func `a throwing function ends its upstream effect`() {
    let ends = Recorder(0)
    let subject = Subject<Int, any Error>()
    let source = Effect<Int, any Error>.run { subscriber in
      let listening = subject.effect.sink(
        receiveCompletion: { subscriber.send(completion: $0) },
        receiveValue: { subscriber.send($0) }
      )
      return AnyCancellable {
        listening.cancel()
        ends.update { $0 += 1 }
      }
    }
    let run = EffectRun(source.tryMap { if $0 > 1 { throw Problem() } else { $0 } })
    subject.send(1)
    run.settle()
    #expect(run.picture == "1")
    subject.send(2)
    subject.send(3)
    run.settle()
    #expect(run.picture == "1 x(problem 1) |")
    #expect(ends.value == 1)
  }

  // MARK: Decoding

  private struct Player: Codable, Equatable {
    var name: String
  }

  @Test func `decode sends the decoded values`() {
    let data = [#"{"name":"Blob"}"#, #"{"name":"Blob Jr."}"#].map { Data($0.utf8) }
    let players = Effect<Data, Problem>.concatenate(data.map { Effect(value: $0) })
      .decode(type: Player.self, decoder: JSONDecoder())
    #expect(picture(players.map(\.name)) == "Blob Blob Jr. |")
    let failing = Effect<Data, Problem>.concatenate(
      Effect(value: data[0]),
      Effect(value: Data("{}".utf8)),
      Effect(value: data[1])
    )
    .decode(type: Player.self, decoder: JSONDecoder())
    .map(\.name)
    .mapError { Problem(code: $0 is DecodingError ? 2 : 3) }
    #expect(picture(failing) == "Blob x(problem 2) |")
    let failed = Effect<Data, Problem>(error: Problem())
      .decode(type: Player.self, decoder: JSONDecoder())
    #expect(picture(failed) == "x(problem 1) |")
  }
}
