// SPDX-License-Identifier: MIT

/// The request that a route is read from.
struct RequestReader {
  let request: URLRequestData
  /// The path components to match, without those of a base address and without a trailing slash.
  let path: ArraySlice<String>
  private(set) var pathIndex: Int

  private var failure: Failure?

  private(set) var progress = 0

  /// Whether the leaf rejected the last path component.
  private(set) var refusesComponent = false

  /// The results of reading parts, or `nil` if no part is read twice.
  private(set) var parts: ReadParts?

  private var choices: [Int] = []
  private var choiceIndex = 0
  private var cookies: [URLRequestData.Item]?
  private var form: [URLRequestData.Item]?

  init(_ request: URLRequestData, path: ArraySlice<String>) {
    self.request = request
    self.path = path
    pathIndex = path.startIndex
  }

  mutating func begin(_ choices: [Int]) {
    self.choices = choices
    choiceIndex = 0
    pathIndex = path.startIndex
    failure = nil
    refusesComponent = false
    progress = 0
  }

  mutating func remember() {
    if parts == nil { parts = ReadParts() }
  }

  /// Reads a part, or uses its recorded result.
  mutating func readOnce(_ slot: Slot, into memory: UnsafeMutableRawPointer) -> Bool {
    guard let parts else { return slot.node.parse(into: memory, &self) }
    if let entry = parts.entry(of: slot.node, at: pathIndex, choices[choiceIndex...]) {
      pathIndex += entry.count
      choiceIndex += entry.choices.count
      progress += entry.progress
      switch entry.result {
      case .value(let value):
        slot.copy(value, memory)
        return true
      case .failure(let error, let refusesComponent):
        self.refusesComponent = refusesComponent
        return fail(error)
      }
    }
    let (pathStart, choiceStart, progressStart) = (pathIndex, choiceIndex, progress)
    let isRead = slot.node.parse(into: memory, &self)
    let result: ReadParts.Entry.Result =
      if isRead {
        .value(parts.copy(memory, of: slot))
      } else {
        .failure(failure?.error ?? RoutingError(.badRequest), refusesComponent: refusesComponent)
      }
    parts.add(
      ReadParts.Entry(
        start: pathStart,
        count: pathIndex - pathStart,
        choices: choices[choiceStart..<choiceIndex],
        progress: progress - progressStart,
        result: result
      ),
      of: slot.node
    )
    return isRead
  }

  /// Returns the alternative to read at the next ``OneOf``.
  mutating func nextChoice() -> Int {
    defer { choiceIndex += 1 }
    return choices[choiceIndex]
  }

  mutating func nextPathComponent() -> String {
    defer { pathIndex += 1 }
    return path[pathIndex]
  }

  /// Skips components that the tree has already compared.
  mutating func skip(_ count: Int) {
    pathIndex += count
  }

  mutating func advance() {
    progress += 1
  }

  /// Records why the request does not match the route, and returns `false` for the node to return.
  mutating func fail(_ error: consuming RoutingError) -> Bool {
    failure = Failure(error)
    return false
  }

  mutating func takeFailure() -> Failure? {
    defer { failure = nil }
    return failure
  }

  mutating func refuseComponent(_ error: consuming RoutingError) -> Bool {
    refusesComponent = true
    return fail(error)
  }

  /// Calls a closure with the items of a place, which are parsed at most once.
  mutating func withItems<Result>(
    of place: FieldPlace,
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
