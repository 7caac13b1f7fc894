// SPDX-License-Identifier: MIT

// What libFuzzer calls with bytes: they become a request, which must be read or refused without a
// trap. What was read must be printed and read again as the same.

import CLibFuzzer
import Foundation
import LockstepRouting

@main struct RouterFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, fuzz))
  }
}

enum FuzzRoute: Equatable, Sendable {
  case home
  case file(String, version: Int?)
  case search(String, [String], [Int])
  case item(UUID, Double?)
  case visit(session: String, language: [String], isDebug: Bool)
  case form(String, Int?, [String])
  case json([String: Int])
  case raw(Data)
}

let router = Router<FuzzRoute> {
  Route(.case(FuzzRoute.home))
  Route(.case(FuzzRoute.file)) {
    Path {
      "files"
      Parameter(.string)
    }
    Query { Field("version", aliases: ["v"], optional: .int) }
  }
  Route(.case(FuzzRoute.search)) {
    Path { "search" }
    Query {
      Field("q", .string)
      Field("tag", many: .string)
      Field("ids", list: .int)
    }
  }
  Route(.case(FuzzRoute.item)) {
    Path { Parameter(.uuid) }
    Query { Field("ratio", optional: .double) }
  }
  Route(.case(FuzzRoute.visit)) {
    Path { "visit" }
    Cookies { Field("session", .string) }
    Headers {
      Field("Accept-Language", list: .string)
      Field("X-Debug", .bool, default: false)
    }
  }
  Route(.case(FuzzRoute.form)) {
    Method.post
    Path { "form" }
    Form {
      Field("name", .string)
      Field("age", optional: .int)
      Field("tag", many: .string)
    }
  }
  Route(.case(FuzzRoute.json)) {
    Method.post
    Path { "json" }
    Body(.json([String: Int].self))
  }
  Route(.case(FuzzRoute.raw)) {
    Method.put
    Body(.data)
  }
}

/// Lines of method, target and header fields; after an empty line the body.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let head = bytes.split(separator: 10, maxSplits: 8, omittingEmptySubsequences: false)
  func text(_ index: Int) -> String {
    index < head.count ? String(decoding: head[index], as: UTF8.self) : ""
  }
  let headers = head.dropFirst(2).prefix { !$0.isEmpty }.map { line in
    let name = line.prefix { $0 != 58 }
    return URLRequestData.Item(
      String(decoding: name, as: UTF8.self),
      String(decoding: line.dropFirst(name.count + 1), as: UTF8.self)
    )
  }
  let rest = head.dropFirst(2 + headers.count)
  let body = rest.first?.isEmpty == true ? rest.last.map { Data($0) } : nil
  do throws(RoutingError) {
    let request = try URLRequestData(
      target: text(1),
      method: Method(rawValue: text(0)),
      headers: headers,
      body: body
    )
    check(request, router)
    check(request, router.lenient())
    check(request, router.baseURL("https://example.com/files"))
  } catch {
    precondition(error.debugDescription.utf8.count < 20_000, "The text is bounded.")
  }
  return 0
}

func check(_ request: URLRequestData, _ router: Router<FuzzRoute>) {
  let route: FuzzRoute
  do throws(RoutingError) {
    route = try router.match(request)
  } catch {
    precondition(error.debugDescription.utf8.count < 20_000, "The text is bounded.")
    return
  }
  // Not everything that is read can be printed: a cookie with a space, for instance.
  guard let printed = try? router.print(route),
    let target = try? router.path(for: route)
  else { return }
  do throws(RoutingError) {
    let read = try router.match(
      URLRequestData(
        target: target,
        method: printed.method,
        headers: printed.headers,
        body: printed.body
      )
    )
    precondition(read == route, "\(route) is printed as \(printed) and read as \(read)")
  } catch {
    preconditionFailure("\(route) is printed as \(printed), which is refused: \(error)")
  }
}
