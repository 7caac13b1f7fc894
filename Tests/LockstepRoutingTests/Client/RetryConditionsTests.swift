// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import LockstepRouting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RetryConditionsTests {
  private let policy = RetryPolicy.exponential(attempts: 5, from: 0.5, factor: 3, to: 10)

  /// Sun, 06 Nov 1994 08:49:37 GMT.
  private let now = Date(timeIntervalSince1970: 784_111_777)

  private func response(
    _ status: Int,
    retryAfter: String? = nil,
    date: String? = nil
  ) throws -> URLResponse {
    var headers: [String: String] = [:]
    headers["retry-after"] = retryAfter
    headers["date"] = date
    return try SiteClient.Response.response(status: status, headers: headers).get().1
  }

  private func delay(
    after attempt: Int = 1,
    method: LockstepRouting.Method = .get,
    _ status: Int,
    retryAfter: String? = nil,
    date: String? = nil
  ) throws -> SchedulerStride? {
    RetryConditions().delay(
      after: attempt,
      by: policy,
      method: method,
      outcome: .success(try response(status, retryAfter: retryAfter, date: date)),
      now: now
    )
  }

  @Test func `delays grow up to the maximum until the attempts run out`() throws {
    #expect(
      try (1...5).map { try delay(after: $0, 503) } == [0.5, 1.5, 4.5, 10, nil]
    )
  }

  @Test func `a request is retried only for certain statuses, errors and methods`() throws {
    #expect(try (100...599).filter { try delay($0) != nil } == [408, 429, 502, 503, 504])
    #expect(try delay(method: .post, 503) == nil)
    #expect(try delay(method: .put, 503) == 0.5)
    func delayAfter(_ error: any Error) -> SchedulerStride? {
      RetryConditions().delay(after: 1, by: policy, method: .get, outcome: .failure(error))
    }
    #expect(delayAfter(URLError(.timedOut)) == 0.5)
    #expect(delayAfter(URLError(.cancelled)) == nil)
    #expect(delayAfter(CancellationError()) == nil)
  }

  @Test func `a server can extend the delay up to the maximum with Retry-After`() throws {
    #expect(try delay(429, retryAfter: "7") == 7)
    #expect(try delay(429, retryAfter: "0") == 0.5)
    #expect(try delay(429, retryAfter: "11") == nil)
    #expect(try delay(429, retryAfter: "99999999999999999999999") == nil)
    #expect(try delay(429, retryAfter: "-1") == 0.5)
    #expect(try delay(429, retryAfter: "٣") == 0.5)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:44 GMT", "Sunday, 06-Nov-94 08:49:44 GMT", "Sun Nov  6 08:49:44 1994",
  ])
  func `a server can set the end of the delay with a date`(retryAfter: String) throws {
    #expect(try delay(429, retryAfter: retryAfter) == 7)
    #expect(try delay(after: 4, 429, retryAfter: retryAfter) == 10)
    #expect(try delay(after: 5, 429, retryAfter: retryAfter) == nil)
  }

  @Test func `a date in the past asks for no delay`() throws {
    #expect(try delay(429, retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT") == 0.5)
    #expect(try delay(429, retryAfter: "Sun, 06 Nov 1994 08:49:36 GMT") == 0.5)
    #expect(try delay(after: 2, 429, retryAfter: "Mon, 01 Jan 0001 00:00:00 GMT") == 1.5)
    // The current date is used if none is passed.
    let response = try response(429, retryAfter: "Fri, 31 Dec 1999 23:59:59 GMT")
    #expect(
      RetryConditions().delay(after: 1, by: policy, method: .get, outcome: .success(response))
        == 0.5
    )
  }

  @Test func `a request is not retried if the date is after the maximum delay`() throws {
    #expect(try delay(429, retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT") == 10)
    #expect(try delay(429, retryAfter: "Sun, 06 Nov 1994 08:49:48 GMT") == nil)
    #expect(try delay(429, retryAfter: "Fri, 31 Dec 9999 23:59:60 GMT") == nil)
  }

  @Test(arguments: [
    // The first server's clock is slow, and the second one's is fast.
    ("Sun, 06 Nov 1994 07:00:07 GMT", "Sun, 06 Nov 1994 07:00:00 GMT"),
    ("Tue, 29 Feb 2028 00:00:02 GMT", "Monday, 28-Feb-28 23:59:55 GMT"),
    // The date of the response determines the century.
    ("Sunday, 01-Jan-60 00:00:07 GMT", "Sun Jan  1 00:00:00 2160"),
  ])
  func `a delay until a date is relative to the date of the response`(
    retryAfter: String,
    date: String
  ) throws {
    #expect(try delay(429, retryAfter: retryAfter, date: date) == 7)
  }

  @Test func `the date of a response does not affect a delay in seconds`() throws {
    #expect(try delay(429, retryAfter: "7", date: "Sun, 06 Nov 1994 07:00:00 GMT") == 7)
  }

  @Test(arguments: ["", "0", "yesterday", "Sun, 06 Nov 1994 24:00:00 GMT"])
  func `an invalid Date header field is ignored`(date: String) throws {
    #expect(try delay(429, retryAfter: "Sun, 06 Nov 1994 08:49:44 GMT", date: date) == 7)
  }

  @Test func `an invalid date in Retry-After is ignored`() throws {
    #expect(try delay(429, retryAfter: "Wed, 31 Feb 1999 23:59:59 GMT") == 0.5)
    #expect(try delay(429, retryAfter: "Fri, 31 Dec 9999 24:00:00 GMT") == 0.5)
    #expect(try delay(429, retryAfter: "Fri, 31 Dez 9999 00:00:00 GMT") == 0.5)
  }

  @Test func `a client retries at the date in Retry-After`() throws {
    let scheduler = DispatchQueue.test
    let refusal = try SiteClient.Response.response(
      status: 503,
      headers: [
        "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:44 GMT",
      ]
    )
    let server = try ScriptedServer([refusal, .ok(Books(titles: ["a"]))])
    let options = RequestOptions(retry: policy, scheduler: scheduler)
    let store = ClientStore(server.client(options: options))
    store.send(.ask(.home))
    scheduler.advance(by: .milliseconds(6_999))
    #expect(server.requests.value.count == 1)
    scheduler.advance(by: .milliseconds(1))
    #expect(server.requests.value.count == 2)
    store.receive(.answer(.success(Books(titles: ["a"])))) { $0 = 1 }
  }
}
