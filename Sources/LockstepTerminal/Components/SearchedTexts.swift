// SPDX-License-Identifier: MIT

internal import Foundation

/// Texts in one buffer, for searches that ignore case and accents.
struct SearchedTexts: Sendable {
  /// The folded texts, each followed by the byte `0xFF`, which UTF-8 never uses.
  private var bytes: [UInt8] = []
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

  /// Returns the positions, in order, of the texts that contain `text`, among all texts if `candidates` is `nil`.
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

/// Folds texts so that equal letters have equal bytes: without accents, in lowercase except for ASCII letters, and with
/// other marks as separate scalars.
private struct TextFolding {
  fileprivate struct Form {
    var bytes: [UInt8] = []
    /// Whether the scalar is a mark other than an accent, whose position among other marks can vary.
    var isMark = false
  }

  private var forms = [Form()]
  /// The indices in `forms` of scalars below U+10000, or 0 for scalars that have not occurred.
  private var indices: [UInt16] = []
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

  /// Appends the forms of the scalars, and returns `false` if the text contains marks, whose order can vary.
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
    // Maps through uppercase, so that both forms of sigma are equal and ß becomes two letters.
    bytes = parts.flatMap { $0.properties.lowercaseMapping.uppercased().lowercased().utf8 }
    isMark = parts.first.map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
  }
}

extension Unicode.Scalar {
  fileprivate var isAccent: Bool { (0x300...0x36F).contains(value) }
}

extension [UInt8] {
  fileprivate mutating func lowercaseASCII() {
    for index in indices {
      let byte = self[index]
      self[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
  }
}
