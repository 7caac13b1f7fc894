// SPDX-License-Identifier: MIT

// The entry point for libFuzzer's bytes: they become a request, which must be read or refused without a
// trap, in a time that grows with its length only. What was read must be printed and read again as
// the same; what was refused has a text that is short, however long the request is.

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

func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let request = FuzzRequest(UnsafeBufferPointer(start: start, count: count))
  LinearTime.check(count) { request.check() }
  return 0
}

/// A request made of any bytes: lines of method, target and header fields; after an empty line the
/// body.
struct FuzzRequest {
  let method: Method
  let target: String
  let headers: [URLRequestData.Item]
  let body: Data?
  private let isLong: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    isLong = bytes.count >= LinearTime.minimum
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
    method = Method(rawValue: text(0))
    target = text(1)
    self.headers = headers
    body = rest.first?.isEmpty == true ? rest.last.map { Data($0) } : nil
  }

  func check() {
    do throws(RoutingError) {
      let request = try URLRequestData(
        target: target,
        method: method,
        headers: headers,
        body: body
      )
      RouterFuzzer.check(request, router)
      // Each takes as long again.
      guard !isLong else { return }
      RouterFuzzer.check(request, router.lenient())
      RouterFuzzer.check(request, router.baseURL("https://example.com/files"))
    } catch {
      RouterFuzzer.check(error)
    }
  }
}

extension RouterFuzzer {
  static func check(_ request: URLRequestData, _ router: Router<FuzzRoute>) {
    let route: FuzzRoute
    do throws(RoutingError) {
      route = try router.match(request)
    } catch {
      check(error)
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

  /// A text quotes at most 80 scalars of a request at a time and 200 of what a decoder says, and
  /// shows at most 60 characters on either side of a mark; what does not show is escaped, and so has
  /// up to ten bytes for each.
  static func check(_ error: RoutingError) {
    let sentence = error.description
    precondition(sentence.utf8.count < 4_000, "The sentence is bounded.")
    precondition(!sentence.utf8.contains { $0 < 0x20 }, "The sentence is one line.")
    let lines = error.debugDescription.split(separator: "\n", omittingEmptySubsequences: false)
    precondition(lines.count <= 8, "The text is bounded.")
    for line in lines.dropFirst() {
      precondition(line.utf8.count < 2_500, "Each line of the text is bounded.")
    }
  }
}
