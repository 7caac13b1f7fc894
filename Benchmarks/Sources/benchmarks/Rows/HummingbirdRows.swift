// SPDX-License-Identifier: MIT

@_spi(Internal) import Hummingbird
import LockstepRouting

// Finding a handler by a path in Hummingbird, next to reading the whole target as a route: its
// trie knows neither methods nor queries, and leaves the parameters as text.

/// The paths of the large router in the other's trie.
private struct TrieFixture {
  let router = makeLargeRouter()
  let trie: RouterTrie<Int>
  let requests: [URLRequestData]
  let targets: [String]
  let paths: [String]

  init() throws {
    requests = try largeRoutes.map(router.print)
    targets = try largeRoutes.map(router.path)
    paths = targets.map { String($0.prefix { $0 != "?" }) }
    let builder = RouterPathTrieBuilder<Int>()
    for (number, route) in router.routes.enumerated() {
      builder.addEntry(RouterPath(route.template), value: number)
    }
    trie = builder.build()
  }
}

private let rounds = 50

@BenchmarkActor private func compare(_ select: (TrieFixture) -> [Int]) -> Work {
  do {
    let fixture = try TrieFixture()
    let chosen = select(fixture)
    return Work(
      reference: "match a target",
      operations: rounds * chosen.count,
      subject: { _ in
        for _ in 0..<rounds {
          for index in chosen {
            precondition(opaque(fixture.trie.resolve(fixture.paths[index])?.value) != nil)
          }
        }
      },
      bare: { _ in
        for _ in 0..<rounds {
          for index in chosen {
            let request = try URLRequestData(
              target: fixture.targets[index],
              method: fixture.requests[index].method
            )
            _ = opaque(try fixture.router.match(request))
          }
        }
      }
    )
  } catch {
    preconditionFailure("\(error)")
  }
}

@BenchmarkActor func hummingbirdTrie() -> Work {
  compare { Array($0.targets.indices) }
}

@BenchmarkActor func hummingbirdTrieFirstPath() -> Work {
  compare { _ in Array(repeating: 0, count: 49) }
}

@BenchmarkActor func hummingbirdTrieLastPath() -> Work {
  compare { Array(repeating: $0.targets.count - 1, count: 49) }
}

@BenchmarkActor func hummingbirdTrieMiss() -> Work {
  do {
    let fixture = try TrieFixture()
    let path = fixture.paths[5].replacing("history", with: "nowhere")
    return Work(
      reference: "match no target",
      operations: 2_000,
      subject: { _ in
        for _ in 0..<2_000 { precondition(opaque(fixture.trie.resolve(path)?.value) == nil) }
      },
      bare: { _ in
        for _ in 0..<2_000 {
          let request = try URLRequestData(target: path)
          precondition(opaque(try? fixture.router.match(request)) == nil)
        }
      }
    )
  } catch {
    preconditionFailure("\(error)")
  }
}
