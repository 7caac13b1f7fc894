// SPDX-License-Identifier: MIT

/// A request while a route is read from it.
struct RequestReader {
  let request: URLRequestData
  /// The components that count: without those of a base address and without a trailing slash.
  let path: ArraySlice<String>
  private(set) var pathIndex: Int

  /// Why the route is not that of the request.
  private(set) var failure: RoutingError?

  /// How many parts of the request were found and read so far.
  private(set) var progress = 0

  private var choices: [Int] = []
  private var choiceIndex = 0
  private var cookies: [URLRequestData.Item]?
  private var form: [URLRequestData.Item]?

  init(_ request: URLRequestData, path: ArraySlice<String>) {
    self.request = request
    self.path = path
    pathIndex = path.startIndex
  }

  /// Begins to read a leaf.
  mutating func begin(_ choices: [Int]) {
    self.choices = choices
    choiceIndex = 0
    pathIndex = path.startIndex
    failure = nil
    progress = 0
  }

  /// The alternative to read at the ``OneOf`` that is reached.
  mutating func nextChoice() -> Int {
    defer { choiceIndex += 1 }
    return choices[choiceIndex]
  }

  /// The next component of the path.
  mutating func nextPathComponent() -> String {
    defer { pathIndex += 1 }
    return path[pathIndex]
  }

  /// Passes over components that the tree has compared.
  mutating func skip(_ count: Int) {
    pathIndex += count
  }

  mutating func advance() {
    progress += 1
  }

  /// Says why the route is not that of the request; returns false, for the node to return.
  mutating func fail(_ error: RoutingError) -> Bool {
    failure = error
    return false
  }

  /// The named values of a place, taken apart at most once.
  mutating func withItems<Result>(
    of place: FieldPlaceKind,
    _ body: ([URLRequestData.Item]) -> Result
  ) -> Result {
    switch place {
    case .query: return body(request.query)
    case .header: return body(request.headers)
    case .cookie:
      let items = cookies ?? Cookie.items(of: request.headers)
      cookies = items
      return body(items)
    case .form:
      let items = form ?? request.formItems
      form = items
      return body(items)
    }
  }
}
