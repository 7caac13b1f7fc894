// SPDX-License-Identifier: MIT

internal import Foundation

/// The body that the fields of a form require, with the media type of a form.
enum FormBody {
  private static let mediaType = MediaType("application/x-www-form-urlencoded")

  static let description = BodyDescription(
    value: ValueDescription(type: "Form", expected: "a form", schema: ValueSchema()),
    mediaType: mediaType,
    verdict: { _ in .accepts },
    isTotal: true,
    isForm: true
  )

  static func check(_ reader: inout RequestReader) -> Bool {
    guard reader.request.body != nil else {
      return reader.fail(RoutingError(.badRequest, part: .body, expected: "a form"))
    }
    if let error = reader.request.error(unless: mediaType) { return reader.fail(error) }
    return true
  }

  static func print(into printer: inout RequestPrinter) {
    guard printer.form == nil else { return }
    printer.form = []
    printer.request.headers.append(.init("Content-Type", mediaType.text))
  }
}

enum FormEncoding {
  static func items(of bytes: some Collection<UInt8>) -> [URLRequestData.Item] {
    let bytes = ContiguousArray(bytes)
    return bytes.withUnsafeBufferPointer { items(of: $0[...]) }
  }

  static func items(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [URLRequestData.Item] {
    var items: [URLRequestData.Item] = []
    forEachItem(in: bytes) { name, value in
      items.append(.init(PercentEncoding.decodeForm(name), PercentEncoding.decodeForm(value)))
    }
    return items
  }

  @inline(__always)
  static func forEachItem<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes,
    _ body: (_ name: Bytes.SubSequence, _ value: Bytes.SubSequence) -> Void
  ) where Bytes.Index == Int {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.endIndex
      if end > start {
        let name = bytes[start..<end].prefix { $0 != UInt8(ascii: "=") }
        body(name, bytes[min(name.endIndex + 1, end)..<end])
      }
      start = end + 1
    }
  }

  static func item<Bytes: RandomAccessCollection<UInt8>>(
    _ number: Int,
    in bytes: Bytes
  ) -> (name: Bytes.SubSequence, value: Bytes.SubSequence)? where Bytes.Index == Int {
    var rest = number
    var found: (Bytes.SubSequence, Bytes.SubSequence)?
    forEachItem(in: bytes) { name, value in
      if rest == 0 { found = (name, value) }
      rest -= 1
    }
    return found
  }

  static func data(of items: [URLRequestData.Item]) -> Data {
    Data(text(of: items).utf8)
  }

  static func text(of items: [URLRequestData.Item]) -> String {
    var text = ""
    for (index, item) in items.enumerated() {
      if index > 0 { text += "&" }
      text += PercentEncoding.encode(item.name)
      text += "="
      text += PercentEncoding.encode(item.value)
    }
    return text
  }
}

extension URLRequestData {
  var formItems: [Item] {
    body.map { FormEncoding.items(of: $0) } ?? []
  }
}
