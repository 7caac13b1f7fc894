// SPDX-License-Identifier: MIT

/// A field with the type of its value erased; the value is passed in memory.
@usableFromInline
struct FieldCodec: Sendable {
  let names: [String]
  let value: ValueDescription
  let isRequired: Bool
  let certainty: ConversionFacts.Certainty
  /// Whether a text, or one of several, would be read.
  let verdict: @Sendable (String) -> Verdict
  let content: Content
  let destroy: RawConversion.Destroy

  /// How the field is read and printed.
  @usableFromInline
  enum Content: Sendable {
    /// One text, or the value for its absence; a nil text is left out.
    case one(
      absent: (@Sendable (UnsafeMutableRawPointer) -> Void)?,
      read: @Sendable (String, UnsafeMutableRawPointer) throws -> Void,
      text: @Sendable (UnsafeRawPointer) throws -> String?
    )
    /// Any number of texts.
    case several(
      FieldCount,
      read: @Sendable ([String], UnsafeMutableRawPointer) throws -> Void,
      texts: @Sendable (UnsafeRawPointer) throws -> [String]
    )
  }

  /// Returns whether the field would be read from the items of its place.
  func verdict(on items: [URLRequestData.Item], in place: FieldPlace) -> Verdict {
    switch content {
    case .one(let absent, _, _):
      guard let found = place.first(of: names, in: items) else {
        return absent == nil ? .rejects : .accepts
      }
      return verdict(found)
    case .several(let count, _, _):
      let texts = place.all(of: names, in: items, count)
      if place == .header, HeaderList.firstUnclosed(of: texts) != nil { return .rejects }
      let verdicts = texts.map(verdict)
      if verdicts.contains(.rejects) { return .rejects }
      return verdicts.contains(.unknown) ? .unknown : .accepts
    }
  }
}

/// An error that says which of several texts is malformed.
@usableFromInline
struct ElementError: Error {
  let text: String
  let index: Int
  let underlying: any Error

  @usableFromInline
  init(text: String, index: Int, underlying: any Error) {
    self.text = text
    self.index = index
    self.underlying = underlying
  }
}
