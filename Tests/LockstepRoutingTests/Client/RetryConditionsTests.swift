// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

@testable import LockstepRouting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RetryConditionsTests {
  private let policy = RetryPolicy.exponential(attempts: 5, from: 0.5, factor: 3, to: 10)

  private func response(_ status: Int, retryAfter: String? = nil) throws -> URLResponse {
    let headers = retryAfter.map { ["retry-after": $0] } ?? [:]
    return try SiteClient.Response.response(status: status, headers: headers).get().1
  }

  private func delay(
    after attempt: Int = 1,
    method: LockstepRouting.Method = .get,
    _ status: Int,
    retryAfter: String? = nil
  ) throws -> SchedulerStride? {
    RetryConditions().delay(
      after: attempt,
      by: policy,
      method: method,
      outcome: .success(try response(status, retryAfter: retryAfter))
    )
  }

  @Test func `delays grow up to the longest one, and attempts end`() throws {
    #expect(
      try (1...5).map { try delay(after: $0, 503) } == [0.5, 1.5, 4.5, 10, nil]
    )
  }

  @Test func `only some statuses, errors and methods are tried again`() throws {
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

  @Test func `a server may ask for a longer delay, but not for any`() throws {
    #expect(try delay(429, retryAfter: "7") == 7)
    #expect(try delay(429, retryAfter: "0") == 0.5)
    #expect(try delay(429, retryAfter: "11") == nil)
    #expect(try delay(429, retryAfter: "99999999999999999999999") == nil)
    #expect(try delay(429, retryAfter: "-1") == 0.5)
    #expect(try delay(429, retryAfter: "٣") == 0.5)
    #expect(try delay(429, retryAfter: "Fri, 31 Dec 1999 23:59:59 GMT") == 0.5)
  }
}
