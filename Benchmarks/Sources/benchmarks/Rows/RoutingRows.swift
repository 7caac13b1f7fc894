// SPDX-License-Identifier: MIT

import CAllocations
import LockstepRouting

/// The requests of all routes without a body, and what is done with them.
private struct Fixture {
  let router = makeLargeRouter()
  let requests: [URLRequestData]
  let targets: [String]
  let tree: PlainPathTree

  init() throws {
    requests = try largeRoutes.map(router.print)
    targets = try largeRoutes.map(router.path)
    var tree = PlainPathTree()
    for (number, route) in router.routes.enumerated() {
      tree.insert(
        route.template.replacing(/\{\w+\}/, with: ":"),
        number
      )
    }
    self.tree = tree
  }
}

private let rounds = 50

/// Work on all of the requests, next to the plain tree.
@BenchmarkActor private func work(_ subject: @escaping (Fixture, Int) throws -> Void) -> Work {
  do {
    let fixture = try Fixture()
    return Work(
      reference: "plain path tree",
      operations: rounds * fixture.targets.count,
      subject: { _ in
        for _ in 0..<rounds {
          for index in fixture.requests.indices { try subject(fixture, index) }
        }
      },
      bare: { _ in
        for _ in 0..<rounds {
          for target in fixture.targets {
            precondition(opaque(fixture.tree.route(of: target)) != nil)
          }
        }
      }
    )
  } catch {
    preconditionFailure("\(error)")
  }
}

@BenchmarkActor func matchRoutes() -> Work {
  work { fixture, index in _ = opaque(try fixture.router.match(fixture.requests[index])) }
}

@BenchmarkActor func matchTargets() -> Work {
  work { fixture, index in
    let request = try URLRequestData(
      target: fixture.targets[index],
      method: fixture.requests[index].method
    )
    _ = opaque(try fixture.router.match(request))
  }
}

@BenchmarkActor func printRoutes() -> Work {
  work { fixture, index in _ = opaque(try fixture.router.print(largeRoutes[index])) }
}

/// Two requests, one next to the other.
@BenchmarkActor private func compare(
  _ reference: String,
  _ subject: @escaping (Fixture) -> URLRequestData,
  _ bare: @escaping (Fixture) -> URLRequestData
) -> Work {
  do {
    let fixture = try Fixture()
    func matching(_ request: URLRequestData) -> Work.Body {
      { _ in for _ in 0..<2_000 { _ = opaque(try? fixture.router.match(request)) } }
    }
    return Work(
      reference: reference,
      operations: 2_000,
      subject: matching(subject(fixture)),
      bare: matching(bare(fixture))
    )
  } catch {
    preconditionFailure("\(error)")
  }
}

@BenchmarkActor func missRoutes() -> Work {
  compare("a route") { fixture in
    var request = fixture.requests[5]
    request.path[2] = "nowhere"
    return request
  } _: { fixture in
    fixture.requests[5]
  }
}

@BenchmarkActor func matchWrongMethod() -> Work {
  compare("a route") { fixture in
    var request = fixture.requests[5]
    request.method = .patch
    return request
  } _: { fixture in
    fixture.requests[5]
  }
}

@BenchmarkActor func matchLastRoute() -> Work {
  compare("the first of its depth") {
    $0.requests[48]
  } _: {
    $0.requests[6]
  }
}

@BenchmarkActor func allocationsPerMatch() -> Double? {
  allocations { fixture, index in _ = opaque(try fixture.router.match(fixture.requests[index])) }
}

@BenchmarkActor func allocationsPerPrint() -> Double? {
  allocations { fixture, index in _ = opaque(try fixture.router.print(largeRoutes[index])) }
}

/// The mean of all requests.
@BenchmarkActor private func allocations(_ work: (Fixture, Int) throws -> Void) -> Double? {
  guard allocations_can_be_counted(), let fixture = try? Fixture() else { return nil }
  do {
    for index in fixture.requests.indices { try work(fixture, index) }
    allocations_start()
    for index in fixture.requests.indices { try work(fixture, index) }
    allocations_stop()
  } catch {
    return nil
  }
  return Double(allocations_count()) / Double(fixture.requests.count)
}
