// SPDX-License-Identifier: MIT

extension Dump {
  /// Returns the case name and the payload of an enum value, or `nil` if they are unknown.
  package static func enumCase(of value: Any) -> (name: String, payload: Any?)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, value is any CustomReflectable == false else { return nil }
    if let payload = mirror.children.first {
      return payload.label.map { ($0, payload.value) }
    }
    let prefix = "\(name(mirror.subjectType))."
    let text = Dump(value).boundedLine
    return text.hasPrefix(prefix) ? (String(text.dropFirst(prefix.count)), nil) : nil
  }
}
