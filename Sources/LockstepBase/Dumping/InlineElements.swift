// SPDX-License-Identifier: MIT

/// The elements of an inline array, which reflection does not show.
struct InlineElements {
  let values: [Any]

  init?(_ value: Any) {
    guard let layout = EnumMetadata.layout(ofInlineArray: type(of: value)) else { return nil }
    func elements<Element>(_ type: Element.Type) -> [Any] {
      func elements<Whole>(of whole: Whole) -> [Any] {
        withUnsafeBytes(of: whole) { bytes in
          (0..<layout.count).compactMap { index in
            bytes.baseAddress.map { base in
              (base + index * MemoryLayout<Element>.stride)
                .assumingMemoryBound(to: Element.self).pointee
            }
          }
        }
      }
      return _openExistential(value, do: elements(of:))
    }
    values = _openExistential(layout.element, do: elements)
  }
}
