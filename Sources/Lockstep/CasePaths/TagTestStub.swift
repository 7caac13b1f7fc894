@usableFromInline struct CaseTag: @unchecked Sendable { @usableFromInline let tag: UInt32; @inlinable func tag(of: UnsafeRawPointer) -> UInt32 { 0 } }
extension CasePath { @usableFromInline var tagTest: CaseTag? { nil }
 @usableFromInline var embedding: @Sendable (Value) -> Root { {embed($0)} } }
