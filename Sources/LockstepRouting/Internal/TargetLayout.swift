// SPDX-License-Identifier: MIT

/// A target with the places of its components and query items, counted in bytes.
struct TargetLayout {
  let text: String
  private(set) var components: [Range<Int>] = []
  /// The values of the items.
  private(set) var items: [Range<Int>] = []
  private(set) var pathEnd = 0
  private(set) var queryEnd = 0

  init(_ text: String) {
    self.text = text
    var text = text
    text.withUTF8 { read(Slice(base: $0, bounds: $0.indices)) }
  }

  /// The target that a request was read from, as long as that is what the request says; else the one
  /// that it would be printed with.
  init(_ request: URLRequestData) {
    if let target = request.source.target,
      let read = try? URLRequestData(target: target),
      read.path.elementsEqual(request.path, by: { $0.hasSameBytes(as: $1) }),
      read.query.elementsEqual(request.query, by: { $0.isSame(as: $1) })
    {
      self.init(target)
    } else {
      self.init("/" + request.relativeTarget())
    }
  }

  private mutating func read(_ bytes: URLRequestData.Bytes) {
    let areas = URLRequestData.areas(of: bytes)
    var start = areas.path.startIndex
    pathEnd = areas.path.endIndex
    queryEnd = areas.query?.endIndex ?? pathEnd
    if areas.path.first == UInt8(ascii: "/") { start += 1 }
    while !areas.path.isEmpty {
      let end = areas.path[start...].firstIndex(of: UInt8(ascii: "/")) ?? pathEnd
      components.append(start..<end)
      guard end < pathEnd else { break }
      start = end + 1
    }
    guard let query = areas.query else { return }
    FormEncoding.forEachItem(in: query) { _, value in
      items.append(value.startIndex..<value.endIndex)
    }
  }
}

extension URLRequestData.Item {
  fileprivate func isSame(as other: Self) -> Bool {
    name.hasSameBytes(as: other.name) && value.hasSameBytes(as: other.value)
  }
}
