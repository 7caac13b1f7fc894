// SPDX-License-Identifier: MIT

/// A field whose value is passed in memory, with its type erased.
@usableFromInline
struct FieldCodec: Sendable {
  let names: [String]
  let value: ValueDescription
  let isRequired: Bool
  let certainty: ConversionFacts.Certainty
  let verdict: @Sendable (String) -> Verdict
  let content: Content
  let destroy: RawConversion.Destroy

  @usableFromInline
  enum Content: Sendable {
    /// One text, or a value for its absence. A `nil` text is not printed.
    case one(
      absent: (@Sendable (UnsafeMutableRawPointer) -> Void)?,
      read: @Sendable (String, UnsafeMutableRawPointer) throws -> Void,
      text: @Sendable (UnsafeRawPointer) throws -> String?
    )
    case several(
      FieldCount,
      read: @Sendable ([String], UnsafeMutableRawPointer) throws -> Void,
      texts: @Sendable (UnsafeRawPointer) throws -> [String]
    )
  }

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
