// SPDX-License-Identifier: MIT

internal import Foundation

/// Texts in one buffer, which is searched without regard to case and accents.
struct SearchedTexts: Sendable {
  /// The folded texts, with a byte after each that is in no text.
  private var bytes: [UInt8] = []
  /// The ends of the texts in the buffer.
  private var ends: [Int] = []

  init<Element: ListElement>(_ elements: [Element]) {
    ends.reserveCapacity(elements.count)
    var folding = TextFolding()
    for element in elements {
      folding.append(element.searchText, to: &bytes)
      ends.append(bytes.count)
      bytes.append(0xFF)
    }
    bytes.lowercaseASCII()
  }

  /// Returns the positions of the texts that contain another one.
  ///
  /// - Parameters:
  ///   - text: The text that is searched.
  ///   - candidates: The positions of the texts to look at; `nil` for all.
  /// - Returns: The positions, in order.
  func positions(of text: String, among candidates: [Int32]?) -> [Int32] {
    var needle: [UInt8] = []
    var folding = TextFolding()
    folding.append(text, to: &needle)
    needle.lowercaseASCII()
    if needle.isEmpty { return candidates ?? Array(0..<Int32(ends.count)) }
    var found: [Int32] = []
    found.reserveCapacity(candidates?.count ?? ends.count)
    bytes.withUnsafeBufferPointer { bytes in
      needle.withUnsafeBufferPointer { needle in
        if let candidates, candidates.count < ends.count / 4 {
          for candidate in candidates {
            let start = candidate == 0 ? 0 : ends[Int(candidate) - 1] + 1
            let text = UnsafeBufferPointer(rebasing: bytes[start..<ends[Int(candidate)]])
            text.search(for: needle) { _ in
              found.append(candidate)
              return text.count
            }
          }
          return
        }
        var position = 0
        bytes.search(for: needle) { place in
          while ends[position] < place { position += 1 }
          found.append(Int32(position))
          position += 1
          return ends[position - 1] + 1
        }
      }
    }
    return found
  }
}

/// Writes texts so that those with the same letters are the same bytes: in lower case, but for ASCII, without accents,
/// and with other marks as scalars of their own.
private struct TextFolding {
  fileprivate struct Form {
    var bytes: [UInt8] = []
    /// Whether the scalar is a mark, but no accent, which may come in another order among others.
    var isMark = false
  }

  /// The forms of scalars.
  private var forms = [Form()]
  /// The indices of the forms for scalars below 10000 that have been seen; 0 for all others.
  private var indices: [UInt16] = []
  /// The forms of scalars from 10000 on that have been seen.
  private var otherForms: [Unicode.Scalar: Form] = [:]

  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let isASCII = text.withUTF8 { utf8 in
      guard utf8.isASCII else { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    guard !isASCII else { return }
    if indices.isEmpty { indices = Array(repeating: 0, count: 0x10000) }
    let start = bytes.count
    guard !append(text.unicodeScalars, to: &bytes) else { return }
    // Puts the marks of each letter in canonical order.
    bytes.removeSubrange(start...)
    _ = append(text.decomposedStringWithCanonicalMapping.unicodeScalars, to: &bytes)
  }

  /// Writes the forms of scalars; returns whether their order is the only one, as there are no marks.
  private mutating func append(
    _ scalars: String.UnicodeScalarView,
    to bytes: inout [UInt8]
  ) -> Bool {
    var hasMarks = false
    for scalar in scalars {
      if scalar.isASCII {
        bytes.append(UInt8(scalar.value))
      } else {
        let form = form(of: scalar)
        bytes.append(contentsOf: form.bytes)
        hasMarks = hasMarks || form.isMark
      }
    }
    return !hasMarks
  }

  private mutating func form(of scalar: Unicode.Scalar) -> Form {
    guard scalar.value < 0x10000 else {
      if let form = otherForms[scalar] { return form }
      let form = Form(scalar)
      otherForms[scalar] = form
      return form
    }
    let index = Int(scalar.value)
    if indices[index] == 0 {
      indices[index] = UInt16(forms.count)
      forms.append(Form(scalar))
    }
    return forms[Int(indices[index])]
  }
}

extension TextFolding.Form {
  init(_ scalar: Unicode.Scalar) {
    let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { !$0.isAccent }
    // Goes through upper case, so that both forms of sigma are equal and ß becomes two letters.
    bytes = parts.flatMap { $0.properties.lowercaseMapping.uppercased().lowercased().utf8 }
    isMark = parts.first.map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a combining diacritical mark.
  fileprivate var isAccent: Bool { (0x300...0x36F).contains(value) }
}

extension [UInt8] {
  /// Makes ASCII letters lower case, and leaves all other bytes.
  fileprivate mutating func lowercaseASCII() {
    for index in indices {
      let byte = self[index]
      self[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
  }
}
