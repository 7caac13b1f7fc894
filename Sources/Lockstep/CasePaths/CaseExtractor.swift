// SPDX-License-Identifier: MIT

internal import Synchronization

/// Takes the payload of one case out of an enum, given only the constructor of the case.
///
/// The cases whose payload has the right type are candidates. If there is one, it is the case. If
/// there are several, the first value in a candidate's case decides: its payload is embedded by the
/// constructor, and the tags are compared. So no payload is ever made up.
final class CaseExtractor<Root, Value>: Sendable {
  /// A case that the constructor may belong to.
  private struct Candidate {
    /// The enum around the one with the case, if the constructor was promoted to an optional.
    var optional: EnumMetadata?
    var metadata: EnumMetadata
    var tag: UInt32
    var isIndirect: Bool
    /// Whether the payload is an optional of the value, which the constructor wraps.
    var isWrapped: Bool
  }

  private enum Verdict {
    case unknown
    case isCase
    case isNotCase
  }

  private let embed: @Sendable (Value) -> Root
  private let candidates: [Candidate]
  /// `nil` if there is one candidate at most.
  private let verdicts: Mutex<[Verdict]>?
  private let report: CasePathReport

  init(_ embed: @escaping @Sendable (Value) -> Root) {
    self.embed = embed
    candidates = Self.candidates(in: Root.self, within: nil)
    report = CasePathReport(
      path: "CasePath<\(Root.self), \(Value.self)>",
      reason: EnumMetadata.isStoredInFormOfItsOwn(Value.self)
        ? """
        A payload that is a function or the metatype of a struct or enum, or an optional or tuple \
        of one, cannot be read.
        """
        : "'\(Root.self)' is no enum with a case whose payload is a '\(Value.self)'."
    )
    verdicts =
      candidates.count < 2 ? nil : Mutex(Array(repeating: .unknown, count: candidates.count))
  }

  private static func candidates(in type: Any.Type, within optional: EnumMetadata?) -> [Candidate] {
    guard let metadata = EnumMetadata(type) else { return [] }
    let own = metadata.cases.compactMap { enumCase -> Candidate? in
      guard let payload = enumCase.payload, let isWrapped = isWrapped(payload) else { return nil }
      return Candidate(
        optional: optional,
        metadata: metadata,
        tag: enumCase.tag,
        isIndirect: enumCase.isIndirect,
        isWrapped: isWrapped
      )
    }
    guard optional == nil, let wrapped = EnumMetadata.wrapped(ofOptional: type) else { return own }
    return own + candidates(in: wrapped, within: metadata)
  }

  /// Whether a payload is an optional of the value; `nil` if it is not stored like the value at all.
  private static func isWrapped(_ payload: Any.Type) -> Bool? {
    guard EnumMetadata.isStoredInFormOfItsOwn(payload) == false else { return nil }
    if isStored(payload, like: Value.self) { return false }
    return isStored(payload, like: Value?.self) ? true : nil
  }

  /// Whether two types are the same apart from the labels of a tuple.
  private static func isStored(_ payload: Any.Type, like value: Any.Type) -> Bool {
    if payload == value { return true }
    guard let elements = EnumMetadata.elements(ofTuple: payload) else { return false }
    if elements.count == 1 { return elements[0] == value }
    guard let others = EnumMetadata.elements(ofTuple: value) else { return false }
    return elements.count == others.count && zip(elements, others).allSatisfy { $0 == $1 }
  }

  // MARK: Extracting

  func extract(from root: Root) -> Value? {
    withUnsafePointer(to: root) { root in
      for index in candidates.indices where matches(candidates[index], root) {
        guard verdict(index) != .isNotCase else { continue }
        let value = payload(of: candidates[index], root)
        if isCase(index, value) { return value }
      }
      if candidates.isEmpty { report() }
      return nil
    }
  }

  /// Changes the payload, in place if it is not in a box; returns `nil` if the root is in another
  /// case.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard let candidate = candidate(of: root) else { return nil }
    if candidate.isIndirect {
      guard var value = extract(from: root) else { return nil }
      let result = body(&value)
      root = embed(value)
      return result
    }
    return withUnsafeMutablePointer(to: &root) { root in
      let raw = UnsafeMutableRawPointer(root)
      candidate.optional?.project(raw)
      candidate.metadata.project(raw)
      defer {
        candidate.metadata.inject(candidate.tag, into: raw)
        candidate.optional?.inject(0, into: raw)
      }
      guard candidate.isWrapped else {
        return body(&raw.assumingMemoryBound(to: Value.self).pointee)
      }
      let payload = raw.assumingMemoryBound(to: Value?.self)
      guard var value = payload.pointee.take() else { return nil }
      defer { payload.pointee = value }
      return body(&value)
    }
  }

  /// The candidate that the root is in, if it is the path's case.
  private func candidate(of root: Root) -> Candidate? {
    withUnsafePointer(to: root) { root in
      for index in candidates.indices where matches(candidates[index], root) {
        switch verdict(index) {
        case .isCase: return candidates[index]
        case .isNotCase: continue
        case .unknown:
          if isCase(index, payload(of: candidates[index], root)) { return candidates[index] }
        }
      }
      if candidates.isEmpty { report() }
      return nil
    }
  }

  private func matches(_ candidate: Candidate, _ root: UnsafePointer<Root>) -> Bool {
    let raw = UnsafeRawPointer(root)
    guard let optional = candidate.optional else {
      return candidate.metadata.tag(of: raw) == candidate.tag
    }
    // A value that is not `nil` is stored where the optional is.
    return optional.tag(of: raw) == 0 && candidate.metadata.tag(of: raw) == candidate.tag
  }

  /// Copies the payload out of a root in the candidate's case.
  private func payload(of candidate: Candidate, _ root: UnsafePointer<Root>) -> Value? {
    let copy = UnsafeMutablePointer<Root>.allocate(capacity: 1)
    copy.initialize(to: root.pointee)
    let raw = UnsafeMutableRawPointer(copy)
    candidate.metadata.project(raw)
    defer {
      candidate.metadata.inject(candidate.tag, into: raw)
      copy.deinitialize(count: 1)
      copy.deallocate()
    }
    let payload = candidate.isIndirect ? Self.boxContent(raw) : UnsafeRawPointer(raw)
    return candidate.isWrapped
      ? payload.assumingMemoryBound(to: Value?.self).pointee
      : payload.assumingMemoryBound(to: Value.self).pointee
  }

  /// The content of a box: what follows the header of an object, aligned.
  private static func boxContent(_ raw: UnsafeMutableRawPointer) -> UnsafeRawPointer {
    let mask = MemoryLayout<Value>.alignment - 1
    return raw.load(as: UnsafeRawPointer.self) + ((16 + mask) & ~mask)
  }

  // MARK: Deciding among candidates

  private func verdict(_ index: Int) -> Verdict {
    verdicts?.withLock { $0[index] } ?? .isCase
  }

  private func isCase(_ index: Int, _ value: Value?) -> Bool {
    switch verdict(index) {
    case .isCase: return true
    case .isNotCase: return false
    case .unknown:
      // Without a value there is nothing to embed; with another one the case will show.
      guard let value else { return false }
      let isCase = withUnsafePointer(to: embed(value)) { matches(candidates[index], $0) }
      verdicts?.withLock { $0[index] = isCase ? .isCase : .isNotCase }
      return isCase
    }
  }
}
