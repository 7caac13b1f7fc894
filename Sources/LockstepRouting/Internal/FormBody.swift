// SPDX-License-Identifier: MIT

internal import Foundation

/// What a form asks for before its fields: a body of the right type.
enum FormBody {
  private static let mediaType = MediaType("application/x-www-form-urlencoded")

  static let description = BodyDescription(
    value: ValueDescription(type: "Form", expected: "a form", schema: ValueSchema()),
    mediaType: mediaType,
    verdict: { _ in .accepts },
    isTotal: true,
    isForm: true
  )

  /// Returns false, after telling the reader why, if the request has no such body.
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

/// The items of a form, as those of a query.
enum FormEncoding {
  static func items(of bytes: some Collection<UInt8>) -> [URLRequestData.Item] {
    let bytes = ContiguousArray(bytes)
    return bytes.withUnsafeBufferPointer { items(of: $0[...]) }
  }

  static func items(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [URLRequestData.Item] {
    guard !bytes.isEmpty else { return [] }
    var items: [URLRequestData.Item] = []
    var start = bytes.startIndex
    while true {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.endIndex
      if end > start {
        let item = bytes[start..<end]
        let name = item.firstIndex(of: UInt8(ascii: "=")) ?? end
        items.append(
          .init(
            PercentEncoding.decodeForm(item[..<name]),
            name < end ? PercentEncoding.decodeForm(item[(name + 1)...]) : ""
          )
        )
      }
      guard end < bytes.endIndex else { return items }
      start = end + 1
    }
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
  /// The items of a body that is a form.
  var formItems: [Item] {
    body.map { FormEncoding.items(of: $0) } ?? []
  }
}
